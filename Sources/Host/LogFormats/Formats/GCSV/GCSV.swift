import FileAccess
import LogTables

extension LogFormat {
  /// A gyroscope log of Gyroflow.
  static let gcsv = LogFormat(
    name: "gcsv", recognition: "GYROFLOW IMU LOG, or lines key,value before t,gx,gy,gz",
    matches: { file throws(LogError) in
      guard file.isText else { return false }
      return GCSV.matches(try file.head())
    }, content: { _ in .recording },
    open: { file, options throws(LogError) in try GCSV.reader(file.reader, options: options) })
}

/// A log of Gyroflow, `.gcsv`: lines of a key and a value, then a table of whole numbers `t,gx,gy,gz` with optional
/// `ax,ay,az` and `mx,my,mz`.
///
/// Values times `gscale`, `ascale` and `mscale` are in rad/s, g and gauss, times `tscale` in seconds. `orientation` names the
/// source of each axis, in lower case for the opposite direction.
/// Source: Gyroflow, "GCSV log format", version 1.3.
enum GCSV {
  /// Whether a text begins like a log of Gyroflow.
  static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
    let text = String(decoding: head.prefix(4096), as: UTF8.self).droppingByteOrderMark
    let lines = text.split(separator: "\n").map(\.trimmed)
    let first = lines.first?.uppercased() ?? ""
    if first.hasPrefix("GYROFLOW IMU LOG") || first.hasPrefix("CAMERA IMU LOG") { return true }
    guard let columns = lines.firstIndex(where: isColumns) else { return false }
    return lines[..<columns].contains { ["gscale", "tscale"].contains(entry($0)?.key) }
  }

  /// A reader of a log.
  static func reader(_ reader: ByteReader, options: LogOptions) throws(LogError) -> CSVLogReader {
    var values: [String: String] = [:]
    while let line = try reader.nextLine() {
      let text = line.text.droppingByteOrderMark.trimmed
      if isColumns(text) {
        var table = TableHeader(text: text.lowercased(), line: reader.lineNumber)
        table.apply(try convention(values, line: reader.lineNumber, path: reader.path))
        return try CSVLogReader(reader: reader, table: table, options: options)
      }
      if let (key, value) = entry(text), values.count < 64 { values[key] = value }
    }
    throw LogError(path: reader.path, line: reader.lineNumber, message: "the file ends before the columns t,gx,gy,gz")
  }

  private static func isColumns(_ line: String) -> Bool {
    line.lowercased().filter { $0 != " " }.hasPrefix("t,gx,gy,gz")
  }

  /// A line `key,value`, also with a colon.
  private static func entry(_ line: String) -> (key: String, value: String)? {
    guard let end = line.firstIndex(where: { $0 == "," || $0 == ":" }) else { return nil }
    return (line[..<end].trimmed.lowercased(), line[line.index(after: end)...].trimmed)
  }

  private static func convention(
    _ values: [String: String], line: Int, path: String
  ) throws(LogError) -> TableConvention {
    func scale(_ key: String, default value: Double?) throws(LogError) -> Double? {
      guard let text = values[key] else { return value }
      guard let scale = Double(text), scale.isFinite, scale != 0 else {
        throw LogError(path: path, line: line, name: key, message: "expected a number, found \"\(text.prefix(40))\"")
      }
      return scale
    }
    var convention = TableConvention(formatName: "gcsv")
    convention.scales[.time] = try scale("tscale", default: 0.001)
    convention.scales[.angularRate] = try scale("gscale", default: nil)
    convention.scales[.specificForce] = try scale("ascale", default: nil).map { $0 * 9.80665 }
    convention.scales[.magneticField] = try scale("mscale", default: nil).map { $0 * 100 }
    convention.orientation = try orientation(values["orientation"] ?? "xzY", line: line, path: path)
    return convention
  }

  /// For each axis of the file, its axis in the row and its sign. `YxZ` gives (y, -x, z).
  private static func orientation(
    _ text: String, line: Int, path: String
  ) throws(LogError) -> [(axis: Int, sign: Double)] {
    let letters = Array(text)
    let sources = letters.map { Array("xyz").firstIndex(of: Character($0.lowercased())) ?? -1 }
    guard sources.sorted() == [0, 1, 2] else {
      throw LogError(
        path: path, line: line, name: "orientation",
        message: "expected x, y and z in any order, found \"\(text.prefix(40))\"")
    }
    return (0..<3).map { source in
      let target = sources.firstIndex(of: source) ?? 0
      return (target, letters[target].isLowercase ? -1 : 1)
    }
  }
}
