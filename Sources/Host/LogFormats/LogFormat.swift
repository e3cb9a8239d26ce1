import FileAccess
import LogTables

/// A format of logs: how its files are recognised and opened. `all` lists every format.
struct LogFormat: Sendable {
  /// The name in headers and lists.
  var name: String
  /// How a file is recognised, for the list of formats.
  var recognition: String
  /// Whether a file is of this format, by its content.
  var matches: @Sendable (LogFile) throws(LogError) -> Bool
  /// What a file of this format holds, without the units that it may lack. Throws if the file is damaged so that it cannot be
  /// opened.
  var content: @Sendable (LogFile) throws(LogError) -> Content
  /// Opens a file of this format.
  var open: @Sendable (LogFile, LogOptions) throws(LogError) -> any MotionLogReader
  /// The messages of a format of several streams; nil for others.
  var schema: StreamSchema?

  /// What a file holds.
  enum Content {
    /// Readings of at least one sensor.
    case recording
    /// Attitudes without readings: a result, or a reference.
    case attitudes
    /// Anything else.
    case other

    /// The content of a table.
    init(_ table: TableHeader) {
      self = LogSchema.namesRecording(table) ? .recording : table.namesAttitude ? .attitudes : .other
    }
  }

  /// Every format, in the order in which a file is compared with them.
  static let all: [LogFormat] = {
    let streams: [LogFormat] = [
      .mcap, .ros2Database, .rosBag, .ulog, .dataFlash, .dataFlashText, .telemetry, .gpmf,
    ]
    var all: [LogFormat] = [.broad]
    all += RecordingLayout.all.map(layout)
    all += [.zippedTable, .numPy, .arrow, .matlab]
    return all + streams + [.gcsv] + tables
  }()

  /// The format of a file. Throws the reason for a file of no known format.
  static func format(of file: LogFile) throws(LogError) -> LogFormat {
    let foreign = ForeignFile(try file.head())
    if let foreign, foreign.isCertain { throw foreign.error(path: file.path) }
    if let format = try match(file) { return format }
    if let foreign { throw foreign.error(path: file.path) }
    throw LogError(
      path: file.path, message: "unknown format; expected one of \(all.map(\.name).joined(separator: ", "))")
  }

  /// The format of a file; nil for content of no known format. Throws for content that may hold a log, but cannot be read.
  static func match(_ file: LogFile) throws(LogError) -> LogFormat? {
    if let fact = LogError.Fact(unreadable: try file.head()) { throw LogError(path: file.path, fact) }
    for format in all where try format.matches(file) { return format }
    return nil
  }
}

extension LogFormat {
  /// A format of several streams, whose messages are read by `reader`: once to survey the file, and once for the rows.
  static func streams<Reader: MessageReader>(
    _ schema: StreamSchema, recognition: String, matches: @escaping @Sendable (LogFile) throws(LogError) -> Bool,
    reader: @escaping @Sendable (_ file: LogFile, _ isSurvey: Bool) throws(LogError) -> Reader
  ) -> LogFormat {
    LogFormat(
      name: schema.formatName, recognition: recognition, matches: matches, content: { _ in .recording },
      open: { (file, options) throws(LogError) in
        var survey = try TopicSurvey(try reader(file, true), schema: schema)
        if let offset = file.damagedAt { survey.addDamage(at: offset) }
        let choice = try RecordingChoice(schema, survey, instance: file.instance, options: options, path: file.path)
        var header = LogHeader(survey, schema, choice)
        header.unusedOptions = options.tableOptions
        return StreamedLogReader(
          TopicSource(try reader(file, false), schema: schema, wanted: choice.wanted), header: header)
      }, schema: schema)
  }
}
