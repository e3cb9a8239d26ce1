/// What the outside tells the readers of a replay.
final class ReplayControls: Sendable {
  private struct State {
    var pace: ReplaySource.Pace
    var isPaused = false
    var target: (time: Double, number: Int)?
    /// Rises when anything above changes.
    var revision = 0
  }

  let loops: Bool
  private let state: Locked<State>

  init(pace: ReplaySource.Pace, loops: Bool) {
    self.loops = loops
    state = Locked(State(pace: pace))
  }

  var pace: ReplaySource.Pace {
    get { state.withLock { $0.pace } }
    set {
      state.withLock {
        $0.pace = newValue
        $0.revision += 1
      }
    }
  }

  var isPaused: Bool {
    get { state.withLock { $0.isPaused } }
    set {
      state.withLock {
        $0.isPaused = newValue
        $0.revision += 1
      }
    }
  }

  /// Tells all readers, those to come too, to go to a time in seconds since the first sample.
  func seek(to time: Double) {
    state.withLock {
      $0.target = (time, ($0.target?.number ?? 0) + 1)
      $0.revision += 1
    }
  }

  /// Everything at once.
  var current: (pace: ReplaySource.Pace, isPaused: Bool, target: (time: Double, number: Int)?, revision: Int) {
    state.withLock { ($0.pace, $0.isPaused, $0.target, $0.revision) }
  }
}
