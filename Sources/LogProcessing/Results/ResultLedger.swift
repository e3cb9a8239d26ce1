import Foundation
import MotionLogs

/// The book of what is done, for work that may be killed and taken up again.
///
/// Beside the results, in the hidden folder `.cardan`, each has an entry: under which settings it was made, from which
/// state of the log (size and time of the last change), what it must contain (size and CRC-64), and its record. The entry
/// is written when the result has its name, and appears whole or not at all. A result counts as done when its entry says
/// so and log, settings and content are still the same; anything else is done again. Several processes may use one
/// folder as long as they work on different logs.
public struct ResultLedger: Sendable {
  /// The form of the entries; another number is not read.
  private static let version = 1

  private struct Entry: Codable {
    var version: Int
    var settings: String
    var input: FileVersion
    var output: FileIdentity
    var result: LogResult
  }

  /// Everything that the results depend on but for the logs, as a text.
  public let settings: String

  /// A ledger for work under these settings.
  public init(settings: String) { self.settings = settings }

  /// The record of a result that is done and intact; nil where there is something to do.
  public func intactResult(of log: String, at output: String) -> LogResult? {
    guard let data = FileManager.default.contents(atPath: Self.entryPath(of: output)),
      let entry = try? JSONDecoder().decode(Entry.self, from: data),
      entry.version == Self.version, entry.settings == settings,
      entry.result.log == log, entry.result.output == output,
      entry.input == FileVersion(ofLog: log), entry.output == FileIdentity(of: output)
    else { return nil }
    return entry.result
  }

  /// The state of a log before it is read: what its entry will be about.
  public func begin(_ log: String) -> Begun { Begun(log: log, version: FileVersion(ofLog: log)) }

  /// A log in work.
  public struct Begun: Sendable {
    fileprivate let log: String
    fileprivate let version: FileVersion?
  }

  /// Enters a result that has its name. One whose log is no file, or was changed meanwhile, is not entered.
  public func enter(_ result: LogResult, of begun: Begun) throws(LogError) {
    guard let output = result.output, let version = begun.version, version == FileVersion(ofLog: begun.log),
      let identity = FileIdentity(of: output)
    else { return }
    let entry = Entry(
      version: Self.version, settings: settings, input: version, output: identity, result: result)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(entry) else { return }
    let file = try AtomicFile(path: Self.entryPath(of: output))
    try file.write(String(decoding: data, as: UTF8.self) + "\n")
    try file.finish()
  }

  /// Makes the folders of the entries, and removes what killed runs have left half-written.
  public static func prepare(for outputs: [String]) throws(LogError) {
    let entries = outputs.map(entryPath)
    for folder in Set(entries.map { ($0 as NSString).deletingLastPathComponent }) {
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw LogError(path: folder, message: "cannot be made: \(error.localizedDescription)")
      }
    }
    AtomicFile.removeRemnants(of: outputs + entries)
  }

  private static let folderName = ".cardan"

  private static func entryPath(of output: String) -> String {
    let path = output as NSString
    let folder = (path.deletingLastPathComponent as NSString).appendingPathComponent(folderName)
    return (folder as NSString).appendingPathComponent("\(path.lastPathComponent).json")
  }
}

/// The content of a file, in short: what a result must still be to be called intact.
struct FileIdentity: Codable, Equatable {
  /// Bytes.
  var size: Int
  /// The CRC-64/XZ of the bytes, in hexadecimal digits.
  var crc64: String

  /// Reads a file; nil where that cannot be done.
  init?(of path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    var (check, size) = (CyclicRedundancyCheck(), 0)
    while true {
      guard let piece = try? file.read(upToCount: 1 << 20) ?? Data() else { return nil }
      if piece.isEmpty { break }
      piece.withUnsafeBytes { check.update($0) }
      size += piece.count
    }
    self.size = size
    crc64 = String(check.value, radix: 16)
  }
}

/// Which state of a log was processed, by what can be asked without reading it.
struct FileVersion: Codable, Equatable {
  /// Bytes.
  var size: Int
  /// When it was last changed, in nanoseconds since 1970.
  var modified: Int

  /// Asks for the file that holds the rows of a log; nil where there is none.
  init?(ofLog path: String) {
    var status = stat()
    guard let file = MotionLog.file(of: path), stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    size = Int(status.st_size)
    modified = Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
  }
}
