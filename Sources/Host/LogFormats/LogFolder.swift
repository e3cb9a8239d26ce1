import FileAccess
import LogTables

/// The logs and the other files in a folder. Hidden entries are ignored.
public struct LogFolder: Sendable {
  /// The logs, sorted by name within each folder: files, folders that are one recording, and files that look like a log by their
  /// name or content but cannot be read. A path of several recordings is one for each, `walk.zip#0`.
  public private(set) var logs: [String] = []
  /// The files that are not logs.
  public private(set) var others: [String] = []
  /// The folders in it that are not one recording.
  public private(set) var folderCount = 0

  /// Searches a folder, and the folders in it if `isRecursive`. Links to folders are not followed. Throws if the folder is
  /// unreadable; an unreadable folder in it is among the logs.
  public init(_ path: String, isRecursive: Bool = false) throws(LogError) {
    let names = try FolderEntries.names(in: path).filter { !$0.hasPrefix(".") }
    let prefix = path.hasSuffix("/") ? path : "\(path)/"
    for entry in names.sorted().map({ prefix + $0 }) {
      let (kind, recordings) = MotionLog.survey(entry)
      switch kind {
      case .log, .unreadable: logs += recordings.isEmpty ? [entry] : recordings
      case .other:
        let isLink = FileKind.isLink(entry)
        switch FileKind(of: entry) {
        case .folder:
          folderCount += 1
          if isRecursive, !isLink { take(entry) }
        // An entry without a link that is missing has a path that is too long for the system.
        case .missing where !isLink: logs.append(entry)
        case .file, .other, .missing: others.append(entry)
        }
      }
    }
  }

  /// Adds the entries of a folder in this one.
  private mutating func take(_ folder: String) {
    do throws(LogError) {
      let inner = try LogFolder(folder, isRecursive: true)
      logs += inner.logs
      others += inner.others
    } catch {
      logs.append(folder)
    }
  }
}

/// The endings of the names of logs.
enum LogEnding {
  private static let endings: Set<String> = [
    "csv", "tsv", "npy", "npz", "h5", "hdf5", "ulg", "bin", "mcap", "bag", "db3", "tlog", "gcsv", "arrow",
    "arrows", "feather",
  ]
  private static let compressions: Set<String> = ["gz", "zst"]

  /// Whether the name of a file ends like that of a log. An ending of a compression is ignored: `walk.csv.gz`.
  static func matches(_ path: String) -> Bool {
    var parts = path.lowercased().split(separator: "/").last?.split(separator: ".").map(String.init) ?? []
    if let last = parts.last, compressions.contains(last) { parts.removeLast() }
    return parts.count > 1 && endings.contains(parts[parts.count - 1])
  }
}
