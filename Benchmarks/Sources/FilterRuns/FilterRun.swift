import AttitudeFilters
import MotionSamples
import Rotations

/// One thing to measure: a filter in one number type on one recording.
public struct FilterRun {
  /// What is measured and how.
  public struct Label: Codable, Hashable, Sendable {
    /// The filter's name.
    public var filter: String
    /// The number type's name; those with an `x` are lanes.
    public var number: String
    /// Which sensors it uses.
    public var sensors: SensorSet
    /// Samples per second, Hz.
    public var rate: Double

    public init(filter: String, number: String, sensors: SensorSet, rate: Double) {
      self.filter = filter
      self.number = number
      self.sensors = sensors
      self.rate = rate
    }
  }

  /// Called after every update; a C function, so that the call costs the same everywhere.
  public typealias Mark = @convention(c) () -> Void

  public let label: Label
  /// How many updates the recording has.
  public let updateCount: Int
  /// Streams that one update advances.
  public let streamCount: Int
  /// The hot loop, a fresh filter that is updated with each of the first samples and read after each; returns something
  /// that depends on the outputs.
  public let run: (_ updates: Int) -> Double
  /// The same with a mark before the first update and after each; in double precision only.
  public private(set) var runMarked: ((_ updates: Int, _ mark: Mark) -> Double)?

  /// A run from its parts.
  init(label: Label, updateCount: Int, streamCount: Int, run: @escaping (_ updates: Int) -> Double) {
    self.label = label
    self.updateCount = updateCount
    self.streamCount = streamCount
    self.run = run
  }

  /// A filter of one stream.
  init<Filter: AttitudeFilter>(
    _ name: String, _ filter: Filter, samples: [MotionSample<Filter.Scalar>], sensors: SensorSet, rate: Double
  ) where Filter.Scalar: LaneElement {
    let label = Label(filter: name, number: "\(Filter.Scalar.self)", sensors: sensors, rate: rate)
    self.init(label: label, updateCount: samples.count, streamCount: 1) { updates in
      var filter = filter
      var sum: Filter.Scalar = 0.0
      samples[..<updates].withUnsafeBufferPointer { samples in
        for index in 0..<samples.count {
          filter.update(samples[index])
          sum += filter.enuFromBody.quaternion.w
        }
      }
      return Double(sum)
    }
  }

  /// A run that can also be marked.
  init<Filter: AttitudeFilter>(
    markable name: String, _ filter: Filter, samples: [MotionSample<Double>], sensors: SensorSet, rate: Double
  ) where Filter.Scalar == Double {
    self.init(name, filter, samples: samples, sensors: sensors, rate: rate)
    runMarked = { updates, mark in
      var filter = filter
      var sum = 0.0
      samples[..<updates].withUnsafeBufferPointer { samples in
        mark()
        for index in 0..<samples.count {
          filter.update(samples[index])
          sum += filter.enuFromBody.quaternion.w
          mark()
        }
      }
      return sum
    }
  }
}
