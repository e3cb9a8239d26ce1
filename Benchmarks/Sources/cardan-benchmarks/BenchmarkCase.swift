import AttitudeSmoothing
import Cardan
import FilterRuns

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
