import AttitudeFilters
import MotionSamples
import Rotations

/// The filters that are measured.
public enum FilterCatalogue {
  /// Every filter in every number type; lanes only where the recording has the streams to fill them.
  public static func runs(on recording: BenchmarkRecording, sensors: SensorSet) -> [FilterRun] {
    var list = RunList(recording: recording, sensors: sensors)
    list.add(
      "integration", StrapdownIntegration<Double>(), StrapdownIntegration<Float>(),
      StrapdownIntegration<DoubleLanes>(), StrapdownIntegration<FloatLanes>())
    list.add(
      "default", DefaultFilter<Double>(), DefaultFilter<Float>(), DefaultFilter<DoubleLanes>(),
      DefaultFilter<FloatLanes>())
    list.add(
      "default14", DefaultFilter14<Double>(), DefaultFilter14<Float>(), DefaultFilter14<DoubleLanes>(),
      DefaultFilter14<FloatLanes>())
    list.add("vqf", VQFFilter<Double>(), VQFFilter<Float>(), VQFFilter<DoubleLanes>(), VQFFilter<FloatLanes>())
    list.add(
      "mekf", MultiplicativeKalmanFilter<Double>(), MultiplicativeKalmanFilter<Float>(),
      MultiplicativeKalmanFilter<DoubleLanes>(), MultiplicativeKalmanFilter<FloatLanes>())
    list.add(
      "madgwick", MadgwickFilter<Double>(), MadgwickFilter<Float>(), MadgwickFilter<DoubleLanes>(),
      MadgwickFilter<FloatLanes>())
    list.add(
      "mahony", MahonyFilter<Double>(), MahonyFilter<Float>(), MahonyFilter<DoubleLanes>(),
      MahonyFilter<FloatLanes>())
    list.add(
      "complementary", ComplementaryFilter<Double>(), ComplementaryFilter<Float>(),
      ComplementaryFilter<DoubleLanes>(), ComplementaryFilter<FloatLanes>())
    return list.runs
  }

  private struct RunList {
    private let sensors: SensorSet
    private let rate: Double
    private let wide: [MotionSample<Double>]
    private let narrow: [MotionSample<Float>]
    private let wideLanes: [MotionSample<DoubleLanes>]
    private let narrowLanes: [MotionSample<FloatLanes>]
    private(set) var runs: [FilterRun] = []

    init(recording: BenchmarkRecording, sensors: SensorSet) {
      self.sensors = sensors
      rate = recording.rate
      wide = recording.samples(sensors, as: Double.self)
      narrow = recording.samples(sensors, as: Float.self)
      wideLanes = recording.fillsLanes ? recording.samples(sensors, as: DoubleLanes.self) : []
      narrowLanes = recording.fillsLanes ? recording.samples(sensors, as: FloatLanes.self) : []
    }

    mutating func add<Wide, Narrow, WideLanes, NarrowLanes>(
      _ name: String, _ double: Wide, _ float: Narrow, _ doubleLanes: WideLanes, _ floatLanes: NarrowLanes
    )
    where
      Wide: AttitudeFilter, Wide.Scalar == Double, Narrow: AttitudeFilter, Narrow.Scalar == Float,
      WideLanes: AttitudeFilter, WideLanes.Scalar == DoubleLanes,
      NarrowLanes: AttitudeFilter, NarrowLanes.Scalar == FloatLanes
    {
      runs.append(FilterRun(markable: name, double, samples: wide, sensors: sensors, rate: rate))
      runs.append(FilterRun(name, float, samples: narrow, sensors: sensors, rate: rate))
      guard !wideLanes.isEmpty else { return }
      runs.append(FilterRun(name, doubleLanes, samples: wideLanes, sensors: sensors, rate: rate))
      runs.append(FilterRun(name, floatLanes, samples: narrowLanes, sensors: sensors, rate: rate))
    }
  }
}
