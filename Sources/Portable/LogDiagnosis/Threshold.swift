import LogTables

/// The size from which a check doubts a log, and from which it refuses it: the one table of the checks.
///
/// Sources: PX4 Flight Review (vibration), ArduPilot pre-arm checks (field strength), data sheets of consumer sensors (noise, bias),
/// and the error of the default filter on simulated logs with each fault.
package struct Threshold: Sendable {
  /// The check.
  package var check: Finding.Check
  /// The quantity that is compared, in words.
  package var quantity: String
  /// Its unit; empty for shares and ratios.
  package var unit: String
  /// The smallest value to note; nil if nothing is only noted.
  package var note: Double?
  /// The smallest doubtful value; nil if none is.
  package var doubt: Double?
  /// The smallest value that makes the log unusable; nil if none does.
  package var unusable: Double?

  init(
    _ check: Finding.Check, _ quantity: String, _ unit: String = "", note: Double? = nil, doubt: Double? = nil,
    unusable: Double? = nil
  ) {
    (self.check, self.quantity, self.unit) = (check, quantity, unit)
    (self.note, self.doubt, self.unusable) = (note, doubt, unusable)
  }

  /// What a value does to the attitude; nil if it is harmless.
  package func severity(of value: Double) -> Finding.Severity? {
    if let unusable, value >= unusable { return .unusable }
    if let doubt, value >= doubt { return .doubt }
    if let note, value >= note { return .note }
    return nil
  }
}

