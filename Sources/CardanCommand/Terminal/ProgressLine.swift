/// One state of long work, as a line that fits the terminal.
struct ProgressLine {
  /// How much is done, from 0 to 1; nil where the end is not known.
  var fraction: Double?
  /// What is going on: "2/16 logs".
  var label: String

  /// The line, shorter than `width` characters, without a line feed.
  func text(width: Int) -> String {
    guard let fraction else { return String(label.prefix(max(0, width - 1))) }
    let inside = min(max(fraction, 0), 1)
    let percent = "\(Int(inside * 100))%"
    let tail = " \(String(repeating: " ", count: 4 - percent.count))\(percent) \(label)"
    let room = min(40, width - tail.count - 3)
    guard room >= 8 else { return String(tail.dropFirst().prefix(max(0, width - 1))) }
    let filled = Int(inside * Double(room))
    return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: room - filled) + "]" + tail
  }
}
