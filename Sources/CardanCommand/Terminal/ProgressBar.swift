import Foundation
import Synchronization

/// A progress bar on the error stream. It shows itself only on a terminal and only when work takes longer than a moment.
final class ProgressBar: Sendable {
  private struct State {
    /// What share of all work each unit of it has done, in units of its weight.
    var done: [Double]
    var finished = 0
    var rows = 0
    var nextDrawing: ContinuousClock.Instant
    var isVisible = false
  }

  private let width: Int?
  private let weights: [Double]
  private let state: Mutex<State>

  /// A bar for as many pieces of work as there are weights, for example sizes in bytes; all zero where the end is not
  /// known. `width` is that of the terminal; nil: no bar.
  init(weights: [Double], width: Int?) {
    self.weights = weights
    self.width = width
    let start = ContinuousClock.now.advanced(by: .milliseconds(500))
    state = Mutex(State(done: Array(repeating: 0, count: weights.count), nextDrawing: start))
  }

  /// Tells of `rows` more rows of one log, of which `fraction` is done now, where that is known.
  func advance(log: Int, rows: Int, fraction: Double?) {
    guard let width else { return }
    state.withLock { state in
      state.rows += rows
      if let fraction { state.done[log] = min(1, fraction) * weights[log] }
      draw(&state, width)
    }
  }

  /// Tells that a log is done, well or not.
  func finish(log: Int) {
    guard let width else { return }
    state.withLock { state in
      state.done[log] = weights[log]
      state.finished += 1
      draw(&state, width)
    }
  }

  /// Takes the bar away.
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
    let total = weights.reduce(0, +)
    let logs = weights.count > 1 ? "\(state.finished)/\(weights.count) logs, " : ""
    let line = ProgressLine(
      fraction: total > 0 ? state.done.reduce(0, +) / total : nil, label: "\(logs)\(state.rows) rows")
    let text = line.text(width: width)
    Self.show(text + String(repeating: " ", count: max(0, width - 1 - text.count)))
  }

  private static func show(_ text: String) {
    FileHandle.standardError.write(Data("\r\(text)\r".utf8))
  }
}
