import FileAccess
import LogTables

/// Parses samples line by line as they arrive from a serial line or a pipe, and recovers from garbage.
///
/// Two kinds of line hold a row, and may be mixed:
/// - CSV, after a header that names its columns, as in a file (`CSVLogReader`). A later header, such as that of a device
///   after a restart, replaces the former.
/// - JSON, an object with the same names as keys: `{"t":0.01,"gyro_x":0,...}`, or with a list or an object for a sensor,
///   `{"t [ms]":10,"gyro [deg/s]":[0,0,0],"accel":{"x":0,"y":0,"z":9.8}}`. Unknown keys are skipped. Units are those of the
///   key, else those of the options, else SI: s, rad/s, m/s², µT.
///
/// Rows need no timestamp: the receiver knows their time of arrival.
public struct LogLineParser {
  /// The content of a line.
  public enum Line: Sendable {
    /// A row. Without a timestamp in the line, its `timestamp` is 0.
    case record(LogRecord, hasTimestamp: Bool)
    /// The columns of the following rows.
    case header(LogHeader)
    /// A blank line or a comment.
    case empty
    /// An unparseable line, and why.
    case unreadable(LogError)
  }

  /// Lines parsed so far.
  public private(set) var lineCount = 0

  private let name: String
  private let options: LogOptions
  private var rows: (schema: LogSchema, parser: RowParser)?
  private var objects: JSONRowParser

  /// A parser before its first line.
  ///
  /// - Parameters:
  ///   - name: The source of the lines, for messages.
  ///   - header: The header until a line replaces it. Throws if it names no sensor or a unit is missing.
  ///   - options: Units that the lines do not give.
  public init(name: String, header: String? = nil, options: LogOptions = LogOptions()) throws(LogError) {
    self.name = name
    self.options = options
    objects = JSONRowParser(name: name, options: options)
    if let header { try take(TableHeader(text: header, line: 0)) }
  }

  /// Parses a line without its terminator.
  public mutating func parse(_ line: some Collection<UInt8>) -> Line {
    lineCount += 1
    guard let first = line.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { return .empty }
    guard line.allSatisfy({ $0 >= UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else {
      return .unreadable(error("control characters in the line"))
    }
    // The number parser reads up to this many bytes before and after the line.
    let padding = [UInt8](repeating: 0, count: ByteReader.padding)
    var padded = padding + line + [UInt8(ascii: "\n")] + padding
    if first == UInt8(ascii: "{") { return object(padded) }
    if first == UInt8(ascii: "#") { return comment(padded) }
    return row(&padded)
  }

  private mutating func object(_ padded: [UInt8]) -> Line {
    do throws(LogError) {
      let row = try objects.parse(padded, number: lineCount)
      return .record(row.record, hasTimestamp: row.hasTimestamp)
    } catch {
      return .unreadable(error)
    }
  }

  private mutating func comment(_ padded: [UInt8]) -> Line {
    guard let text = text(padded).trimmed.droppingCommentMark else { return .empty }
    let table = TableHeader(text: text.trimmed, line: lineCount)
    return table.namesTable ? header(table) : .empty
  }

  private mutating func row(_ padded: inout [UInt8]) -> Line {
    var problem = error("row before the line that names the columns")
    if let (schema, parser) = rows {
      do throws(LogError) {
        return try record(&padded, schema, parser)
      } catch {
        problem = error
      }
    }
    let table = TableHeader(text: text(padded).droppingByteOrderMark.trimmed, line: lineCount)
    return LogSchema.namesRecording(table) ? header(table) : .unreadable(problem)
  }

  private func record(
    _ padded: inout [UInt8], _ schema: LogSchema, _ parser: RowParser
  ) throws(LogError) -> Line {
    let count = Self.content(of: padded).count
    // The parser writes points in place of decimal commas.
    return try padded.withUnsafeMutableBufferPointer { bytes throws(LogError) in
      guard let start = bytes.baseAddress.map({ UnsafePointer($0) + ByteReader.padding }) else { return .empty }
      let end = start + count
      try parser.parse(ByteReader.Line(start: start, end: end, isTerminated: true), number: lineCount)
      let hasTimestamp = schema.timestampExponent != nil
      return .record(
        LogRecord(
          timestamp: hasTimestamp ? parser.timestamp : 0, values: parser.values,
          hasGroundTruth: schema.header.hasGroundTruth),
        hasTimestamp: hasTimestamp)
    }
  }

  private mutating func header(_ table: TableHeader) -> Line {
    do throws(LogError) {
      return .header(try take(table))
    } catch {
      return .unreadable(error)
    }
  }

  @discardableResult
  private mutating func take(_ table: TableHeader) throws(LogError) -> LogHeader {
    var table = table
    table.apply(TableConvention(of: table))
    var options = options
    // Any rate admits rows without timestamps; its value is not used.
    options.samplingRate = table.columns.contains { $0.quantity == .time } ? nil : 1
    let schema = try LogSchema(table, options: options, path: name)
    rows = (schema, RowParser(schema: schema, path: name))
    return schema.header
  }

  private static func content(of padded: [UInt8]) -> ArraySlice<UInt8> {
    padded[ByteReader.padding..<(padded.count - ByteReader.padding - 1)]
  }

  private func text(_ padded: [UInt8]) -> String {
    String(decoding: Self.content(of: padded), as: UTF8.self)
  }

  private func error(_ message: String) -> LogError {
    LogError(path: name, line: lineCount, message: message)
  }
}
