import Foundation

/// Shows how far the work on logs has come, and stops it where the user asks for that.
struct LogProgress {
  /// The logs.
  let logs: [String]
  /// How often each is read.
  let passes: Int
  private let bar: ProgressBar

  /// Progress on logs; the bar is shown only where `isShown` and on a terminal.
  init(logs: [String], passes: Int = 1, isShown: Bool = true) {
    self.logs = logs
    self.passes = passes
    bar = ProgressBar(weights: logs.map(Self.size), width: isShown ? Console.terminalWidth : nil)
  }

  /// What a reading loop calls with the rows that it read since; the answer is whether to go on.
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

  /// Tells that a log is done, well or not.
  func finish(log index: Int) { bar.finish(log: index) }

  /// Tells that nothing is to be done for a log.
  func pass(log index: Int) { bar.skip(log: index) }

  /// Takes the bar away.
  func clear() { bar.clear() }

  private static func size(_ path: String) -> Double {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.doubleValue ?? 0
  }

  /// The rows of a text file as its first lines and its size let expect; nil for what is no file.
  private static func estimatedRowCount(_ path: String) -> Int? {
    let size = size(path)
    guard size > 0, let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let head = try? file.read(upToCount: 1 << 16), !head.isEmpty else { return nil }
    let lines = head.withUnsafeBytes { bytes in bytes.count { $0 == UInt8(ascii: "\n") } }
    return Int(size * Double(lines) / Double(head.count))
  }
}
