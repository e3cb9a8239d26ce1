import CFileShims
import FileAccess
import LogTables
import Synchronization
import SystemLibrary

/// The mark of a log that is being processed: a file beside the entries of the ledger, which is removed when the log is done or
/// has failed.
///
/// It contains a line for the work, and a line for each crash of the process on it, for each end of its time, and for each time that
/// it did not end after a signal. A process that is killed from outside leaves the mark without such a line: the log is not at
/// fault.
final class LogMark: Sendable {
  private let path: String
  private let descriptor: Int32
  private let isKept = Atomic<Bool>(false)

  /// The crashes after which a log is not begun.
  private static let mostCrashes = 2

  /// Marks the log of this thread; nil if the process crashed too often on the same work. A folder that cannot be written
  /// leaves the log unmarked.
  init?(path: String, work: String) {
    self.path = path
    let line = "\(work.substituting("\n", with: " "))\n"
    let former = RegularFile.contents(of: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let isSame = former.hasPrefix(line)
    if isSame, former.dropFirst(line.count).split(separator: "\n").count(where: { $0 == "crashed" }) >= Self.mostCrashes
    {
      return nil
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0o666)
    if !isSame, descriptor >= 0 {
      ftruncate(descriptor, 0)
      _ = Array(line.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
    cardan_set_crash_file(descriptor)
  }

  deinit {
    cardan_set_crash_file(-1)
    if descriptor >= 0 {
      close(descriptor)
      if !isKept.load(ordering: .relaxed) { unlink(path) }
    }
  }

  /// Counts the work as failed like a crash, and leaves the mark for the next run.
  func keep() {
    let line = Array("crashed\n".utf8)
    if descriptor >= 0, line.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) > 0 {
      isKept.store(true, ordering: .relaxed)
    }
  }

  /// Lets a crash of the process add its line.
  static func watchCrashes() { cardan_watch_crashes() }

  /// Adds the line to the marks of all logs that are being processed. Async-signal-safe.
  static func countUnfinished() { cardan_mark_unfinished() }
}
