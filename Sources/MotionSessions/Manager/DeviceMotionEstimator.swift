import AttitudeFilters
import MotionSamples
import Rotations

/// From samples to device motion in a frame: a `MotionStream`, and what Core Motion adds to it.
struct DeviceMotionEstimator {
  let frame: ReferenceFrame
  private let sensorLocation: SensorLocation
  private let advance: Advance
  private var alignment: FrameAlignment
  private var state = StreamState()
  private var lastUserAcceleration = Vector3<Double>.zero
  private var lastMagneticField = Vector3<Double>.zero
  /// What happened since the last motion that was delivered.
  private var flags = OutcomeFlags([])
  /// How long the heading has not been good, in seconds; nil once that was reported, or need not be.
  private var timeWithoutHeading: Double?

  /// What is known after a sample.
  private struct StreamState {
    var motion = Motion<Double>(outputFromBody: .identity)
    /// The magnetic field as the filter took it, µT.
    var magneticField = Vector3<Double>.absent
    var startENUFromBody: Rotation<Double>?
    var isNorthKnown = false
    var hardIron = Vector3<Double>.zero
  }

  /// Takes a raw sample, whose interval is known, at a temperature; `isDiscontinuous` where something is missing before it.
  private typealias Advance = (
    _ sample: MotionSample<Double>, _ temperature: Double, _ isDiscontinuous: Bool
  ) -> StreamState

  /// After this many seconds without a good heading the device should be moved.
  private static let patience = 5.0
  /// States rather than events: what counts is the last sample.
  private static let states: OutcomeFlags = [.atRest, .initializing, .fieldDisturbed]

  init(
    frame: ReferenceFrame, declination: Double?, sensorLocation: SensorLocation,
    conditioner: SampleConditioner<Double> = SampleConditioner(), filter: FilterSelection = FilterSelection()
  ) {
    self.frame = frame
    self.sensorLocation = sensorLocation
    alignment = FrameAlignment(declination: declination)
    timeWithoutHeading = frame.usesMagnetometer ? 0 : nil
    var settings = StreamSettings<Double>()
    settings.conditioner = conditioner
    settings.frame = frame
    settings.declination = declination ?? 0
    var operation = MakeAdvance(filter: filter, settings: settings)
    advance = filter.kind.perform(&operation)
  }

  /// Makes the stream of a filter, compiled for that filter alone.
  private struct MakeAdvance: FilterOperation {
    typealias Scalar = Double
    let filter: FilterSelection
    let settings: StreamSettings<Double>

    mutating func perform<Filter: AttitudeFilter>(for type: Filter.Type) -> Advance where Filter.Scalar == Double {
      var stream = MotionStream<Filter>(parameters: filter.parameters(as: Filter.Parameters.self), settings: settings)
      return { raw, temperature, isDiscontinuous in
        let sample = stream.conditioner.condition(raw, temperature: temperature)
        stream.take(sample)
        stream.followStart()
        stream.isDiscontinuous = isDiscontinuous
        return StreamState(
          motion: stream.motion(), magneticField: sample.magneticField,
          startENUFromBody: stream.frame.startENUFromBody,
          isNorthKnown: stream.conditioner.usesMagnetometer && stream.frame.isSettled,
          hardIron: stream.filter.magnetometerHardIron ?? .zero)
      }
    }
  }

  /// Takes a sample at a temperature, and says whether the user should be asked to move the device.
  mutating func update(_ sample: MotionSample<Double>, temperature: Double, isDiscontinuous: Bool) -> Bool {
    state = advance(sample, temperature, isDiscontinuous)
    let new = state.motion.flags
    flags = flags.subtracting(Self.states).union(new)
    if !new.contains(.specificForceRejected) { lastUserAcceleration = state.motion.userAcceleration }
    if !new.contains(.magneticFieldRejected) { lastMagneticField = state.magneticField }
    if state.isNorthKnown { alignment.startENUFromBody = state.startENUFromBody }
    return isMovementNeeded(after: sample.interval)
  }

  private mutating func isMovementNeeded(after interval: Double) -> Bool {
    guard let time = timeWithoutHeading else { return false }
    let isGood = accuracy >= .medium
    timeWithoutHeading = isGood ? nil : time + interval
    guard time + interval > Self.patience, !isGood else { return false }
    timeWithoutHeading = nil
    return true
  }

  private var headingStandardDeviation: Double? {
    state.motion.headingStandardDeviation.isNaN ? nil : state.motion.headingStandardDeviation
  }

  private var accuracy: MagneticFieldAccuracy {
    MagneticFieldAccuracy(
      headingStandardDeviation: headingStandardDeviation, isFieldDisturbed: flags.contains(.fieldDisturbed))
  }

  /// The motion after the last sample, whose timestamp is given.
  mutating func motion(at timestamp: Timestamp) -> DeviceMotion {
    var motion = state.motion
    motion.timestamp = timestamp
    motion.flags = flags
    flags = []
    let attitude = Attitude(outputFromBody: motion.outputFromBody, referenceFrame: frame, alignment: alignment)
    let heading = state.isNorthKnown ? attitude.heading() : nil
    let accuracy = heading.flatMap { _ in headingStandardDeviation }.map { min(AngleUnit.degrees.fromSI(2 * $0), 180) }
    return DeviceMotion(
      motion: motion, attitude: attitude, lastUserAcceleration: lastUserAcceleration,
      magneticField: CalibratedMagneticField(
        field: lastMagneticField == .zero ? .zero : lastMagneticField - state.hardIron, accuracy: self.accuracy),
      heading: heading ?? -1, headingAccuracy: accuracy ?? -1, sensorLocation: sensorLocation)
  }
}
