import FileAccess
import LogTables
import MotionSamples
import Rotations

extension LogFormat {
  /// MATLAB files of level 5 and of version 7.3.
  static let matlab = LogFormat(
    name: MATLogReader.formatName,
    recognition: "MATLAB 5.0 or 7.3 MAT-file with matrices gyr, acc, ... or a struct of them",
    matches: { file throws(LogError) in try MATFile.matches(file) },
    content: { file throws(LogError) in Content(try MATLogReader.columns(file)) },
    open: { file, options throws(LogError) in try MATLogReader(file, options: options) })
}

/// A log in the matrices of a MATLAB file: `acc`, `gyr`, `mag` of three rows or columns, `quat` of four, `t`, or `fs` for the rate.
///
/// Names and units are those of text tables, `gyr_deg_s`. A struct is a recording; the path's number chooses one of several.
struct MATLogReader: MotionLogReader {
  let header: LogHeader

  static let formatName = "MATLAB"

  private var rows: RowWalk
  /// What the columns are in.
  private let memory: [MATFile.Memory]

  /// The columns of a recording.
  private struct Table {
    var names: [String] = []
    var columns: [(matrix: MATFile.Matrix, component: Int)] = []
    var rowCount = 0
    var rate: Double?
    var unused: [String]
    var recordingName: String?
  }

  /// Opens a file. Throws if it has no matrices of a sensor, or several structs with them and the path names none.
  init(_ file: LogFile, options: LogOptions) throws(LogError) {
    let table = try Self.table(file)
    guard LogSchema.namesRecording(try TableHeader(columns: table.names, options: options, path: file.path)) else {
      let found = table.columns.map(\.matrix.name) + table.unused
      throw LogError(
        path: file.path,
        message: "a MATLAB file without matrices gyr, acc or mag of three rows or columns; it has "
          + (found.isEmpty ? "none" : Array(Set(found)).sorted().joined(separator: ", ")))
    }
    var options = options
    if options.samplingRate == nil, !table.names.contains(where: { ColumnName($0).quantity == .time }) {
      options.samplingRate = table.rate
    }
    let schema = try LogSchema(
      TableHeader(columns: table.names, options: options, path: file.path), options: options, path: file.path)
    let columns = table.columns.compactMap { matrix, component -> ColumnRows.Column? in
      let isTall = matrix.rows >= matrix.columns
      let size = matrix.element.size
      guard let place = matrix.bytes.baseAddress else { return nil }
      return ColumnRows.Column(
        numbers: NumPyArray.Column(
          first: place + component * size * (isTall ? matrix.rows : 1), stride: isTall ? size : size * matrix.rows,
          element: matrix.element))
    }
    rows = RowWalk(ColumnRows(columns, schema, options, path: file.path), count: table.rowCount)
    memory = table.columns.map(\.matrix.memory)
    var header = schema.header
    header.formatName = Self.formatName
    header.rowCount = table.rowCount
    header.unusedColumns += table.unused
    header.recordingName = table.recordingName
    self.header = header
  }

  /// The names of the columns of a file.
  static func columns(_ file: LogFile) throws(LogError) -> TableHeader {
    try TableHeader(columns: table(file).names, path: file.path)
  }

  /// The structs of a file with a gyroscope, in its order; empty for one recording.
  static func recordingNames(_ file: LogFile) throws(LogError) -> [String] {
    let structs = Self.structs(try file.matrices())
    return structs.count > 1 ? structs : []
  }

  private static func structs(_ file: MATFile) -> [String] {
    file.matrices.reduce(into: []) { found, matrix in
      let (place, name) = parts(of: matrix.name)
      if min(matrix.rows, matrix.columns) == 3, isGyroscope(name), !found.contains(place) { found.append(place) }
    }
  }

  /// Whether a matrix of this name is a gyroscope, as tables name it.
  private static func isGyroscope(_ name: String) -> Bool {
    let table = try? TableHeader(columns: NumPyColumns.names(of: name, count: 3), path: "")
    return table?.columns.allSatisfy { $0.quantity == .angularRate } ?? false
  }

  /// Whether a matrix of this name is the number of rows per second.
  private static func isRate(_ name: String) -> Bool {
    ["fs", "freq", "rate", "samplingrate", "samplerate"].contains(name.lowercased().filter { $0 != "_" })
  }

  /// The struct of a matrix, empty for none, and its own name.
  private static func parts(of name: String) -> (place: String, name: String) {
    guard let point = name.lastIndex(of: ".") else { return ("", name) }
    return (String(name[..<point]), String(name[name.index(after: point)...]))
  }

  private static func table(_ file: LogFile) throws(LogError) -> Table {
    let content = try file.matrices()
    let structs = structs(content)
    if structs.count > 1, file.instance == nil { throw LogError(path: file.path, .recordingNotChosen(structs)) }
    let place = structs[safe: file.instance ?? 0] ?? ""
    var table = Table(unused: content.others, recordingName: structs.count > 1 ? place : nil)
    let members = content.matrices.filter { matrix in
      let (owner, name) = parts(of: matrix.name)
      // The time and the rate may be in a struct around it.
      let isAround =
        place.hasPrefix(owner.isEmpty ? "" : "\(owner).") && (isRate(name) || ColumnName(name).quantity == .time)
      return owner == place || isAround
    }
    // The rows are those of the gyroscope, or of the longest matrix.
    let lengths = members.map { max($0.rows, $0.columns) }
    let gyroscope = members.firstIndex { min($0.rows, $0.columns) == 3 && isGyroscope(parts(of: $0.name).name) }
    table.rowCount = gyroscope.map { lengths[$0] } ?? lengths.max() ?? 0
    for (matrix, length) in zip(members, lengths) {
      let (name, width) = (parts(of: matrix.name).name, min(matrix.rows, matrix.columns))
      if length == 1, isRate(name) {
        table.rate = matrix.bytes.baseAddress.map(matrix.element.number)
      } else if length == table.rowCount, 1...4 ~= width {
        for (component, name) in NumPyColumns.names(of: name, count: width).enumerated() {
          table.names.append(name)
          table.columns.append((matrix, component))
        }
      } else {
        table.unused.append(matrix.name)
      }
    }
    return table
  }

  mutating func next() throws(LogError) -> LogRecord? { rows.isAtEnd ? nil : try rows.take() }
}
