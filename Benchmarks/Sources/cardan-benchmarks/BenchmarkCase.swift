import Cardan
import OfflineEstimation

/// One thing to time: a filter in one number type on one recording.
struct BenchmarkCase {
  /// What is timed and how.
  struct Label: Codable, Hashable {
    var filter: String
    var number: String
    var sensors: SensorSet
    var rate: Double
  }

  var label: Label
  /// How many samples a run takes.
  var sampleCount: Int
  /// One run over the whole recording by a fresh filter; returns something that depends on every output.
  var run: () -> Double

  /// A filter's hot loop: update with each sample and read the attitude.
  init<Filter: AttitudeFilter>(
    _ name: String, _ filter: Filter, recording: BenchmarkRecording, sensors: SensorSet
  ) where Filter.Scalar: LaneElement {
    let samples = recording.samples(sensors, as: Filter.Scalar.self)
    label = Label(filter: name, number: "\(Filter.Scalar.self)", sensors: sensors, rate: recording.rate)
    sampleCount = samples.count
    run = {
      var filter = filter
      var sum: Filter.Scalar = 0
      samples.withUnsafeBufferPointer { samples in
        for index in 0..<samples.count {
          filter.update(samples[index])
          sum += filter.referenceFromBody.quaternion.w
        }
      }
      return Double(sum)
    }
  }

  /// The smoother, over the whole recording at once.
  init(smoothing recording: BenchmarkRecording, sensors: SensorSet) {
    let samples = recording.samples(sensors, as: Double.self)
    label = Label(filter: "smoother", number: "Double", sensors: sensors, rate: recording.rate)
    sampleCount = samples.count
    run = {
      let smoothed = try? AttitudeSmoother().smooth(samples)
      return smoothed?.samples.reduce(0) { $0 + $1.referenceFromBody.quaternion.w } ?? .nan
    }
  }

  /// A case of a foreign library.
  init(label: Label, sampleCount: Int, run: @escaping () -> Double) {
    self.label = label
    self.sampleCount = sampleCount
    self.run = run
  }
}
