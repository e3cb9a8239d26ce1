/// Opens and finds logs by their content.
public enum MotionLog {
  /// Opens a log of any format, which is detected from the content, not from the name. "-" is text on standard input.
  /// `flight.ulg#1` is the second recording of a file of several.
  ///
  /// Throws if the log is unreadable, of an unknown format, or has a unit missing that `options` do not give.
  public static func open(
    _ path: String, options: LogOptions = LogOptions()
  ) throws(LogError) -> any MotionLogReader {
    let file = try LogFile(path)
    let format = try LogFormat.format(of: file)
    if format.schema == nil {
      if let name = options.topic ?? file.instance.map({ "#\($0)" }) {
        throw LogError(path: path, .topicMissing(name, candidates: []))
      }
      if let name = options.truthTopic { throw LogError(path: path, .truthMissing(name, candidates: [])) }
    }
    return try format.open(file, options)
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

  /// What the file at a path is, by its content.
  public static func kind(of path: String) -> Kind {
    guard path != "-" else { return .other }
    do throws(LogError) {
      guard FileKind(of: try LogFile.resolve(path).files[0]) == .file else { return .other }
    } catch {
      return .other
    }
    var isText = false
    do throws(LogError) {
      let file = try LogFile(path)
      isText = file.isText
      guard let format = try LogFormat.match(file) else { return .other }
      return try format.isRecording(file) ? .log(format.name) : .other
    } catch {
      // A text without columns is another text, not a damaged log.
      return isText ? .other : .unreadable(error)
    }
  }

  /// Whether a path is a log that can be read; see `kind(of:)`.
  public static func isLog(_ path: String) -> Bool { if case .log = kind(of: path) { true } else { false } }

  /// The file with the rows of a log: the path itself, the path without its `#1`, `data.csv` in an EuRoC folder, or the first file
  /// of a ROS 2 bag; nil for any other folder.
  public static func file(of path: String) -> String? { try? LogFile.resolve(path).files[0] }

  /// The logs in a folder, sorted by name: files and EuRoC folders, with those that look like a log but cannot be read. Hidden
  /// entries and deeper folders are skipped. Throws if the folder is unreadable.
  public static func logs(in folder: String) throws(LogError) -> [String] {
    let names = try FolderEntries.names(in: folder).filter { !$0.hasPrefix(".") }
    let prefix = folder.hasSuffix("/") ? folder : "\(folder)/"
    return names.sorted().map { prefix + $0 }.filter {
      if case .other = kind(of: $0) { false } else { true }
    }
  }
}
