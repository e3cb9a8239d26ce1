import LogTables
import MotionSamples
import SystemLibrary

/// The output of `cardan level`: in a terminal a dial or, if it is small, a bar, redrawn in place; elsewhere a line for each
/// reading.
final class LevelDisplay {
  private let interval: Double
  private let prefersBar: Bool
  private let writesJSON: Bool
  private var last: Timestamp?
  /// The size of the terminal at the last drawing, and the number of lines above the cursor.
  private var drawn: (size: TerminalSize, linesAbove: Int)?

  /// A display of up to `rate` readings a second, by their timestamps.
  init(rate: Double, prefersBar: Bool, writesJSON: Bool = false) {
    interval = 1 / rate
    self.prefersBar = prefersBar
    self.writesJSON = writesJSON
  }

  /// Shows a reading if one is due.
  func show(_ reading: LevelReading) throws(LogError) {
    // The half nanosecond allows for rounded timestamps. Timestamps that run backwards restart the interval.
    if let last, (0..<(interval - 5e-10)).contains(reading.timestamp.seconds(since: last)) { return }
    last = reading.timestamp
    if writesJSON {
      try Console.write(reading.json)
    } else if let size = Console.size(of: STDOUT_FILENO) {
      try draw(reading, in: size)
    } else {
      try Console.write(reading.plainText + "\n")
    }
  }

  private func draw(_ reading: LevelReading, in size: TerminalSize) throws(LogError) {
    let lines = lines(reading, in: size)
    var text = ""
    if drawn == nil { text += Escape.hideCursor }
    // A resized terminal may have moved the last drawing anywhere.
    if let drawn, drawn.size != size { text += Escape.clearScreen } else { text += Escape.up(drawn?.linesAbove ?? 0) }
    text += lines.map { "\r\($0)\(Escape.clearToEndOfLine)" }.joined(separator: "\n")
    drawn = (size, lines.count - 1)
    try Console.draw(text)
  }

  private func lines(_ reading: LevelReading, in size: TerminalSize) -> [String] {
    let dial = LevelDial.size
    let hasRoom = size.width > dial.width && size.height > dial.height
    guard hasRoom, !prefersBar, Console.isUnicode else { return [reading.terminalText(width: size.width)] }
    return LevelDial(reading: reading).lines
  }

  /// Restores the terminal, with the cursor on a new line.
  func finish() {
    if drawn != nil { try? Console.draw("\n" + Escape.showCursor) }
    drawn = nil
  }

  /// Control sequences of ECMA-48, and DEC's for the cursor.
  private enum Escape {
    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"
    static let clearScreen = "\u{1B}[H\u{1B}[2J"
    static let clearToEndOfLine = "\u{1B}[K"
    static func up(_ lines: Int) -> String { lines > 0 ? "\u{1B}[\(lines)A" : "" }
  }
}
