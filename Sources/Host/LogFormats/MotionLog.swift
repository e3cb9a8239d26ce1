// LogFormats: logs of every format by their content, and results in formats that others read.
// A format is a folder of `Formats`: mark, reader, schema, writer. It fuses nothing and judges nothing.

import FileAccess
@_exported public import LogTables

/// Opens and finds logs by their content.
public enum MotionLog {
  /// Opens a log of any format, which is detected from the content, not from the name. "-" is standard input.
  /// `flight.ulg#1` is the second recording of a file of several; with `LogOptions.imus` several are one.
  ///
  /// Throws if the log is unreadable, of an unknown format, or has a unit missing that `options` do not give.
  public static func open(
    _ path: String, options: LogOptions = LogOptions()
  ) throws(LogError) -> any MotionLogReader {
    if let imus = options.imus { return try VotedReader(path, imus, options: options) }
    let reader = try openWithUnits(path, options: options)
    guard options.reassignsAxes else { return reader }
    return ReassignedReader(reader, options: options)
  }

  /// Opens a log with the units that its values suggest, where nothing gives them and the options allow it. An error for missing units
  /// says what the values suggest.
  private static func openWithUnits(_ path: String, options: LogOptions) throws(LogError) -> any MotionLogReader {
    do throws(LogError) {
      return try openAsStored(path, options: options)
    } catch {
      guard case .unitsMissing(let gaps, let needsRate, let gravityFree) = error.fact else { throw error }
      let filled = UnitGuess.filled(gaps, needsRate: needsRate, path: path, options: options)
      let guesses = filled.compactMap { gap in gap.guess.map { (reading: gap.reading, unit: $0) } }
      guard options.assumesUnits, guesses.count == gaps.count else {
        var error = error
        error.fact = .unitsMissing(filled, needsRate: needsRate, gravityFree: gravityFree)
        throw error
      }
      var options = options
      for guess in guesses { options.setUnit(guess.unit, of: guess.reading) }
      return AssumedReader(try openAsStored(path, options: options), units: guesses)
    }
  }

  private static func openAsStored(_ path: String, options: LogOptions) throws(LogError) -> any MotionLogReader {
    if !options.companions.isEmpty { return try GivenTables.reader([path] + options.companions, options: options) }
    do throws(LogError) {
      return try openAlone(path, options: options)
    } catch {
      if case .unitsMissing = error.fact { throw error }
      // A table without sensors may belong to others.
      guard case .invalid(let message) = error.fact, let folder = RecordingLayout.folder(ofPart: path) else {
        throw error
      }
      throw LogError(
        path: error.path, line: error.line, column: error.column, name: error.name,
        message: "\(message); the folder '\(folder)' is one recording")
    }
  }

