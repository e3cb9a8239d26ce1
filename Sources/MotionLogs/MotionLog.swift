/// Opens and finds logs by their content.
public enum MotionLog {
  /// Opens a log of any format, which is detected from the content, not from the name. "-" is text on standard input.
  /// `flight.ulg#1` is the second recording of a file of several; with ``LogOptions/imus`` several are one.
  ///
  /// Throws if the log is unreadable, of an unknown format, or has a unit missing that `options` do not give.
  public static func open(
    _ path: String, options: LogOptions = LogOptions()
  ) throws(LogError) -> any MotionLogReader {
    if let imus = options.imus { return try VotedReader(path, imus, options: options) }
    let reader = try openAsStored(path, options: options)
    guard options.reassignsAxes else { return reader }
    return ReassignedReader(reader, options: options)
  }

  private static func openAsStored(_ path: String, options: LogOptions) throws(LogError) -> any MotionLogReader {
    if !options.companions.isEmpty { return try GivenTables.reader([path] + options.companions, options: options) }
    let file = try LogFile(path, options: options)
    let format = try LogFormat.format(of: file)
    if format.schema == nil, let name = options.topic ?? file.instance.map({ "#\($0)" }) {
      throw LogError(path: path, .topicMissing(name, candidates: []))
    }
    let reader = try format.open(file, options)
    if format.schema == nil, let name = options.truthTopic {
      let attitudes = reader.header.contents?.attitudes ?? []
      guard attitudes.contains(name) else { throw LogError(path: path, .truthMissing(name, candidates: attitudes)) }
    }
    return reader
  }

  /// What a file is.
  public enum Kind: Sendable {
    /// A log, by the name of its format. Its units may be missing.
    case log(String)
    /// Something else: a text, a picture, a table of attitudes.
    case other
    /// What looks like a log, or like a compressed one, but cannot be read, and why.
    case unreadable(LogError)
  }

  /// What the file at a path is, by its content. A file with the ending of a log's name that is not a log is unreadable, unless
  /// it is a table of attitudes.
  public static func kind(of path: String) -> Kind {
    guard path != "-" else { return .other }
    let (name, hasEnding) = ((try? LogFile.resolve(path).files[0]) ?? path, LogEnding.matches(path))
    switch FileKind(of: name) {
    case .file: break
    case .missing where hasEnding || !path.isUTF8: return .unreadable(.failedToOpen(path))
    case .folder, .missing, .other: return .other
    }
    var isText = false
    do throws(LogError) {
      let file = try LogFile(path)
      isText = file.isText
      // The first line of the results of `cardan`, whatever their columns.
      let isResult = try file.begins(with: Array("# cardan ".utf8))
      if let format = try LogFormat.match(file) {
        switch try format.content(file) {
        case .recording: return .log(format.name)
        case .attitudes: return .other
        case .other where isResult: return .other
        case .other: break
        }
        if hasEnding { _ = try format.open(file, LogOptions()) }
      } else if hasEnding {
        _ = try LogFormat.format(of: file)
      }
      return .other
    } catch {
      // A text without columns is another text, not a damaged log.
      return isText && !hasEnding ? .other : .unreadable(error)
    }
  }

  /// Whether a path is a log that can be read; see `kind(of:)`.
  public static func isLog(_ path: String) -> Bool { if case .log = kind(of: path) { true } else { false } }

  /// The file with the rows of a log: the path itself, the path without its `#1`, the main file of a folder that is one
  /// recording, or the first file of a ROS 2 bag; nil for any other folder.
  public static func file(of path: String) -> String? { try? LogFile.resolve(path).files[0] }
}
