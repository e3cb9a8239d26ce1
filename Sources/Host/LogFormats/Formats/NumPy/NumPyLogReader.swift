import FileAccess
import LogTables
import MotionSamples
import Rotations

extension LogFormat {
  /// NumPy.
  static let numPy = LogFormat(
    name: "NumPy", recognition: "93 4E 55 4D 50 59 (.npy), or a zip archive of such files (.npz)",
    matches: { file throws(LogError) in
      if try file.begins(with: NumPyHeader.signature) { return true }
      return try file.begins(with: [0x50, 0x4b, 0x03, 0x04])
    },
    content: { file throws(LogError) in
      if file.reader.isCompressed { throw LogError(path: file.path, .compressed) }
      return try NumPyArchive.isOther(file.head()) ? .other : Content(NumPyLogReader.columns(file.file))
    },
    open: { file, options throws(LogError) in
      if file.reader.isCompressed { throw LogError(path: file.path, .compressed) }
      return try NumPyLogReader(path: file.file, options: options)
    })
}

/// A log in NumPy arrays: a structured `.npy`, a plain one of 6, 7, 9 or 10 columns, or an `.npz` of several arrays.
///
/// Names and units are those of text tables: a field `gyro_rad_s` of three numbers, or three fields `gyro_x` ... with the
/// unit in an option. Numbers can have any type; integer timestamps are exact. Memory is bounded.
public struct NumPyLogReader: MotionLogReader {
  public let header: LogHeader

  private let path: String
  /// Owns the memory of the columns.
  private let arrays: [NumPyArray]
  private var rows: RowWalk
  /// The rows in memory.
  private var loaded = 0..<0
  /// Rows per read.
  private let blockSize: Int

  /// Opens a log. Throws if it is unreadable, if it has no sensor, and if a unit is neither in a name nor in the options.
  public init(path: String, options: LogOptions = LogOptions()) throws(LogError) {
    let table = try NumPyColumns(path: path)
    let schema = try LogSchema(
      TableHeader(columns: table.names, options: options, path: path), options: options, path: path)
    self.path = path
    arrays = table.arrays
    let columns = table.columns.map { ColumnRows.Column(numbers: $0.numbers) }
    rows = RowWalk(ColumnRows(columns, schema, options, path: path), count: table.rowCount)
    let rowSize = arrays.reduce(0) { $0 + $1.rowSize }
    blockSize = min(max(1, Self.blockBytes / max(1, rowSize)), 1 << 16)
    var header = schema.header
    header.formatName = "NumPy"
    header.rowCount = table.rowCount
    header.unusedColumns += table.unusedArrays
    self.header = header
  }

  /// The names of the columns of a file.
  static func columns(_ path: String) throws(LogError) -> TableHeader {
    try TableHeader(columns: NumPyColumns(path: path).names, path: path)
  }

  public mutating func next() throws(LogError) -> LogRecord? { rows.isAtEnd ? nil : try takeRow() }

  public mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    records.removeAll(keepingCapacity: true)
    while records.count < limit, !rows.isAtEnd { records.append(try takeRow()) }
  }

  @inline(__always)
  private mutating func takeRow() throws(LogError) -> LogRecord {
    if rows.next == loaded.upperBound { try loadRows() }
    return try rows.take()
  }

  /// Bytes per read.
  private static let blockBytes = 1 << 22

  /// Replaces the rows in memory by the next ones.
  @inline(never)
  private mutating func loadRows() throws(LogError) {
    for array in arrays { array.release(loaded) }
    loaded = rows.next..<min(rows.next + blockSize, rows.count)
    do throws(LogError) {
      for array in arrays { try array.load(loaded) }
    } catch {
      rows.end()
      throw error
    }
  }
}

/// The numbers of NumPy arrays as named columns, for a schema.
///
/// The axes of a vector, x, y, z or w, x, y, z, are inserted before the unit of its name: `gyro_rad_s` of three gives
/// `gyro_x_rad_s`, `gyro_y_rad_s`, `gyro_z_rad_s`. The columns of a plain array are t (of 7 or 10 columns), gyroscope,
/// accelerometer and magnetometer (of 9 or 10).
struct NumPyColumns {
  /// One number of a field.
  struct Column {
    var array: NumPyArray
    var field: NumPyArray.Field
    var component: Int

