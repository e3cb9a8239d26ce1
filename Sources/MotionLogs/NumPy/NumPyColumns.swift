/// The numbers of arrays of NumPy as columns with names, which a schema can be made for.
///
/// A vector of three is x, y, z and one of four w, x, y, z, before the unit where the name ends with one: `gyro_rad_s` of
/// three is `gyro_x_rad_s`, `gyro_y_rad_s`, `gyro_z_rad_s`. A plain array has no names; its columns are t, gyroscope,
/// accelerometer and, where there are 9 or 10, magnetometer; without t where there are 6 or 9.
struct NumPyColumns {
  /// Where the numbers of a column are.
  struct Column {
    var array: NumPyArray
    var field: NumPyArray.Field
    var component: Int

    /// Its numbers; nil where there are no rows.
    var numbers: NumPyArray.Column? { array.column(field, component: component) }
  }

  /// The columns.
  private(set) var columns: [Column] = []
  /// Their names; as many.
  private(set) var names: [String] = []
  /// The arrays that they are in.
  private(set) var arrays: [NumPyArray] = []
  /// Rows.
  private(set) var rowCount = 0

  /// Opens a `.npy` or `.npz` file. Throws where it is none, and where arrays of an archive differ in length.
  init(path: String) throws(LogError) {
    let file = try MappedFile(path: path)
    if file.bytes.starts(with: NumPyHeader.signature) {
      let array = try NumPyArray(file, file.bytes.indices, path: path)
      rowCount = array.rowCount
      arrays = [array]
      for field in array.fields { append(array, field, name: field.name) }
    } else {
      try append(try NumPyArchive(path: path).arrays, path: path)
    }
  }

  private mutating func append(_ members: [(name: String, array: NumPyArray)], path: String) throws(LogError) {
    rowCount = members.first?.array.rowCount ?? 0
    arrays = members.map(\.array)
    for (name, array) in members {
      guard array.rowCount == rowCount else {
        throw LogError(
          path: path, column: name, message: "has \(array.rowCount) rows where \(members[0].name) has \(rowCount)")
      }
      for field in array.fields { append(array, field, name: field.name.isEmpty ? name : field.name) }
    }
  }

  private mutating func append(_ array: NumPyArray, _ field: NumPyArray.Field, name: String) {
    guard field.isNumber else { return }
    for (component, name) in Self.names(of: name, count: field.count, unit: field.element.unit).enumerated() {
      columns.append(Column(array: array, field: field, component: component))
      names.append(name)
    }
  }

  /// The names of the numbers of a field.
  static func names(of name: String, count: Int, unit: String? = nil) -> [String] {
    if name.isEmpty { return plainNames(count: count) }
    if count == 1 { return [unit.map { "\(name) [\($0)]" } ?? name] }
    let axes = [3: ["x", "y", "z"], 4: ["w", "x", "y", "z"]][count] ?? (0..<count).map(String.init)
    return axes.map { axis in
      let words = name.split(separator: "_", omittingEmptySubsequences: false)
      let candidates = (1...words.count).reversed().map { place in
        (words[..<place] + [Substring(axis)] + words[place...]).joined(separator: "_")
      }
      return candidates.first { ColumnName($0).quantity != nil } ?? "\(name)_\(axis)"
    }
  }

  private static func plainNames(count: Int) -> [String] {
    let names = ["gyro", "accel", "mag"].flatMap { stem in ["x", "y", "z"].map { "\(stem)_\($0)" } }
    switch count {
    case 6, 9: return Array(names.prefix(count))
    case 7, 10: return ["t"] + names.prefix(count - 1)
    default: return (0..<count).map { "column \($0)" }
    }
  }
}
