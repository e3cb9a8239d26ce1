import Foundation
import MotionSamples

/// Shows readings at a rate: in a terminal on one line that is drawn anew, elsewhere line by line.
final class LevelDisplay {
  private let interval: Double
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private var last: Timestamp?

  /// A display that shows so many readings a second at most, by their stamps.
  init(rate: Double) { interval = 1 / rate }

  /// Shows a reading where it is time for one.
  func show(_ reading: LevelReading) {
    // Half a nanosecond for stamps that are rounded; stamps that jump back begin anew.
    if let last, (0..<(interval - 5e-10)).contains(reading.timestamp.seconds(since: last)) { return }
    last = reading.timestamp
    if isTerminal {
      Console.write("\r" + reading.terminalText(width: Console.width(of: STDOUT_FILENO) ?? 80) + "\u{1B}[K")
    } else {
      Console.write(reading.plainText + "\n")
    }
  }

  /// Leaves the terminal with the cursor on a new line.
  func finish() { if isTerminal && last != nil { Console.write("\n") } }
}
