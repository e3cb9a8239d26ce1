import AttitudeSmoothing
import Cardan
import FilterRuns
import RecordingFusion
import RecordingFusionDispatch

/// One thing to time.
struct BenchmarkCase {
  let label: FilterRun.Label
  /// How many samples a run takes, over all streams.
  let sampleCount: Int
  /// One run over the whole recording by a fresh filter; returns something that depends on every output.
  let run: () -> Double

  /// A case from its parts.
  init(label: FilterRun.Label, sampleCount: Int, run: @escaping () -> Double) {
    self.label = label
    self.sampleCount = sampleCount
    self.run = run
  }

  /// A filter's hot loop.
  init(_ filter: FilterRun) {
    label = filter.label
    sampleCount = filter.updateCount * filter.streamCount
    run = { filter.run(filter.updateCount) }
  }

  /// The smoother, over the whole recording at once.
  init(smoothing recording: BenchmarkRecording, sensors: SensorSet) {
    let samples = recording.firstStream(sensors)
    label = .init(filter: "smoother", number: "Double", sensors: sensors, rate: recording.rate)
    sampleCount = samples.count
    run = {
      let smoothed = try? AttitudeSmoother().smooth(samples)
      return smoothed?.samples.reduce(0) { $0 + $1.enuFromBody.quaternion.w } ?? .nan
    }
  }

  /// A filter of a foreign library.
  init(_ peer: PeerLibrary.Run) {
    label = peer.label
    sampleCount = peer.updateCount
    run = { peer.run(nil) }
  }
}

extension BenchmarkCase {
  /// The filters with lane kernels on 64 recordings; empty on a processor without wide vectors.
  static func lanes(on recording: BenchmarkRecording, sensors: SensorSet) -> [BenchmarkCase] {
    lanes(LaneKernels<Double>.forThisProcessor, "Double, 64", recording, sensors)
      + lanes(LaneKernels<Float>.forThisProcessor, "Float, 64", recording, sensors)
  }

  private static func lanes<Element: LaneElement>(
    _ kernels: LaneKernels<Element>?, _ number: String, _ recording: BenchmarkRecording, _ sensors: SensorSet
  ) -> [BenchmarkCase] {
    guard let kernels else { return [] }
    let runs = LaneRuns<Element>(recording, sensors)
    return kernels.filters.map { filter in
      BenchmarkCase(
        label: .init(filter: filter.name, number: number, sensors: sensors, rate: recording.rate),
        sampleCount: runs.sampleCount
      ) { runs.run(filter.run) }
    }
  }
}
