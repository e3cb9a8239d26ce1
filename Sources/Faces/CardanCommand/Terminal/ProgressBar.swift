import MotionSamples
import Synchronization

/// A progress bar on the error stream: shown only on a terminal, and only for work longer than half a second.
final class ProgressBar: Sendable {
  private struct State {
    /// The work done of each log, in units of its weight.
    var done: [Double]
    var finished = 0
    var rows = 0
    /// The total weight.
    var total: Double
    let start: ContinuousClock.Instant
    var nextDrawing: ContinuousClock.Instant
    var isVisible = false
  }

  private let width: Int?
  private let weights: [Double]
  private let state: Mutex<State>

  /// A bar for one or more logs.
  ///
  /// - Parameters:
  ///   - weights: The size of each log, for example in bytes; all zero if unknown.
  ///   - width: The width of the terminal; nil for no bar.
  init(weights: [Double], width: Int?) {
    self.weights = weights
    self.width = width
    let start = ContinuousClock.now
    state = Mutex(
      State(
        done: Array(repeating: 0, count: weights.count), total: weights.reduce(0, +), start: start,
        nextDrawing: start.advanced(by: .milliseconds(500))))
  }

  /// Whether there is a terminal for the bar.
  var isShown: Bool { width != nil }

  /// Adds `rows` processed rows of a log, of which `fraction` is done if known.
  func advance(log: Int, rows: Int, fraction: Double?) {
    guard let width else { return }
    state.withLock { state in
      state.rows += rows
      if let fraction { state.done[log] = min(1, fraction) * weights[log] }
      draw(&state, width)
    }
  }

  /// Marks a log as finished, successfully or not.
  func finish(log: Int) {
    guard let width else { return }
    state.withLock { state in
      state.done[log] = weights[log]
      state.finished += 1
      draw(&state, width)
    }
  }

  /// Marks a log as skipped: finished, but without effect on the time left.
  func skip(log: Int) {
    guard let width else { return }
    state.withLock { state in
      state.total -= weights[log]
      state.finished += 1
      draw(&state, width)
    }
  }

  /// Removes the bar.
  func clear() {
    guard let width else { return }
    state.withLock { state in
      if state.isVisible { Self.show(String(repeating: " ", count: width - 1)) }
      state.isVisible = false
    }
  }

  private func draw(_ state: inout State, _ width: Int) {
    let now = ContinuousClock.now
    guard now >= state.nextDrawing else { return }
    state.nextDrawing = now.advanced(by: .milliseconds(100))
    state.isVisible = true
    let logs = weights.count > 1 ? "\(state.finished)/\(weights.count) logs, " : ""
    let line = ProgressLine(
      fraction: state.total > 0 ? state.done.reduce(0, +) / state.total : nil, label: "\(logs)\(state.rows) rows",
      rows: state.rows, elapsed: (now - state.start) / .seconds(1))
    let text = line.text(width: width)
    Self.show(text + String(repeating: " ", count: max(0, width - 1 - text.count)))
  }

  private static func show(_ text: String) {
    Console.show("\r\(text)\r")
  }
}

/// A line of progress that fits the terminal.
struct ProgressLine {
  /// The fraction done, 0 to 1; nil if unknown.
  var fraction: Double?
  /// The work, such as "2/16 logs".
  var label: String
  /// The rows processed so far, for the rate.
  var rows = 0
  /// Seconds since the start, for the rate and the time left; 0 to show neither.
  var elapsed = 0.0

  /// The line, shorter than `width` characters, without a line feed.
  func text(width: Int) -> String {
    guard let fraction else { return String((label + rate).prefix(max(0, width - 1))) }
    let inside = min(max(fraction, 0), 1)
    let percent = "\(Int(saturating: inside * 100))%"
    let tail = " \(String(repeating: " ", count: 4 - percent.count))\(percent) \(label)\(rate)\(timeLeft(inside))"
    let room = min(40, width - tail.count - 3)
    guard room >= 8 else { return String(tail.dropFirst().prefix(max(0, width - 1))) }
    let filled = Int(saturating: inside * Double(room))
    return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: room - filled) + "]" + tail
  }

  private var rate: String {
    elapsed > 0 && rows > 0 ? ", \(Figures.short(Double(rows) / elapsed / 1e6)) million/s" : ""
  }

  /// The time left at the pace so far; empty before one per cent is done.
  private func timeLeft(_ fraction: Double) -> String {
    guard elapsed > 0, fraction > 0.01 else { return "" }
    let seconds = Int(saturating: (elapsed * (1 - fraction) / fraction).rounded(.up))
    let (minutes, hours) = (seconds / 60, seconds / 3600)
    if hours > 0 { return ", \(hours) h \(minutes % 60) min left" }
    return minutes > 0 ? ", \(minutes) min \(seconds % 60) s left" : ", \(seconds) s left"
  }
}
