import FileAccess
import MotionSamples
import SystemLibrary

/// Shows the progress on logs, and stops the work if the user interrupts it.
struct LogProgress {
  /// The logs.
  let logs: [String]
  /// The number of times each is read.
  let passes: Int
  private let bar: ProgressBar

  /// Progress on logs. The bar appears only on a terminal and if `isShown`.
  init(logs: [String], passes: Int = 1, isShown: Bool = true) {
    self.logs = logs
    self.passes = passes
    bar = ProgressBar(weights: logs.map(Self.size), width: isShown ? Console.terminalWidth : nil)
  }

  /// A callback for a reading loop: takes the number of new rows, returns whether to continue.
  func reporter(for index: Int, rowCount: Int?) -> (_ rows: Int) -> Bool {
    guard bar.isShown else { return { _ in !Interruption.isRequested } }
    let total = (rowCount ?? Self.estimatedRowCount(logs[index])).map { passes * $0 }
    var read = 0
    return { [bar] rows in
      read += rows
      bar.advance(log: index, rows: rows, fraction: total.map { Double(read) / Double(max(1, $0)) })
      return !Interruption.isRequested
    }
  }

  /// Marks a log as finished or failed.
  func finish(log index: Int) { bar.finish(log: index) }

  /// Marks a log as skipped.
  func pass(log index: Int) { bar.skip(log: index) }

  /// Removes the bar.
  func clear() { bar.clear() }

  private static func size(_ path: String) -> Double {
    var status = stat()
    return stat(path, &status) == 0 ? Double(status.st_size) : 0
  }

  /// The rows of a text file, estimated from its first lines and its size; nil if it is not a file.
  private static func estimatedRowCount(_ path: String) -> Int? {
    guard let file = RegularFile(path), let head = file.read(upTo: 1 << 16), !head.isEmpty else { return nil }
    let lines = head.count { $0 == UInt8(ascii: "\n") }
    return Int(saturating: Double(file.size) * Double(lines) / Double(head.count))
  }
}
