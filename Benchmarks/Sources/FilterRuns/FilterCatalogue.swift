import AttitudeFilters
import MotionSamples
import RecordingFusion
import RecordingFusionDispatch
import Rotations

/// The filters that are measured.
public enum FilterCatalogue {
  /// Every filter in both precisions.
  public static func runs(on recording: BenchmarkRecording, sensors: SensorSet) -> [FilterRun] {
    var list = RunList(recording: recording, sensors: sensors)
    list.add("integration", StrapdownIntegration<Double>(), StrapdownIntegration<Float>())
    list.add("default", DefaultFilter<Double>(), DefaultFilter<Float>())
    list.add("default14", DefaultFilter14<Double>(), DefaultFilter14<Float>())
    list.add("vqf", VQFFilter<Double>(), VQFFilter<Float>())
    list.add("mekf", MultiplicativeKalmanFilter<Double>(), MultiplicativeKalmanFilter<Float>())
    list.add("madgwick", MadgwickFilter<Double>(), MadgwickFilter<Float>())
    list.add("mahony", MahonyFilter<Double>(), MahonyFilter<Float>())
    list.add("complementary", ComplementaryFilter<Double>(), ComplementaryFilter<Float>())
    return list.runs
  }

  /// The filters that have lanes, with a recording in each lane; empty on a processor without wide vectors.
  public static func laneRuns(on recording: BenchmarkRecording, sensors: SensorSet) -> [FilterRun] {
    laneRuns(of: LaneKernels<Double>.forThisProcessor, recording, sensors)
      + laneRuns(of: LaneKernels<Float>.forThisProcessor, recording, sensors)
  }

  private static func laneRuns<Element: LaneElement>(
    of kernels: LaneKernels<Element>?, _ recording: BenchmarkRecording, _ sensors: SensorSet
  ) -> [FilterRun] {
    guard let kernels else { return [] }
    let runs = LaneRuns<Element>(recording, sensors, recordingCount: kernels.laneCount)
    return kernels.filters.map { filter in
      FilterRun(
        label: .init(
          filter: filter.name, number: "\(Element.self)x\(kernels.laneCount)", sensors: sensors, rate: recording.rate),
        updateCount: recording.count, streamCount: kernels.laneCount
      ) { runs.run(first: $0, filter.run) }
    }
  }

  private struct RunList {
    private let sensors: SensorSet
    private let rate: Double
    private let wide: [MotionSample<Double>]
    private let narrow: [MotionSample<Float>]
    private(set) var runs: [FilterRun] = []

    init(recording: BenchmarkRecording, sensors: SensorSet) {
      self.sensors = sensors
      rate = recording.rate
      wide = recording.stream(0, sensors)
      narrow = recording.stream(0, sensors)
    }

    mutating func add<Wide: AttitudeFilter, Narrow: AttitudeFilter>(_ name: String, _ double: Wide, _ float: Narrow)
    where Wide.Scalar == Double, Narrow.Scalar == Float {
      runs.append(FilterRun(markable: name, double, samples: wide, sensors: sensors, rate: rate))
      runs.append(FilterRun(name, float, samples: narrow, sensors: sensors, rate: rate))
    }
  }
}
