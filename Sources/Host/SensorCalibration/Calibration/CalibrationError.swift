/// Why a recording does not calibrate a sensor. A poor fit is never returned as a result.
public enum CalibrationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Too few usable readings of the sensor.
  case tooFewReadings(CalibratedSensor, count: Int, needed: Int)
  /// The readings never change: the sensor is stuck or was not moved.
  case constantReadings(CalibratedSensor)
  /// A share of the readings is clipped at the limit of an axis (0 for x, 1 for y, 2 for z), in µT or m/s².
  case clippedReadings(CalibratedSensor, axis: Int, limit: Double, share: Double)
  /// The readings cover too small a share of all directions; `needed` suffices for the simplest model.
  case littleCoverage(CalibratedSensor, share: Double, needed: Double)
  /// The readings do not lie on an ellipsoid; their typical distance from it, as a share of its radius.
  case notAnEllipsoid(CalibratedSensor, residualShare: Double)
  /// The readings do not determine all parameters.
  case undetermined(CalibratedSensor)
  /// The correction is not larger than the disturbances of the field (both typical angles in rad).
  case nothingToCorrect(CalibratedSensor, correction: Double, disturbance: Double)
  /// In held-out parts of the recording, calibration reduces the errors only by this share (negative: increases them).
  case littleGain(CalibratedSensor, gain: Double, needed: Double)
  /// Too few rests in different attitudes.
  case tooFewPoses(count: Int, needed: Int)
  /// Too little rotation about an axis (0 for x, 1 for y, 2 for z) between rests.
  case axisNotTurned(axis: Int)
  /// Too few rests at different known temperatures for the polynomial.
  case tooFewTemperatures(count: Int, needed: Int)
  /// No rest long enough.
  case noRest

  /// The sensor, what is wrong, and what to record instead.
  public var description: String {
    switch self {
    case .tooFewReadings(let sensor, let count, let needed):
      "\(sensor.rawValue): \(count) usable readings, \(needed) needed; record longer"
    case .constantReadings(let sensor):
      "\(sensor.rawValue): the readings never change: the sensor is stuck, off, or was not turned"
        + (sensor == .magnetometer ? ", or its unit is wrong (the Earth's field is 22 to 67 µT)" : "")
    case .clippedReadings(let sensor, let axis, let limit, let share):
      "\(sensor.rawValue): \(Self.percent(share)) of the readings are clipped at \(Self.name(axis)) = "
        + "\(Self.tenths(limit)); choose a wider range, or keep magnets and shocks away"
    case .littleCoverage(let sensor, let share, let needed):
      "\(sensor.rawValue): only \(Self.percent(share)) of the sphere covered, \(Self.percent(needed)) needed for any model; "
        + "turn the sensor through more directions"
    case .notAnEllipsoid(let sensor, let residualShare):
      "\(sensor.rawValue): the readings are \(Self.percent(residualShare)) of their radius away from any ellipsoid; "
        + (sensor == .magnetometer
          ? "turn the sensor through all directions, in one place, away from iron, magnets and cables"
          : "keep the sensor still while it rests")
    case .undetermined(let sensor):
      "\(sensor.rawValue): the motion does not determine all parameters; turn the sensor about all three axes, upside down "
        + "too"
    case .nothingToCorrect(let sensor, let correction, let disturbance):
      "\(sensor.rawValue): already calibrated within the accuracy of this recording: the correction would be "
        + "\(Self.degrees(correction)), and the field varies by \(Self.degrees(disturbance)); leave it unchanged"
    case .littleGain(let sensor, let gain, let needed):
      "\(sensor.rawValue): already calibrated, or the field is uneven: in held-out parts of the recording, calibration makes "
        + "the readings " + (gain > 0 ? "only \(Self.percent(gain)) better" : "worse")
        + ", \(Self.percent(needed)) needed; leave it unchanged, or record in one place away from iron"
    case .tooFewPoses(let count, let needed):
      "accelerometer: the sensor rested in \(count) different attitudes, \(needed) needed; lay it still for two seconds on "
        + "each side and on some edges"
    case .axisNotTurned(let axis):
      "gyroscope: too little rotation about the \(Self.name(axis)) axis; turn the sensor about it by a half turn or more "
        + "between two rests"
    case .tooFewTemperatures(let count, let needed):
      "gyroscope: rests at \(count) different temperatures, \(needed) needed; record temperatures and rests while the sensor "
        + "warms up, or choose a lower order"
    case .noRest:
      "gyroscope: the sensor never rests; lay it still for a few seconds"
    }
  }

  private static func percent(_ share: Double) -> String { rounded(100 * share).map { "\($0) %" } ?? "\(share)" }
  private static func degrees(_ angle: Double) -> String { "\(tenths(angle * 180 / .pi)) degrees" }
  private static func tenths(_ value: Double) -> Double { (10 * value).rounded() / 10 }
  private static func rounded(_ value: Double) -> Int? { Int(exactly: value.rounded()) }
  private static func name(_ axis: Int) -> String { ["x", "y", "z"][min(max(axis, 0), 2)] }
}
