import CCardan

/// The numbers of a caller's array.
struct NumberRows {
  private let array: cardan_array

  /// An array that is there and holds numbers; nil where it does not.
  init?(_ array: UnsafePointer<cardan_array>?) {
    guard let array = array?.pointee, array.data != nil,
      array.element == CARDAN_FLOAT64 || array.element == CARDAN_FLOAT32
    else { return nil }
    self.array = array
  }

  /// A number of a row.
  subscript(row: Int, column: Int) -> Double {
    guard let data = array.data else { return .nan }
    let place = data + row * array.row_stride + column * array.column_stride
    return array.element == CARDAN_FLOAT64
      ? place.loadUnaligned(as: Double.self) : Double(place.loadUnaligned(as: Float.self))
  }
}
