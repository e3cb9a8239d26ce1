import Cardan

/// The filters that are timed, a line for each.
enum FilterCatalogue {
  static func cases(on recording: BenchmarkRecording, sensors: SensorSet) -> [BenchmarkCase] {
    var list = CaseList(recording: recording, sensors: sensors)
    list.add("integration", StrapdownIntegration<Double>(), StrapdownIntegration<Float>())
    list.add("default", DefaultFilter<Double>(), DefaultFilter<Float>())
    list.add("default14", DefaultFilter14<Double>(), DefaultFilter14<Float>())
    list.add("vqf", VQFFilter<Double>(), VQFFilter<Float>())
    list.add("mekf", MultiplicativeKalmanFilter<Double>(), MultiplicativeKalmanFilter<Float>())
    list.add("madgwick", MadgwickFilter<Double>(), MadgwickFilter<Float>())
    list.add("mahony", MahonyFilter<Double>(), MahonyFilter<Float>())
    list.add("complementary", ComplementaryFilter<Double>(), ComplementaryFilter<Float>())
    return list.cases
  }

  /// The default filter alone, for the rates besides the main one: its cost per sample depends on the rate.
  static func defaultFilterCases(on recording: BenchmarkRecording, sensors: SensorSet) -> [BenchmarkCase] {
    var list = CaseList(recording: recording, sensors: sensors)
    list.add("default", DefaultFilter<Double>(), DefaultFilter<Float>())
    return list.cases
  }

  private struct CaseList {
    let recording: BenchmarkRecording
    let sensors: SensorSet
    var cases: [BenchmarkCase] = []

    init(recording: BenchmarkRecording, sensors: SensorSet) {
      self.recording = recording
      self.sensors = sensors
    }

    mutating func add<Wide: AttitudeFilter, Narrow: AttitudeFilter>(_ name: String, _ wide: Wide, _ narrow: Narrow)
    where Wide.Scalar == Double, Narrow.Scalar == Float {
      cases.append(BenchmarkCase(name, wide, recording: recording, sensors: sensors))
      cases.append(BenchmarkCase(name, narrow, recording: recording, sensors: sensors))
    }
  }
}