extension Threshold {
  static let gyroscopeScale = Self(.gyroscopeUnit, "scale error of the gyroscope", doubt: 0.25, unusable: 1)
  static let knownGyroscopeScale = Self(
    .gyroscopeUnit, "scale error of the gyroscope, 97 % of the rotation explained", doubt: 0.09, unusable: 1)
  static let gyroscopeAxis = Self(
    .gyroscopeUnit, "scale of an axis of the gyroscope against the others, relative", doubt: 0.05, unusable: 0.5)
  static let accelerometerAxis = Self(
    .accelerometerScale, "scale of an axis of the accelerometer against the others, relative", doubt: 0.05,
    unusable: 0.5)
  static let gravityInDegrees = Self(
    .gyroscopeUnit, "variation of gravity, over that with a rate in deg/s", unusable: 5)
  static let forceAtRest = Self(
    .accelerometerScale, "distance of |f| at rest from 9.81 m/s², relative", doubt: 0.01, unusable: 0.5)
  static let verticalForce = Self(
    .accelerometerScale, "distance of the mean vertical force from 9.81 m/s², relative", doubt: 0.02)
  static let missingGravity = Self(.gravityRemoved, "1 - |mean over 1 s| / RMS of the specific force", unusable: 0.5)
  static let fieldAboveHorizon = Self(
    .reversedSensor, "sine of the field above the expected side of the horizon", doubt: 0.15)
  static let axesShare = Self(
    .axes, "rotation that other axes explain and the given ones do not, share", unusable: 0.15)
  static let gravitySpread = Self(
    .axes, "variation of gravity with the axes as they are, over that with others", unusable: 1.8)
  static let mountingTurn = Self(.axes, "turn of gravity or of the field between 3 s and 3 s", "deg", unusable: 20)
  static let misalignment = Self(
    .misalignment, "rotation between two sensors less three standard deviations", "deg", doubt: 3, unusable: 10)
  static let jitter = Self(.clock, "95 % quantile minus median of the interval, relative", doubt: 0.05, unusable: 10)
  static let grouped = Self(.clock, "rows less than a quarter of the mean interval after another, share", doubt: 0.3)
  static let repeated = Self(.clock, "repeated timestamps, share", note: 0, doubt: 0.005)
  static let missingRows = Self(.clock, "missing rows, share", note: 0.002, doubt: 0.02)
  static let gapTime = Self(.clock, "longest gap", "s", note: 0, doubt: 0.1)
  static let outOfOrder = Self(.clock, "timestamps out of order, share", doubt: 0)
  static let delay = Self(.sensorDelay, "delay against the gyroscope", "ms", note: 5, doubt: 18)
  static let held = Self(.heldReadings, "repeated readings in motion, share", doubt: 0.2)
  static let overflows = Self(.saturation, "jumps from one end of the range to the other", unusable: 5)
  static let saturated = Self(.saturation, "readings at the end of the range", doubt: 3)
  package static let saturatedRows = Self(.saturation, "rows with a saturated sensor, share", doubt: 0.001)
  static let stuckTime = Self(.stuckAxis, "time of an axis at one value in motion", "s", doubt: 1)
  static let stuckShare = Self(.stuckAxis, "share of the log with an axis at one value in motion", unusable: 0.1)
  static let zeros = Self(.invalidReadings, "readings of zero, share", doubt: 0)
  static let missing = Self(.invalidReadings, "rows without a reading, share", note: 0.001, doubt: 0.005)
  static let spikes = Self(.invalidReadings, "spikes", doubt: 3)
  static let blows = Self(.invalidReadings, "spikes of the accelerometer below 16 g", note: 3)
  package static let rejected = Self(.invalidReadings, "rejected readings, share", doubt: 0.01)
  static let bias = Self(.gyroscopeBias, "rate at rest", "deg/s", doubt: 1, unusable: 20)
  package static let estimatedBias = Self(.gyroscopeBias, "bias that the filter estimates", "deg/s", doubt: 1)
  static let biasDrift = Self(.gyroscopeBias, "change of the rate at rest", "deg/s", doubt: 0.25)
  package static let biasTrend = Self(.gyroscopeBias, "change of the estimated bias over the log", "deg/s", doubt: 0.4)
  static let biasStep = Self(.gyroscopeBias, "step of the bias in motion", "deg/s", doubt: 0.5)
  static let biasOfTemperature = Self(.gyroscopeBias, "R² of the bias against temperature or time", doubt: 0.8)
  static let gyroscopeNoise = Self(.noise, "noise of the gyroscope in the quietest second", "deg/s/√Hz", doubt: 0.1)
  static let accelerometerNoise = Self(.noise, "noise of the accelerometer in the quietest second", "mg/√Hz", doubt: 20)
  static let gyroscopeStep = Self(.noise, "step of the gyroscope's readings", "deg/s", doubt: 0.5)
  static let accelerometerStep = Self(.noise, "step of the accelerometer's readings", "m/s^2", doubt: 0.2)
  static let magnetometerStep = Self(.noise, "step of the magnetometer's readings", "uT", doubt: 2)
  static let vibration = Self(.vibration, "fast part of the specific force, RMS", "m/s^2", doubt: 4.9, unusable: 9.8)
  static let fieldStrength = Self(
    .fieldStrength, "distance from 22 to 67 µT, or from the model's strength, relative", doubt: 0.1, unusable: 0.35)
  static let normalizedField = Self(.normalizedField, "1 - variation of the strength", doubt: 0.999)
  static let hardIron = Self(
    .magnetometerCalibration, "offset of the field, relative to its strength", doubt: 0.1, unusable: 0.5)
  static let softIron = Self(
    .magnetometerCalibration, "distance from a sphere that an ellipsoid explains, relative", doubt: 0.04,
    unusable: 0.2)
  static let fieldVariation = Self(
    .magnetometerCalibration, "variation of the field's strength, unexplained", doubt: 0.15)
  package static let disturbed = Self(.magneticDisturbance, "disturbed rows, share", doubt: 0.5)
  package static let headingResidual = Self(
    .magneticDisturbance, "heading of the accepted field against the estimate, RMS", "deg", doubt: 20)
  static let motorField = Self(.motorField, "correlation of the field's strength with the load", doubt: 0.5)
  static let motorFieldShare = Self(
    .motorField, "standard deviation of the strength that the load explains, relative", doubt: 0.02)
  package static let gyroscopesDiffer = Self(.severalSensors, "lasting difference of the gyroscopes", "deg/s", doubt: 5)
  package static let accelerometersDiffer = Self(
    .severalSensors, "lasting difference of the accelerometers", "m/s^2", doubt: 0.7)
  package static let inclinationDifference = Self(
    .estimates, "tilt against that by VQF, RMS", "deg", note: 5, doubt: 15)
  package static let headingDifference = Self(
    .estimates, "heading against that by VQF, RMS", "deg", note: 15, doubt: 30)
  package static let inclinationError = Self(
    .estimates, "inclination error against the true attitude, RMS", "deg", doubt: 10)
  static let truthDelay = Self(.estimates, "delay of the true attitude", "ms", note: 10, doubt: 30)
  static let slowTurn = Self(.coverage, "rotation between two samples", "deg", doubt: 2.5)
  package static let silence = Self(.coverage, "silences of a sensor", doubt: 1)
  static let shortestDuration = Self(.coverage, "seconds below 3", "s", doubt: 0)

  /// The largest ratio of a unit to the one that the readings need, for it to explain them.
  static let sameUnit = 1.3

  /// Ranges of the ratio of readings to gravity, or of the field in µT, and the unit that explains each.
  static let accelerometerRatios: [(range: ClosedRange<Double>, unit: String)] = [
    (0.09...0.115, "g"), (90...115, "mg"), (9.2...10.4, "m/s^2"), (930...1070, "mg"), (93e-5...107e-5, "g"),
  ]
  /// Ranges of the ratio of the measured rate to the rotation of gravity, and the unit that explains each.
  static let rotationRatios: [(range: Range<Double>, unit: String)] = [(12..<110, "deg/s"), (110..<4000, "mrad/s")]
  /// Counts for 1 g and for 1 deg/s, of usual ranges in data sheets.
  package static let accelerometerCounts: [Double] = (8...15).map { Double(1 << $0) }
  package static let gyroscopeCounts: [Double] = [131, 65.5, 32.8, 16.4, 16, 114.3, 57.14, 28.57, 14.29]
  static let magnetometerRatios: [(range: ClosedRange<Double>, unit: String)] = [
    (0.2...0.7, "G"), (200...700, "mG"), (20_000...70_000, "nT"), (0.02...0.07, "mT"), (2e-5...7e-5, "T"),
  ]
}