    /// Its numbers; nil without rows.
    var numbers: NumPyArray.Column? { array.column(field, component: component) }
  }

  private(set) var columns: [Column] = []
  /// The names of the columns.
  private(set) var names: [String] = []
  /// The arrays of the columns.
  private(set) var arrays: [NumPyArray] = []
  private(set) var rowCount = 0
  /// The members of an archive that are not of the recording: of other lengths, or without rows of numbers.
  private(set) var unusedArrays: [String] = []

  /// Opens a `.npy` or `.npz` file. Throws if it is neither, or if the arrays of sensors or timestamps in an archive differ in
  /// length.
  init(path: String) throws(LogError) {
    let file = try PagedFile(path: path)
    try file.load(0..<NumPyHeader.lengthSize)
    if file.bytes.starts(with: NumPyHeader.signature) {
      let array = try NumPyArray(file, file.bytes.indices, path: path)
      rowCount = array.rowCount
      arrays = [array]
      for field in array.fields { append(array, field, name: field.name) }
    } else {
      try append(try NumPyArchive(path: path), path: path)
    }
  }

  private mutating func append(_ archive: NumPyArchive, path: String) throws(LogError) {
    for (name, error) in archive.others {
      if archive.arrays.isEmpty || [1, 3].contains(where: { Self.isOfRecording(Self.names(of: name, count: $0)) }) {
        throw error
      }
      unusedArrays.append(name)
    }
    let first = archive.arrays.first { Self.isOfRecording($0.array, name: $0.name) } ?? archive.arrays.first
    rowCount = first?.array.rowCount ?? 0
    for (name, array) in archive.arrays {
      if let first, array.rowCount != rowCount {
        guard !Self.isOfRecording(array, name: name) else {
          throw LogError(path: path, name: name, message: "\(array.rowCount) rows, but \(first.name) has \(rowCount)")
        }
        unusedArrays.append(name)
        continue
      }
      arrays.append(array)
      for field in array.fields { append(array, field, name: field.name.isEmpty ? name : field.name) }
    }
  }

  /// Whether an array has columns of a sensor or of timestamps.
  private static func isOfRecording(_ array: NumPyArray, name: String) -> Bool {
    array.fields.contains { field in
      isOfRecording(names(of: field.name.isEmpty ? name : field.name, count: field.count, unit: field.element.unit))
    }
  }

  private static func isOfRecording(_ names: [String]) -> Bool {
    names.contains { name in
      ColumnName(name).quantity.map { $0 == .time || Quantity.sensors.contains($0) } ?? false
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
    if let unit { return names(of: name, count: count).map { "\($0) [\(unit)]" } }
    if let last = name.last, "])".contains(last), let open = name.lastIndex(where: { "[(".contains($0) }),
      open > name.startIndex
    {
      return names(of: String(name[..<open]).trimmed, count: count).map { "\($0) \(name[open...])" }
    }
    var axes = [3: ["x", "y", "z"], 4: ["w", "x", "y", "z"]][count] ?? (0..<count).map(String.init)
    // Only a velocity over ground has other coordinates.
    let stem = name.lowercased().split(separator: "_").prefix { $0 != "m" }.joined()
    if count == 3, Quantity.velocityOverGround.stems.contains(stem) { axes = ["e", "n", "u"] }
    // The axis of a name is searched in every place, which takes a time that grows with the cube of their number.
    let isName = name.utf8.count <= longestName
    return axes.map { axis in
      guard isName else { return "\(name)_\(axis)" }
      let words = name.split(separator: "_", omittingEmptySubsequences: false)
      let candidates = (1...words.count).reversed().map { place in
        (words[..<place] + [Substring(axis)] + words[place...]).joined(separator: "_")
      }
      return candidates.first { ColumnName($0).quantity != nil } ?? "\(name)_\(axis)"
    }
  }

  /// The longest name that a known column may have, in bytes.
  private static let longestName = 64

  private static func plainNames(count: Int) -> [String] {
    let names = ["gyro", "accel", "mag"].flatMap { stem in ["x", "y", "z"].map { "\(stem)_\($0)" } }
    switch count {
    case 6, 9: return Array(names.prefix(count))
    case 7, 10: return ["t"] + names.prefix(count - 1)
    default: return (0..<count).map { "column \($0)" }
    }
  }
}
