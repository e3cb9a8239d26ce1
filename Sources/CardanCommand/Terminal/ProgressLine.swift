/// One state of long work, as a line that fits the terminal.
struct ProgressLine {
  /// How much is done, from 0 to 1; nil where the end is not known.
  var fraction: Double?
  /// What is going on: "2/16 logs".
  var label: String
  /// Rows done so far, for the rate.
  var rows = 0
  /// Seconds since the start, for the rate and the time that is left; 0 where neither is to be shown.
  var elapsed = 0.0

  /// The line, shorter than `width` characters, without a line feed.
  func text(width: Int) -> String {
    guard let fraction else { return String((label + rate).prefix(max(0, width - 1))) }
    let inside = min(max(fraction, 0), 1)
    let percent = "\(Int(inside * 100))%"
    let tail = " \(String(repeating: " ", count: 4 - percent.count))\(percent) \(label)\(rate)\(timeLeft(inside))"
    let room = min(40, width - tail.count - 3)
    guard room >= 8 else { return String(tail.dropFirst().prefix(max(0, width - 1))) }
    let filled = Int(inside * Double(room))
    return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: room - filled) + "]" + tail
  }

  private var rate: String {
    elapsed > 0 && rows > 0 ? ", \(Figures.short(Double(rows) / elapsed / 1e6)) million/s" : ""
  }

  /// What is left at the pace so far; nothing is said before a hundredth is done.
  private func timeLeft(_ fraction: Double) -> String {
    guard elapsed > 0, fraction > 0.01 else { return "" }
    let seconds = Int((elapsed * (1 - fraction) / fraction).rounded(.up))
    let (minutes, hours) = (seconds / 60, seconds / 3600)
    if hours > 0 { return ", \(hours) h \(minutes % 60) min left" }
    return minutes > 0 ? ", \(minutes) min \(seconds % 60) s left" : ", \(seconds) s left"
  }
}
