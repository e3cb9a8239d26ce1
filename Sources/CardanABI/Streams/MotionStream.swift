import AttitudeFilters
import MotionSamples
import Rotations

/// The state of one filter on its way from raw samples to attitude: axes, calibration, clock, filter, gravity, frame.
///
/// Goals, in order: the numbers of `cardan fuse` to the last bit; nothing between the caller and the filter that costs time;
/// plain memory, whose bytes are the snapshot.
struct MotionStream<Filter: StreamFilter> {
  /// The filter, whose attitude is in ENU.
  private(set) var filter: Filter
  /// What was asked for beside the filter's parameters.
  private(set) var settings: StreamSettings
  private var clock: SampleClock
  private var frame: OutputFrame
  /// The specific force of the last sample, in body axes and calibrated.
  private var specificForce = Vector3<Real>.absent
  /// The stamp of the last sample, in nanoseconds.
  private(set) var timestamp: Int64 = 0
  /// What the filter made of the last sample; flags are made of it when they are read.
  private var outcome = UpdateOutcome<Real>()
  /// Whether the clock found something wrong with the stamp of the last sample.
  private var isDiscontinuous = false
  /// Whether there is nothing to be done with raw samples before the filter, nor with the frame behind it, as far as is known.
  private(set) var takesSamplesAsTheyAre = false

  init(filter: Filter, settings: StreamSettings) {
    self.settings = settings
    self.filter = filter
    clock = SampleClock(parameters: settings.clock)
    frame = OutputFrame(settings)
  }

  /// Forgets everything but the settings.
  mutating func reset() {
    filter.reset()
    clock = SampleClock(parameters: settings.clock)
    frame = OutputFrame(settings)
    specificForce = .absent
    timestamp = 0
    outcome = UpdateOutcome()
    isDiscontinuous = false
    takesSamplesAsTheyAre = false
  }

  /// Takes what has changed since the start from another stream, field by field: the bytes between fields stay.
  mutating func copyState(of other: inout Self) {
    filter.replace(with: other.filter, where: true)
    clock.copyState(of: other.clock)
    frame.copyFields(of: other.frame)
    specificForce = other.specificForce
    timestamp = other.timestamp
    outcome.replace(with: other.outcome, where: true)
    isDiscontinuous = other.isDiscontinuous
    takesSamplesAsTheyAre = other.takesSamplesAsTheyAre
  }

  /// Takes what it was made with from another stream, field by field: the bytes between fields stay.
  mutating func copySettings(of other: inout Self) {
    settings.copyFields(of: other.settings)
    withUnsafeMutableBytes(of: &filter) { bytes in
      // A filter begins with its parameters.
      guard let start = bytes.baseAddress else { return }
      var copier = ParameterCopier(from: other.filter.parameters)
      start.assumingMemoryBound(to: Filter.Parameters.self).pointee.visit(&copier)
    }
  }

  /// Samples from now on are without this bias of the gyroscope, in place of that of the calibration.
  mutating func setGyroscopeBias(_ bias: Vector3<Real>) {
    settings.deviceModel.gyroscope.bias = bias
    takesSamplesAsTheyAre = false
  }

  /// The time from the sample before to the next one, in seconds, by a clock that may lie.
  @inline(__always)
  mutating func interval(to nanoseconds: Int64) -> Real {
    let reading = clock.read(Timestamp(nanoseconds: nanoseconds))
    timestamp = nanoseconds
    isDiscontinuous = reading.isDiscontinuity
    return Real(reading.interval)
  }

  /// Takes a sample in body axes. Always inlined: a call would copy the whole filter.
  @inline(__always)
  mutating func take(_ sample: MotionSample<Real>) {
    specificForce = sample.specificForce
    outcome = filter.update(sample)
  }

  /// Lets the frame follow the body after a sample, as long as it does.
  @inline(__always)
  mutating func followStart() {
    frame.follow(filter.enuFromBody, outcome.isInitializing, settings)
    takesSamplesAsTheyAre = settings.isPlain && frame.isFirstFound
  }
}

// What can be read between two samples. Always inlined: a call would copy the whole filter.
extension MotionStream: MotionReading {
  /// The attitude in the frame of the settings.
  @inline(__always)
  var outputFromBody: Rotation<Real> { frame.outputFromBody(filter.enuFromBody) }

  /// The attitude in another frame; nil for that of the settings.
  @inline(__always)
  func outputFromBody(in frame: ReferenceFrame?) -> Rotation<Real> {
    guard let frame, frame != settings.frame else { return outputFromBody }
    return settings.outputFromENU(in: frame, startingAt: self.frame.firstENUFromBody) * filter.enuFromBody
  }

  /// What was made of the last sample.
  @inline(__always)
  var flags: OutcomeFlags {
    var flags = outcome.flags
    flags.set(.discontinuity, when: isDiscontinuous)
    return flags
  }

  /// Gravity in body axes.
  @inline(__always)
  var gravity: Vector3<Real> { settings.separator.gravity(inBodyOf: filter.enuFromBody) }

  /// The acceleration of the last sample without gravity, in body axes; absent where there was no specific force.
  @inline(__always)
  var userAcceleration: Vector3<Real> { specificForce + gravity }

  /// The angular rate of the last sample without the gyroscope's errors.
  @inline(__always)
  var angularRate: Vector3<Real> { filter.correctedAngularRate }

  /// The gyroscope's bias.
  @inline(__always)
  var gyroscopeBias: Vector3<Real> { filter.gyroscopeBias }

  /// One standard deviation of the direction of up; not a number where the filter has none.
  @inline(__always)
  var tiltStandardDeviation: Real { filter.tiltStandardDeviation ?? .nan }

  /// One standard deviation of the heading; not a number where the filter has none.
  @inline(__always)
  var headingStandardDeviation: Real { filter.headingStandardDeviation ?? .nan }
}
