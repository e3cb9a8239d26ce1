import AttitudeFilters
import MotionSamples
import Rotations

/// A converter from samples to device motion in a frame: a `StreamStates` plus the values that Core Motion adds.
struct DeviceMotionEstimator {
  let frame: ReferenceFrame
  private let sensorLocation: SensorLocation
  private let states: StreamStates
  private var alignment: FrameAlignment
  private var state = StreamState()
  private var lastUserAcceleration = Vector3<Double>.zero
  private var lastMagneticField = Vector3<Double>.zero
  /// The flags since the last delivered motion.
  private var flags = OutcomeFlags([])
  /// The time without a good heading, in seconds; nil once reported or if not needed.
  private var timeWithoutHeading: Double?

  /// The time without a good heading, in seconds, after which the device should be moved.
  private static let patience = 5.0
  /// Flags that are states, not events: only the last sample counts.
  private static let stateFlags: OutcomeFlags = [.atRest, .initializing, .fieldDisturbed]

  /// `latency` is in seconds; other than 0 for the default filter only.
  init(
    frame: ReferenceFrame, declination: Double?, sensorLocation: SensorLocation,
    conditioner: SampleConditioner<Double> = SampleConditioner(), filter: FilterSelection = FilterSelection(),
    latency: Double = 0
  ) {
    self.frame = frame
    self.sensorLocation = sensorLocation
    alignment = FrameAlignment(declination: declination)
    timeWithoutHeading = frame.usesMagnetometer ? 0 : nil
    var settings = StreamSettings<Double>()
    settings.conditioner = conditioner
    settings.frame = frame
    settings.declination = declination ?? 0
    states = .of(filter, settings, latency: latency)
  }

  /// Processes a raw sample, with its interval; `turn` then gives what is ready.
  func process(_ stamped: TimedSample<Double>, _ timing: SampleTiming) { states.process(stamped, timing) }

  /// Makes ready what waits for later samples.
  func finish() { states.finish() }

  /// Turns to the next sample whose motion is ready. Returns its session time in ns, and whether to ask the user to move the
  /// device; nil if none is ready.
  mutating func turn() -> (sessionTime: Int64, isMovementNeeded: Bool)? {
    guard let next = states.next() else { return nil }
    state = next
    let new = state.motion.flags
    flags = flags.subtracting(Self.stateFlags).union(new)
    if !new.intersects(Self.unusedForce) { lastUserAcceleration = state.motion.userAcceleration }
    if !new.intersects(Self.unusedField) { lastMagneticField = state.magneticField }
    if state.isNorthKnown { alignment.startENUFromBody = state.startENUFromBody }
    return (state.timing.sessionTime, isMovementNeeded(after: state.interval))
  }

  private static let unusedForce: OutcomeFlags = [.specificForceRejected, .specificForceAbsent]
  private static let unusedField: OutcomeFlags = [.magneticFieldRejected, .magneticFieldAbsent]

  private mutating func isMovementNeeded(after interval: Double) -> Bool {
    guard let time = timeWithoutHeading else { return false }
    let isGood = accuracy >= .medium
    timeWithoutHeading = isGood ? nil : time + interval
    guard time + interval > Self.patience, !isGood else { return false }
    timeWithoutHeading = nil
    return true
  }

  /// That of a heading from north.
  private var headingStandardDeviation: Double? {
    let deviation = state.motion.headingStandardDeviation
    return state.isNorthKnown && deviation.isFinite ? deviation : nil
  }

  private var accuracy: MagneticFieldAccuracy {
    MagneticFieldAccuracy(
      headingStandardDeviation: headingStandardDeviation, isFieldDisturbed: flags.contains(.fieldDisturbed))
  }

  /// The motion of the sample that `turn` came to.
  mutating func motion() -> DeviceMotion {
    var motion = state.motion
    motion.flags = flags
    flags = []
    let attitude = Attitude(outputFromBody: motion.outputFromBody, referenceFrame: frame, alignment: alignment)
    let direction = attitude.headingDirection
    let heading = state.isNorthKnown ? attitude.heading(ofDeviceDirection: direction) : nil
    // An error of the attitude turns a direction the more the steeper that is.
    let pointing = attitude.outputFromBody.rotate(direction)
    let levelLength = (pointing.x * pointing.x + pointing.y * pointing.y).squareRoot()
    let accuracy = heading.flatMap { _ in headingStandardDeviation }.map {
      min(AngleUnit.degrees.fromSI(2 * $0 / levelLength), 180)
    }
    return DeviceMotion(
      motion: motion, attitude: attitude, lastUserAcceleration: lastUserAcceleration,
      magneticField: CalibratedMagneticField(
        field: lastMagneticField == .zero ? .zero : lastMagneticField - state.hardIron, accuracy: self.accuracy),
      heading: heading ?? -1, headingAccuracy: accuracy ?? -1, sensorLocation: sensorLocation)
  }
}
