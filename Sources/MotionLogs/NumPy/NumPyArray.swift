/// An array of NumPy on disk, read in place: `.npy` files, structured or plain with one or two dimensions.
///
/// Numbers are little-endian: `f4`, `f8`, `i1` to `i8`, `u1` to `u8`, `b1`, and `datetime64`. What is of another type
/// (text, for example) is passed over. The file is mapped into memory and must not be cut off while it is read.
public struct NumPyArray: @unchecked Sendable {
  /// A named part of each row.
  public struct Field: Equatable, Sendable {
    /// Its name; empty for a plain array.
    public let name: String
    /// How many numbers it has: 1 for a scalar, 3 for a vector; for a plain array, its columns.
    public let count: Int

    let element: NumPyElement
    let offset: Int
    let rowStride: Int
    let stride: Int

    /// Whether its numbers can be read.
    public var isNumber: Bool { element.kind != .opaque }
  }

  /// Rows.
  public let rowCount: Int
  /// The parts of a row, in the order of the file.
  public let fields: [Field]

  private let file: MappedFile
  private let range: Range<Int>
  /// The first row; nobody writes there.
  private let start: UnsafeRawPointer?

  /// Opens a `.npy` file. Throws where it cannot be read or is none.
  public init(path: String) throws(LogError) {
    let file = try MappedFile(path: path)
    try self.init(file, file.bytes.indices, path: path)
  }

  /// An array within a file.
  init(_ file: MappedFile, _ range: Range<Int>, path: String) throws(LogError) {
    let header = try NumPyHeader(UnsafeRawBufferPointer(rebasing: file.bytes[range]), path: path)
    self.file = file
    self.range = (range.lowerBound + header.dataOffset)..<range.upperBound
    start = file.bytes.baseAddress.map { $0 + range.lowerBound + header.dataOffset }
    rowCount = header.rowCount
    fields = header.fields.map { field in
      Field(
        name: field.name, count: field.count, element: field.element, offset: field.offset,
        rowStride: header.isColumnMajor ? field.element.size : header.rowSize,
        stride: header.isColumnMajor ? field.element.size * header.rowCount : field.element.size)
    }
  }

  /// The number at a row, of a field and its component; not-a-number where it is no number.
  @inline(__always)
  public func number(_ field: Field, component: Int = 0, row: Int) -> Double {
    address(field, component, row).map(field.element.layout.number) ?? .nan
  }

  /// The whole number at a row; nil where it is none, or above 2^63.
  @inline(__always)
  public func integer(_ field: Field, component: Int = 0, row: Int) -> Int64? {
    address(field, component, row).flatMap(field.element.layout.integer)
  }

  @inline(__always)
  private func address(_ field: Field, _ component: Int, _ row: Int) -> UnsafeRawPointer? {
    precondition(row >= 0 && row < rowCount && component >= 0 && component < field.count, "outside of the array")
    return start.map { $0 + field.offset + row * field.rowStride + component * field.stride }
  }

  /// The numbers of a component from row to row, without the checks: for a loop over rows that keeps the array; nil where
  /// there are no rows.
  func column(_ field: Field, component: Int) -> Column? {
    guard rowCount > 0, let first = address(field, component, 0) else { return nil }
    return Column(first: first, stride: field.rowStride, element: field.element)
  }

  /// See `column`.
  struct Column {
    let first: UnsafeRawPointer
    let stride: Int
    let element: NumPyElement.Layout

    init(first: UnsafeRawPointer, stride: Int, element: NumPyElement) {
      self.first = first
      self.stride = stride
      self.element = element.layout
    }

    /// The number of a row, which must be below the row count of the array.
    @inline(__always)
    func number(_ row: Int) -> Double { element.number(at: first + row * stride) }

    /// The whole number of a row; nil where it is none, or above 2^63.
    @inline(__always)
    func integer(_ row: Int) -> Int64? { element.integer(at: first + row * stride) }
  }

  /// Gives back the memory of rows that have been read; of an array in column order nothing, since its rows are scattered.
  func release(_ rows: Range<Int>) {
    guard let field = fields.first, field.stride == field.element.size else { return }
    file.release(
      (range.lowerBound + rows.lowerBound * field.rowStride)..<(range.lowerBound + rows.upperBound * field.rowStride))
  }
}