  private static func openAlone(_ path: String, options: LogOptions) throws(LogError) -> any MotionLogReader {
    let file = try LogFile(path, options: options)
    let format = try LogFormat.format(of: file)
    let hasSeveral = file.instance != nil ? try file.isOneOfSeveral() : false
    if format.schema == nil, let name = options.topic ?? (hasSeveral ? nil : file.instance.map { "#\($0)" }) {
      throw LogError(path: path, message: "no gyroscope \(name): \(format.name) has one recording and no topics")
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
  public static func kind(of path: String) -> Kind { survey(path).kind }

  /// What the file at a path is, and the paths of its recordings if it has several; opened once.
  static func survey(_ path: String) -> (kind: Kind, recordings: [String]) {
    guard path != "-" else { return (.other, []) }
    let (name, hasEnding) = ((try? LogFile.resolve(path).files[0]) ?? path, LogEnding.matches(path))
    switch FileKind(of: name) {
    case .file: break
    case .missing where hasEnding || !path.isUTF8: return (.unreadable(.failedToOpen(path)), [])
    case .folder, .missing, .other: return (.other, [])
    }
    var isText = false
    do throws(LogError) {
      let file = try LogFile(path)
      isText = file.isText
      // The first line of the results of `cardan`, whatever their columns.
      let first = try file.reader.linesAhead(1).first ?? ""
      let isResult = first.hasPrefix("# cardan ") || AttitudeColumns(header: first) != nil
      if let format = try LogFormat.match(file) {
        switch try format.content(file) {
        case .recording: return (.log(format.name), recordings(of: file))
        case .attitudes: return (.other, [])
        case .other where isResult: return (.other, [])
        case .other: break
        }
        if hasEnding { _ = try format.open(file, LogOptions()) }
      } else if hasEnding {
        _ = try LogFormat.format(of: file)
      }
      return (.other, [])
    } catch {
      // A text without columns is another text, not a damaged log.
      return (isText && !hasEnding ? .other : .unreadable(error), [])
    }
  }

  /// The paths of the recordings of a folder, an archive or a table of several, with their numbers; empty for other paths.
  public static func recordings(of path: String) -> [String] {
    guard path != "-", let file = try? LogFile(path) else { return [] }
    return recordings(of: file)
  }

  private static func recordings(of file: LogFile) -> [String] {
    guard file.instance == nil, let names = try? file.recordingNames() else { return [] }
    return names.indices.map { "\(file.path)#\($0)" }
  }

  /// Whether a path is a log that can be read; see `kind(of:)`.
  public static func isLog(_ path: String) -> Bool { if case .log = kind(of: path) { true } else { false } }

  /// The file with the rows of a log: the path itself, the path without its `#1`, the main file of a folder that is one
  /// recording, or the first file of a ROS 2 bag; nil for any other folder.
  public static func file(of path: String) -> String? { try? LogFile.resolve(path).files[0] }

  /// The files that a log consists of: the parts of a ROS 2 bag, the files of a folder that is one recording, otherwise that with
  /// its rows; empty for any other folder.
  public static func files(of path: String) -> [String] {
    guard let parts = try? LogFile.resolve(path).files else { return [] }
    guard FileKind(of: path) == .folder, let names = try? FolderEntries.names(in: path) else { return parts }
    let prefix = path.hasSuffix("/") ? path : "\(path)/"
    let inside = names.filter { !$0.hasPrefix(".") }.map { prefix + $0 }.filter { FileKind(of: $0) == .file }
    return parts + inside.filter { !parts.contains($0) }.sorted()
  }
}

/// A log whose units are those that its values suggest.
private struct AssumedReader: MotionLogReader {
  private var base: any MotionLogReader
  let header: LogHeader

  var damage: LogDamage { base.damage }

  init(_ base: any MotionLogReader, units: [(reading: LogError.Reading, unit: String)]) {
    self.base = base
    var header = base.header
    header.assumedUnits = units
    self.header = header
  }

  mutating func next() throws(LogError) -> LogRecord? { try base.next() }

  mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    try base.read(into: &records, atMost: limit)
  }
}

/// A log whose sensors are read in other axes.
private struct ReassignedReader: MotionLogReader {
  private var base: any MotionLogReader
  private let options: LogOptions

  var header: LogHeader { base.header }
  var damage: LogDamage { base.damage }

  init(_ base: any MotionLogReader, options: LogOptions) { (self.base, self.options) = (base, options) }

  mutating func next() throws(LogError) -> LogRecord? {
    guard var record = try base.next() else { return nil }
    turn(&record)
    return record
  }

  mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    defer { for index in records.indices { turn(&records[index]) } }
    try base.read(into: &records, atMost: limit)
  }

  private func turn(_ record: inout LogRecord) {
    if let axes = options.gyroscopeAxes { record.angularRate = axes.apply(to: record.angularRate) }
    if let axes = options.accelerometerAxes { record.specificForce = axes.apply(to: record.specificForce) }
    if let axes = options.magnetometerAxes { record.magneticField = axes.apply(to: record.magneticField) }
  }
}
