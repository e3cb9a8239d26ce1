import FilterRuns

extension TimesReport {
  /// Times Cardan's filters, the smoother and the peers, interleaved.
  init(options: Options, peers: PeerLibrary?, progress: (_ repetition: Int) -> Void) throws(UsageError) {
    var ours: [BenchmarkCase] = []
    var theirs: [BenchmarkCase] = []
    for rate in Self.rates {
      let isMain = rate == Self.rates[0]
      let recording = BenchmarkRecording(
        rate: rate, sampleCount: options.samples, streamCount: isMain ? BenchmarkRecording.laneStreamCount : 1)
      for sensors in SensorSet.allCases {
        // At other rates only what costs another time per sample.
        let runs = FilterCatalogue.runs(on: recording, sensors: sensors)
        ours += runs.filter { isMain || $0.label.filter == "default" }.map { BenchmarkCase($0) }
        if isMain { ours += BenchmarkCase.lanes(on: recording, sensors: sensors) }
        ours.append(BenchmarkCase(smoothing: recording, sensors: sensors))
        let peerRuns = peers?.runs(on: recording, sensors: sensors) ?? []
        theirs += peerRuns.filter { isMain || $0.isCounterpartAtEveryRate }.map { BenchmarkCase($0) }
      }
    }
    ours = ours.filter { options.only.isEmpty || $0.label.filter.contains(options.only) }
    if ours.isEmpty { throw UsageError(message: "no filter has \(options.only) in its name") }
    let suite = BenchmarkSuite(cases: ours + theirs, repetitions: options.repetitions)
    measurements = suite.measure(progress: progress)
  }

  /// The main rate and others, Hz.
  static let rates = [286.0, 100.0, 50.0]
}
