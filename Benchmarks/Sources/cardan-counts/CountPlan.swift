import FilterRuns

/// What is counted, in order. The program makes the same plan twice: under valgrind to carry it out, and outside to read
/// what came of it.
struct CountPlan {
  /// Updates of a half run: 10 s at the main rate, 2 s at least. The mean is taken over the second half of a run twice as
  /// long, so that neither the start of a filter nor that of the loop is in it.
  static func halfRun(at rate: Double) -> Int { max(2860, Int(2 * rate)) }

  /// Counted as a whole.
  private(set) var means: [FilterRun] = []
  /// Counted update by update.
  private(set) var updateByUpdate: [FilterRun] = []

  /// Every filter at the main rate, the default filter also at others.
  init() {
    for rate in [286.0, 50.0, 100.0, 1000.0, 8000.0] {
      let isMain = rate == 286
      let recording = BenchmarkRecording(
        rate: rate, sampleCount: 2 * Self.halfRun(at: rate),
        streamCount: isMain ? BenchmarkRecording.laneStreamCount : 1)
      for sensors in SensorSet.allCases {
        let runs = FilterCatalogue.runs(on: recording, sensors: sensors)
        if isMain {
          let ofMain = runs + FilterCatalogue.laneRuns(on: recording, sensors: sensors)
          means += ofMain.filter { sensors == .withMagnetometer || $0.label.filter == "default" }
        }
        guard sensors == .withMagnetometer else { continue }
        let single = runs.filter { $0.runMarked != nil && (isMain || $0.label.filter == "default") }
        if !isMain { means += single }
        updateByUpdate += single
      }
    }
  }
}
