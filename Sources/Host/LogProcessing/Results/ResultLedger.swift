import FileAccess
import JSONCoding
import LogFormats
import LogTables
import SystemLibrary

/// A record of finished results, so that an interrupted run can resume.
///
/// Each result has an entry in the hidden folder `.cardan` beside it: the settings, the version of the log (size and time of
/// modification), the content of the result (size and CRC-64), and its `LogResult`. The entry is written atomically after the
/// result. A result is done if its entry exists and log, settings and content are unchanged. Several processes may use one
/// folder if they work on different logs. A log on which the process crashed twice is not begun a third time; see `LogMark`.
public struct ResultLedger: Sendable {
  /// The version of the entries; others are ignored.
  private static let version = 1

  private struct Entry: Codable {
    var version: Int
    var settings: String
    var input: FileVersion
    var output: FileIdentity
    var result: LogResult
  }

  /// Everything but the logs that the results depend on, as text.
  public let settings: String

  /// A ledger for runs with these settings.
  public init(settings: String) { self.settings = settings }

  /// The record of a finished, unchanged result; nil if the log must be processed.
  public func intactResult(of log: String, at output: String) -> LogResult? {
    guard let data = RegularFile.contents(of: Self.entryPath(of: output)),
      let entry = try? JSON.value(Entry.self, from: data),
      entry.version == Self.version, entry.settings == settings,
      entry.result.log == log, entry.result.output == output,
      entry.input == FileVersion(ofLog: log), entry.output == FileIdentity(of: output)
    else { return nil }
    // A process that was killed between the entry and the removal of its mark left the mark.
    unlink(Self.entryPath(of: output, ending: "begun"))
    return entry.result
  }

  /// Whether the result at a path is that of a log, by the entry of an earlier run with any settings; nil without one. A log that was
  /// moved and not changed is the same log.
  public func isResult(at output: String, of log: String) -> Bool? {
    guard let data = RegularFile.contents(of: Self.entryPath(of: output)),
      let entry = try? JSON.value(Entry.self, from: data), entry.version == Self.version
    else { return nil }
    return entry.result.log == log || FilePath.isSameFile(entry.result.log, log)
      || entry.input == FileVersion(ofLog: log)
  }

  /// Begins a log, on the thread that processes it. Throws if the process crashed or hung twice on this log with these settings.
  public func begin(_ log: String, for output: String) throws(LogError) -> Begun {
    let version = FileVersion(ofLog: log)
    let work = "\(settings), \(version.map { "\($0.size) \($0.modified)" } ?? "-"), \(log)"
    let path = Self.entryPath(of: output, ending: "begun")
    guard let mark = LogMark(path: path, work: work) else {
      throw LogError(path: log, message: "ended the program or its time in two earlier runs; not begun a third time")
    }
    return Begun(log: log, version: version, mark: mark)
  }

  /// Lets a crash of the process mark the log of its thread. Call once, before the first log.
  public static func watchCrashes() { LogMark.watchCrashes() }

  /// Counts the logs that are being processed as ones that hung, before a process that does not end by itself is ended.
  /// Async-signal-safe.
  public static func countUnfinished() { LogMark.countUnfinished() }

  /// A log being processed, until this value is released.
  public struct Begun: Sendable {
    fileprivate let log: String
    fileprivate let version: FileVersion?
    fileprivate let mark: LogMark

    /// Counts the log as one that hung: the second time, it is not begun again.
    public func countAsHung() { mark.keep() }
  }

  /// Enters a finished result. Results of pipes and of logs that changed meanwhile are not entered.
  public func enter(_ result: LogResult, of begun: Begun) throws(LogError) {
    guard let output = result.output, let version = begun.version, version == FileVersion(ofLog: begun.log),
      let identity = FileIdentity(of: output)
    else { return }
    let entry = Entry(
      version: Self.version, settings: settings, input: version, output: identity, result: result)
    guard let text = try? JSON.text(of: entry) else { return }
    let file = try AtomicFile(path: Self.entryPath(of: output))
    try file.write(text + "\n")
    try file.finish()
  }

  /// Creates the folders of the entries, and removes unfinished files of killed processes.
  public static func prepare(for outputs: [String]) throws(LogError) {
    let entries = outputs.map { entryPath(of: $0) }
    for folder in Set(entries.map { String(FilePath.parts(of: $0).folder.dropLast()) }) {
      if let reason = FolderEntries.makeFolder(folder) {
        throw LogError(path: folder, message: "failed to create the folder: \(reason)")
      }
      // It would lead to files elsewhere.
      if FileKind.isLink(folder) { throw LogError(path: folder, message: "a symbolic link; remove it for --resume") }
    }
    // Pipes and links with the names of entries are not the ledger's: it would wait for them, or write elsewhere.
    for entry in entries {
      var status = stat()
      if lstat(entry, &status) == 0, status.st_mode & S_IFMT != S_IFREG { unlink(entry) }
    }
    AtomicFile.removeRemnants(of: outputs + entries)
  }

  private static let folderName = ".cardan"

  private static func entryPath(of output: String, ending: String = "json") -> String {
    let (folder, name) = FilePath.parts(of: output)
    return "\(folder)\(folderName)/\(name).\(ending)"
  }
}

/// The size and checksum of a file.
struct FileIdentity: Codable, Equatable {
  /// Bytes.
  var size: Int
  /// The CRC-64/XZ of the bytes, in hexadecimal digits.
  var crc64: String

  /// Reads a file; nil if it is unreadable.
  init?(of path: String) {
    guard let file = RegularFile(path) else { return nil }
    var (check, size) = (CyclicRedundancyCheck(), 0)
    while true {
      guard let piece = file.read(upTo: 1 << 20) else { return nil }
      if piece.isEmpty { break }
      piece.withUnsafeBytes { check.update($0) }
      size += piece.count
    }
    self.size = size
    crc64 = String(check.value, radix: 16)
  }
}

/// The version of a log by the attributes of its files.
struct FileVersion: Codable, Equatable {
  /// Bytes of all files.
  var size = 0
  /// The time of modification, in nanoseconds since 1970, modulo 2^64: file systems have dates beyond 292 years. Those of several
  /// files are combined.
  var modified = 0

  /// The version of the files of a log; nil without one, and if one is not a regular file.
  init?(ofLog path: String) {
    let files = MotionLog.files(of: path)
    if files.isEmpty { return nil }
    for file in files {
      var status = stat()
      guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      size += Int(status.st_size)
      modified = modified &* 31 &+ Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
    }
  }
}
