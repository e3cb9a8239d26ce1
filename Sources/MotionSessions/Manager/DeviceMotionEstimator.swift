import AttitudeFilters
import MotionSamples
import Rotations

/// A converter from samples to device motion in a frame: a `MotionStream` plus the values that Core Motion adds.
struct DeviceMotionEstimator {
  let frame: ReferenceFrame
  private let sensorLocation: SensorLocation
  private let advance: Advance
  private var alignment: FrameAlignment
  private var state = StreamState()
  private var lastUserAcceleration = Vector3<Double>.zero
  private var lastMagneticField = Vector3<Double>.zero
  /// The flags since the last delivered motion.
  private var flags = OutcomeFlags([])
  /// The time without a good heading, in seconds; nil once reported or if not needed.
  private var timeWithoutHeading: Double?

  /// The state after a sample.
  private struct StreamState {
    var motion = Motion<Double>(outputFromBody: .identity)
    /// The magnetic field as input to the filter, µT.
    var magneticField = Vector3<Double>.absent
    var startENUFromBody: Rotation<Double>?
    var isNorthKnown = false
    var hardIron = Vector3<Double>.zero
  }

  /// Processes a raw sample with a known interval and a temperature; `isDiscontinuous` if data is missing before it.
  private typealias Advance = (
    _ sample: MotionSample<Double>, _ temperature: Double, _ isDiscontinuous: Bool
  ) -> StreamState

  /// The time without a good heading, in seconds, after which the device should be moved.
  private static let patience = 5.0
  /// Flags that are states, not events: only the last sample counts.
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

  /// Makes the stream of a filter, specialized for that filter.
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

  /// Processes a sample and returns whether to ask the user to move the device.
  mutating func update(_ sample: MotionSample<Double>, temperature: Double, isDiscontinuous: Bool) -> Bool {
    state = advance(sample, temperature, isDiscontinuous)
    let new = state.motion.flags
    flags = flags.subtracting(Self.states).union(new)
    if !new.intersects(Self.unusedForce) { lastUserAcceleration = state.motion.userAcceleration }
    if !new.intersects(Self.unusedField) { lastMagneticField = state.magneticField }
    if state.isNorthKnown { alignment.startENUFromBody = state.startENUFromBody }
    return isMovementNeeded(after: sample.interval)
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

  private var headingStandardDeviation: Double? {
    state.motion.headingStandardDeviation.isNaN ? nil : state.motion.headingStandardDeviation
  }

  private var accuracy: MagneticFieldAccuracy {
    MagneticFieldAccuracy(
      headingStandardDeviation: headingStandardDeviation, isFieldDisturbed: flags.contains(.fieldDisturbed))
  }

  /// The motion after the last sample, with that sample's timestamp.
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
