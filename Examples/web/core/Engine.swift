import AttitudeFilters
import MotionFeatures
import MotionSamples
import Rotations

/// The way from samples to attitude of one web page, worker or program: clock, default filter, gravity, orientation.
struct Engine {
  private var filter: DefaultFilter<Double>
  private var clock = SampleClock()
  private var lastStamp = Timestamp(nanoseconds: 0)
  private var classifier = DeviceOrientationClassifier<Double>()
  private let separator = GravitySeparator<Double>()
  private var specificForce = Vector3<Double>.absent
  /// What was made of the last sample.
  private(set) var flags = OutcomeFlags(rawValue: 0)
  /// Turns the outputs about up: to a north that the filter does not know.
  private var outputFromReference = Rotation<Double>.identity

  /// See `VelocityBoundedParameters.velocityDensity`.
  init(velocityDensity: Double) {
    var parameters = VelocityBoundedParameters<Double>()
    parameters.velocityDensity = velocityDensity
    filter = DefaultFilter(parameters: parameters)
  }

  /// Turns all outputs to come by an angle about up, in radians, counter-clockwise seen from above.
  mutating func turnOutputs(by angle: Double) { outputFromReference = Rotation(aboutZ: angle) }

  /// Takes a sample. One copy of it: the browser compiles what runs often a second time, and better.
  @inline(never)
  mutating func update(_ sample: MotionSample<Double>) {
    flags = filter.update(sample).flags
    specificForce = sample.specificForce
    classifier.update(specificForce: specificForce, interval: sample.interval)
  }

  /// Takes a sample of a moment in seconds, whose clock may lie; a moment that is no number is that of the sample before.
  @inline(__always)
  mutating func update(_ sample: MotionSample<Double>, at seconds: Double) {
    lastStamp = Timestamp(seconds: seconds) ?? lastStamp
    let reading = clock.read(lastStamp)
    var timed = sample
    timed.interval = reading.interval
    update(timed)
    flags.set(.discontinuity, when: reading.isDiscontinuity)
  }
}

// What can be read between two samples. Always inlined: a call would copy the whole filter.
extension Engine {
  @inline(__always)
  var outputFromBody: Rotation<Double> { outputFromReference * filter.enuFromBody }

  @inline(__always)
  var gravity: Vector3<Double> { separator.gravity(inBodyOf: filter.enuFromBody) }

  @inline(__always)
  var userAcceleration: Vector3<Double> { specificForce + gravity }

  @inline(__always)
  var gyroscopeBias: Vector3<Double> { filter.gyroscopeBias }

  @inline(__always)
  var tiltStandardDeviation: Double { filter.tiltStandardDeviation ?? .nan }

  /// Not a number as long as there was no magnetic field.
  @inline(__always)
  var headingStandardDeviation: Double { filter.headingStandardDeviation ?? .nan }

  @inline(__always)
  var orientation: DeviceOrientation { classifier.orientation }
}
