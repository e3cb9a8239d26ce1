/// Why a recording does not calibrate a sensor, and what to record instead. A wild fit is never a result.
public enum CalibrationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The recording has too few readings of the sensor, or none; so many would do.
  case tooFewReadings(CalibratedSensor, count: Int, needed: Int)
  /// The readings stay the same: the sensor is stuck or was never moved.
  case constantReadings(CalibratedSensor)
  /// So large a share of the readings sticks to the end of the range of an axis (0 for x, 1 for y, 2 for z), which is at
  /// that value, in µT or m/s².
  case clippedReadings(CalibratedSensor, axis: Int, limit: Double, share: Double)
  /// The readings cover only that share of all directions; `needed` would do for the simplest model.
  case littleCoverage(CalibratedSensor, share: Double, needed: Double)
  /// The readings do not lie on an ellipsoid: their typical distance from it is that share of its radius.
  case notAnEllipsoid(CalibratedSensor, residualShare: Double)
  /// The readings cannot tell the parameters apart.
  case undetermined(CalibratedSensor)
  /// The correction that the readings suggest is no larger than the disturbances of the field (both typical angles in
  /// rad): the sensor is calibrated as well as the recording can tell.
  case nothingToCorrect(CalibratedSensor, correction: Double, disturbance: Double)
  /// In the parts of the recording that a calibration was not made from, the readings miss the turns of the gyroscope less by
  /// that share only, or more where it is negative.
  case littleGain(CalibratedSensor, gain: Double, needed: Double)
  /// The sensor rested in so few different attitudes.
  case tooFewPoses(count: Int, needed: Int)
  /// The sensor turned too little about an axis (0 for x, 1 for y, 2 for z) between its rests.
  case axisNotTurned(axis: Int)
  /// So few rests have a temperature, or so few different ones, and a polynomial needs more.
  case tooFewTemperatures(count: Int, needed: Int)
  /// The sensor never rested long enough.
  case noRest

  /// What is wrong and what to do about it, in one or two sentences.
  public var description: String {
    switch self {
    case .tooFewReadings(let sensor, let count, let needed):
      "\(sensor.rawValue): \(count) usable readings, and \(needed) are needed: record longer"
    case .constantReadings(let sensor):
      "\(sensor.rawValue): the readings never change: the sensor is stuck or off, or was not turned at all"
        + (sensor == .magnetometer ? ", or its unit is wrong (the Earth's field is 22 to 67 µT)" : "")
    case .clippedReadings(let sensor, let axis, let limit, let share):
      "\(sensor.rawValue): \(Self.percent(share)) of the readings stick to the end of the range of "
        + "\(Self.name(axis)) (\(limit.printed("%.4g"))): choose a wider range, or keep magnets and shocks away"
    case .littleCoverage(let sensor, let share, let needed):
      "\(sensor.rawValue): turn the sensor through more directions: only \(Self.percent(share)) of the sphere covered, "
        + "and \(Self.percent(needed)) is the least for any model"
    case .notAnEllipsoid(let sensor, let residualShare):
      "\(sensor.rawValue): the readings lie \(Self.percent(residualShare)) of their radius away from any ellipsoid: "
        + (sensor == .magnetometer
          ? "turn the sensor through all directions, in one place, away from iron, magnets and cables"
          : "keep the sensor still while it rests")
    case .undetermined(let sensor):
      "\(sensor.rawValue): the motion does not tell the parameters apart: turn the sensor about all three axes, upside "
        + "down too"
    case .nothingToCorrect(let sensor, let correction, let disturbance):
      "\(sensor.rawValue): calibrated already, as far as this recording can tell: the correction would be "
        + "\(Self.degrees(correction)), and the field itself varies by \(Self.degrees(disturbance)); leave it as it is"
    case .littleGain(let sensor, let gain, let needed):
      "\(sensor.rawValue): calibrated already, or the field is uneven, as far as this recording can tell: where it was not "
        + "used for the fit, the correction makes the readings "
        + (gain > 0 ? "better by \(Self.percent(gain)) only" : "worse")
        + ", and \(Self.percent(needed)) is the least; leave it as it is, or record in one place away from iron"
    case .tooFewPoses(let count, let needed):
      "accelerometer: the sensor rested in \(count) different attitudes, and \(needed) are needed: lay it still for two "
        + "seconds on each side, and on some edges"
    case .axisNotTurned(let axis):
      "gyroscope: turn the sensor about its \(Self.name(axis)) axis too, by a half turn or more between two rests"
    case .tooFewTemperatures(let count, let needed):
      "gyroscope: rests at \(count) different temperatures, and \(needed) are needed: record rests (of a column 'temperature "
        + "[degC]') while the sensor warms up, or ask for a lower order"
    case .noRest:
      "gyroscope: the sensor never rests: lay it still for a few seconds"
    }
  }

  private static func percent(_ share: Double) -> String { "\((100 * share).printed("%.0f")) %" }
  private static func degrees(_ angle: Double) -> String { "\((angle * 180 / .pi).printed("%.1f")) degrees" }
  private static func name(_ axis: Int) -> String { ["x", "y", "z"][min(max(axis, 0), 2)] }
}
