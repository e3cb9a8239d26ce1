import AttitudeFilters
import MotionSamples
import Rotations

/// From samples to device motion in a frame: the default filter, the frame at its exit, and Core Motion's units and signs.
struct DeviceMotionEstimator {
  let frame: ReferenceFrame
  private let sensorLocation: SensorLocation
  private let calibration: DeviceModel<Double>
  private let gyroscopeTemperature: BiasTemperatureModel?
  private let separator = GravitySeparator<Double>()
  private var filter: DefaultFilter<Double>
  private var alignment: FrameAlignment
  /// The first attitude, in the filter's level frame whose heading is free.
  private var startLevelFromDevice: Rotation<Double>?
  private var hasNorth = false
  private var lastSpecificForce: Vector3<Double>
  private var lastMagneticField = Vector3<Double>.zero
  /// What happened since the last motion that was delivered.
  private var flags = OutcomeFlags([])
  /// How long the heading has not been good, in seconds; nil once that was told, or need not be.
  private var timeWithoutHeading: Double?

  /// After this many seconds without a good heading the device should be moved.
  private static let patience = 5.0
  /// States rather than events: what counts is the last sample.
  private static let states: OutcomeFlags = [.atRest, .initializing, .fieldDisturbed]

  init(
    frame: ReferenceFrame, declination: Double?, sensorLocation: SensorLocation,
    calibration: DeviceModel<Double> = .identity, gyroscopeTemperature: BiasTemperatureModel? = nil,
    parameters: VelocityBoundedParameters<Double>
  ) {
    self.frame = frame
    self.calibration = calibration
    self.gyroscopeTemperature = gyroscopeTemperature
    self.sensorLocation = sensorLocation
    filter = DefaultFilter(parameters: parameters)
    alignment = FrameAlignment(declination: declination)
    lastSpecificForce = separator.gravity(inBodyOf: .identity) * -1
    timeWithoutHeading = frame.usesMagnetometer ? 0 : nil
  }

  /// Takes a sample at a temperature, and says whether it should be told that the device must be moved.
  mutating func update(_ sample: MotionSample<Double>, temperature: Double, isDiscontinuous: Bool) -> Bool {
    let device = gyroscopeTemperature.map { calibration.atTemperature(temperature, $0) } ?? calibration
    var sample = device.apply(to: sample)
    if !frame.usesMagnetometer { sample.magneticField = .absent }
    let outcome = filter.update(sample)
    flags = flags.subtracting(Self.states).union(outcome.flags)
    flags.set(.discontinuity, when: isDiscontinuous)
    if !outcome.isSpecificForceRejected { lastSpecificForce = sample.specificForce }
    if !outcome.isMagneticFieldRejected { lastMagneticField = sample.magneticField }
    align(hasSpecificForce: !outcome.isSpecificForceRejected)
    return isMovementNeeded(after: sample.interval)
  }

  /// Remembers the pose at the start and, once north is found, how it lay to north.
  private mutating func align(hasSpecificForce: Bool) {
    if startLevelFromDevice == nil, hasSpecificForce { startLevelFromDevice = filter.levelFromBody }
    guard !hasNorth, frame.usesMagnetometer, let start = startLevelFromDevice, headingStandardDeviation != nil
    else { return }
    hasNorth = true
    alignment.startENUFromDevice = Rotation(aboutZ: filter.headingOffset) * start
  }

  private mutating func isMovementNeeded(after interval: Double) -> Bool {
    guard let time = timeWithoutHeading else { return false }
    timeWithoutHeading = accuracy < .medium ? time + interval : nil
    guard time + interval > Self.patience, accuracy < .medium else { return false }
    timeWithoutHeading = nil
    return true
  }

  /// Nil where north is not used or not found yet.
  private var headingStandardDeviation: Double? {
    guard let deviation = filter.headingStandardDeviation, !deviation.isNaN else { return nil }
    return deviation
  }

  private var accuracy: MagneticFieldAccuracy {
    MagneticFieldAccuracy(
      headingStandardDeviation: headingStandardDeviation, isFieldDisturbed: flags.contains(.fieldDisturbed))
  }

  /// The attitude in the frame. A frame whose heading is that of the start has it from the first sample on: until north is
  /// found it rests on the gyroscope alone, and goes on from there without a step.
  private var attitude: Attitude {
    let outputFromReference: Rotation<Double>
    let outputFromBody: Rotation<Double>
    if frame.startsAtZeroHeading, !hasNorth {
      outputFromBody = filter.levelFromBody
      outputFromReference = frame.outputFromENU(startingAt: startLevelFromDevice ?? outputFromBody)
    } else {
      outputFromBody = filter.enuFromBody
      outputFromReference = frame.outputFromENU(
        startingAt: alignment.startENUFromDevice ?? .identity, declination: alignment.declination ?? 0)
    }
    return Attitude(
      outputFromBody: outputFromReference * outputFromBody, referenceFrame: frame, alignment: alignment)
  }

  /// The motion after the last sample, whose stamp is given.
  mutating func motion(at timestamp: Timestamp) -> DeviceMotion {
    defer { flags = [] }
    let attitude = attitude
    let motion = separator.separate(
      specificForce: lastSpecificForce, enuFromBody: filter.enuFromBody)
    let unit = AccelerationUnit.standardGravities
    let heading = headingStandardDeviation.flatMap { _ in attitude.heading() }
    let twoDeviations = AngleUnit.degrees.fromSI(2 * (headingStandardDeviation ?? 0))
    return DeviceMotion(
      timestamp: timestamp, attitude: attitude, rotationRate: filter.correctedAngularRate,
      gravity: unit.fromSI(motion.gravityInBody), userAcceleration: -unit.fromSI(motion.userAccelerationInBody),
      magneticField: CalibratedMagneticField(
        field: filter.calibratedMagneticField(lastMagneticField), accuracy: accuracy),
      heading: heading ?? -1, headingAccuracy: heading == nil ? -1 : min(twoDeviations, 180),
      sensorLocation: sensorLocation, gyroscopeBias: filter.gyroscopeBias,
      tiltStandardDeviation: filter.tiltStandardDeviation ?? .nan,
      headingStandardDeviation: headingStandardDeviation, flags: flags)
  }
}
