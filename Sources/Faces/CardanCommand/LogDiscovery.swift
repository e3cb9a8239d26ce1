import FileAccess
import LogFormats
import LogTables

/// The logs of the operands: files, and the logs in folders.
struct LogDiscovery {
  /// A log that was found.
  struct Entry {
    /// Its path.
    let path: String
    /// Its path below the operand that led to it; of a log that is an operand, the operand.
    let place: String
    /// The folders in `place` that lead from the operand to it, with a slash at the end; empty for an operand.
    let folders: String
  }

  /// The logs in the order of the operands, those of a folder by name.
  private(set) var entries: [Entry] = []
  /// Their paths.
  var logs: [String] { entries.map(\.path) }
  /// Files in folders that are not logs.
  private(set) var others: [String] = []

  /// Searches the operands, and the folders in them if `isRecursive`. Throws if a folder holds no log.
  init(_ operands: [String], isRecursive: Bool) throws(UsageError) {
    for operand in operands {
      if Self.isFolder(operand), !MotionLog.isLog(operand) {
        try take(operand, isRecursive: isRecursive)
      } else {
        entries += Self.recordings(of: operand).map { Entry(path: $0, place: $0, folders: "") }
      }
    }
  }

  /// Whether an operand is a folder of logs, and not a folder that is one recording, or has several recordings.
  static func holdsLogs(_ path: String) -> Bool {
    isFolder(path) && !MotionLog.isLog(path) || MotionLog.recordings(of: path).count > 1
  }

  /// The paths of the recordings of a log; the path itself if it has one.
  private static func recordings(of log: String) -> [String] {
    let found = MotionLog.recordings(of: log)
    return found.isEmpty ? [log] : found
  }

  /// Whether the path is a folder.
  static func isFolder(_ path: String) -> Bool { FileKind(of: path) == .folder }

  /// The files that are not logs, in words; nil without.
  var skipped: String? {
    guard !others.isEmpty else { return nil }
    let names = others.prefix(5).map(FilePath.name).joined(separator: ", ")
    let rest = others.count > 5 ? ", ..." : ""
    return "skipped \(others.count) other file\(others.count == 1 ? "" : "s"): \(names)\(rest)".printable
  }

  private mutating func take(_ folder: String, isRecursive: Bool) throws(UsageError) {
    do throws(LogError) {
      let found = try LogFolder(folder, isRecursive: isRecursive)
      if found.logs.isEmpty {
        let hint =
          found.folderCount == 0 || isRecursive
          ? "" : ", but \(found.folderCount) folder\(found.folderCount == 1 ? "" : "s"); take the logs in them with -r"
        throw LogError(path: folder, message: "no log in this folder\(hint)")
      }
      entries += found.logs.map { path in
        let place = FilePath.relative(path, to: folder)
        return Entry(path: path, place: place, folders: FilePath.parts(of: place).folder)
      }
      others += found.others
    } catch {
      throw UsageError(error.description)
    }
  }
}

/// `--merge`: files that are one recording.
protocol MergingCommand {
  var logs: [String] { get set }
  var logOptions: LogOptions { get set }
  var merges: Bool { get }
}

extension MergingCommand {
  /// The command with its first file as the only log, and the others as its companions.
  var merged: Self {
    guard merges else { return self }
    var command = self
    command.logOptions.companions = Array(logs.dropFirst())
    command.logs = [logs[0]]
    return command
  }

  /// Throws unless the operands can be merged.
  func validateMerge() throws(UsageError) {
    guard merges else { return }
    guard logs.count > 1 else { throw UsageError("option '--merge' needs several files of one recording") }
    if let folder = logs.first(where: LogDiscovery.isFolder) {
      throw UsageError("option '--merge' takes files, and '\(folder)' is a folder")
    }
    if logOptions.header != nil || !logOptions.columnNames.isEmpty {
      throw UsageError("option '--merge' does not go with '--header' and '--map'")
    }
  }
}

extension OptionRule {
  /// `--merge`, in every command that takes several logs.
  static func merge(_ target: WritableKeyPath<Command, Bool>) -> OptionRule {
    .flag(
      "merge", target, true, "Read the files as one recording with a file for each sensor, merged by their timestamps")
  }

  /// `--recursive`, in every command that takes folders.
  static func recursive(_ target: WritableKeyPath<Command, Bool>) -> OptionRule {
    .flag("recursive", short: "r", target, true, "Also take the logs in the folders of a folder")
  }
}
