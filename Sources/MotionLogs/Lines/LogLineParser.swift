/// Understands a recording line by line as the lines come in, from a serial line or a pipe, also where some of them are
/// garbage.
///
/// Two kinds of line hold a row, and may be mixed:
/// - CSV, after a header that names its columns, as in a file (`CSVLogReader`). A header may come again at any time, as it
///   does when a device starts anew, and counts from then on.
/// - JSON, an object with the same names as keys: `{"t":0.01,"gyro_x":0,...}`, or with a list or an object for a sensor,
///   `{"t [ms]":10,"gyro [deg/s]":[0,0,0],"accel":{"x":0,"y":0,"z":9.8}}`. Keys that are not known are left out. Units are
///   those of the key, else those of the options, else SI: s, rad/s, m/s², µT.
///
/// A row without a stamp is allowed, since who reads a live line knows when it came.
public struct LogLineParser {
  /// What a line was.
  public enum Line: Sendable {
    /// A row, and whether it has a stamp of its own; where not, its `timestamp` is 0.
    case record(LogRecord, isStamped: Bool)
    /// The names of the columns of the rows that follow.
    case header(LogHeader)
    /// Nothing, or a comment.
    case empty
    /// Nothing that can be understood, and why.
    case unreadable(LogError)
  }

  /// How many lines have been parsed.
  public private(set) var lineCount = 0

  private let name: String
  private let options: LogOptions
  private var rows: (schema: LogSchema, parser: RowParser)?
  private var objects: JSONRowParser

  /// A parser before its first line.
  ///
  /// - Parameters:
  ///   - name: What the lines come from, for messages.
  ///   - header: The header that counts until one comes; nil for none. Throws where it names no columns or leaves a unit open.
  ///   - options: What the lines do not say of themselves.
  public init(name: String, header: String? = nil, options: LogOptions = LogOptions()) throws(LogError) {
    self.name = name
    var options = options
    // Rows without stamps are let through: the rate only says that there need be none.
    if options.samplingRate == nil { options.samplingRate = 1 }
    self.options = options
    objects = JSONRowParser(name: name, options: options)
    if let header { try take(TableHeader(text: header, line: 0)) }
  }

  /// Understands a line, without its end.
  public mutating func parse(_ line: some Collection<UInt8>) -> Line {
    lineCount += 1
    guard let first = line.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { return .empty }
    guard line.allSatisfy({ $0 >= UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else {
      return .unreadable(error("has bytes that are no text"))
    }
    // What the number parser may look at before and behind the line.
    let padding = [UInt8](repeating: 0, count: ByteReader.padding)
    let padded = padding + line + [UInt8(ascii: "\n")] + padding
    if first == UInt8(ascii: "{") { return object(padded) }
    if first == UInt8(ascii: "#") { return comment(padded) }
    return row(padded)
  }

  private mutating func object(_ padded: [UInt8]) -> Line {
    do throws(LogError) {
      let row = try objects.parse(padded, number: lineCount)
      return .record(row.record, isStamped: row.isStamped)
    } catch {
      return .unreadable(error)
    }
  }

  private mutating func comment(_ padded: [UInt8]) -> Line {
    guard let text = text(padded).trimmed.droppingCommentMark else { return .empty }
    let table = TableHeader(text: text.trimmed, line: lineCount)
    return table.namesTable ? header(table) : .empty
  }

  private mutating func row(_ padded: [UInt8]) -> Line {
    var problem = error("comes before a line that names the columns")
    if let (schema, parser) = rows {
      do throws(LogError) {
        return try record(padded, schema, parser)
      } catch {
        problem = error
      }
    }
    let table = TableHeader(text: text(padded).droppingByteOrderMark.trimmed, line: lineCount)
    return LogSchema.namesRecording(table) ? header(table) : .unreadable(problem)
  }

  private func record(
    _ padded: [UInt8], _ schema: LogSchema, _ parser: RowParser
  ) throws(LogError) -> Line {
    try padded.withUnsafeBufferPointer { bytes throws(LogError) in
      guard let start = bytes.baseAddress.map({ $0 + ByteReader.padding }) else { return .empty }
      let end = start + Self.content(of: padded).count
      try parser.parse(ByteReader.Line(start: start, end: end, isTerminated: true), number: lineCount)
      let isStamped = schema.stampExponent != nil
      return .record(
        LogRecord(
          timestamp: isStamped ? parser.timestamp : 0, values: parser.values,
          hasGroundTruth: schema.header.hasGroundTruth),
        isStamped: isStamped)
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
    LogError(path: name, line: lineCount, message: "the line \(message)")
  }
}
