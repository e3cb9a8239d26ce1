import Foundation
import MotionSamples

/// Shows readings at a rate: in a terminal as a dial, or where there is little room as a bar on one line, that is drawn anew;
/// elsewhere line by line.
final class LevelDisplay {
  private let interval: Double
  private let prefersBar: Bool
  private var last: Timestamp?
  /// The terminal when it was drawn last, and how many lines there are above the cursor.
  private var drawn: (size: TerminalSize, linesAbove: Int)?

  /// A display that shows so many readings a second at most, by their stamps.
  init(rate: Double, prefersBar: Bool) {
    interval = 1 / rate
    self.prefersBar = prefersBar
  }

  /// Shows a reading where it is time for one.
  func show(_ reading: LevelReading) {
    // Half a nanosecond for stamps that are rounded; stamps that jump back begin anew.
    if let last, (0..<(interval - 5e-10)).contains(reading.timestamp.seconds(since: last)) { return }
    last = reading.timestamp
    if let size = Console.size(of: STDOUT_FILENO) {
      draw(reading, in: size)
    } else {
      Console.write(reading.plainText + "\n")
    }
  }

  private func draw(_ reading: LevelReading, in size: TerminalSize) {
    let lines = lines(reading, in: size)
    var text = ""
    if drawn == nil { text += Escape.hideCursor }
    // What was drawn for another size may lie anywhere by now.
    if let drawn, drawn.size != size { text += Escape.clearScreen } else { text += Escape.up(drawn?.linesAbove ?? 0) }
    text += lines.map { "\r\($0)\(Escape.clearToEndOfLine)" }.joined(separator: "\n")
    drawn = (size, lines.count - 1)
    Console.write(text)
  }

  private func lines(_ reading: LevelReading, in size: TerminalSize) -> [String] {
    let dial = LevelDial.size
    let hasRoom = size.width > dial.width && size.height > dial.height
    guard hasRoom, !prefersBar, Console.isUnicode else { return [reading.terminalText(width: size.width)] }
    return LevelDial(reading: reading).lines
  }

  /// Leaves the terminal as it was, with the cursor on a new line.
  func finish() {
    if drawn != nil { Console.write("\n" + Escape.showCursor) }
    drawn = nil
  }

  /// What terminals understand (ECMA-48, and DEC's cursor).
  private enum Escape {
    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"
    static let clearScreen = "\u{1B}[H\u{1B}[2J"
    static let clearToEndOfLine = "\u{1B}[K"
    static func up(_ lines: Int) -> String { lines > 0 ? "\u{1B}[\(lines)A" : "" }
  }
}
