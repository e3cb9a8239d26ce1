import AttitudeEvaluation
import AttitudeFilters
import LogTables
import MotionSamples
import Rotations

/// A quantity over time in the report of a log.
enum ReportCurve: Int, CaseIterable {
  case yaw, pitch, roll
  case trueYaw, truePitch, trueRoll
  case tiltSigma, headingSigma
  case userAccelerationX, userAccelerationY, userAccelerationZ
  case rateX, rateY, rateZ
  case biasX, biasY, biasZ
  case gyroscopeX, gyroscopeY, gyroscopeZ
  case specificForceX, specificForceY, specificForceZ
  case magneticFieldX, magneticFieldY, magneticFieldZ
  case rawMagneticFieldX, rawMagneticFieldY, rawMagneticFieldZ
  case specificForce, magneticField, dip
  case velocityEast, velocityNorth, forwardSpeed
  case interval, temperature, motorLoad
  case totalError, headingError, inclinationError

  /// The name of the column: that of `cardan fuse` where it has the quantity.
  var name: String {
    switch self {
    case .yaw: "yaw"
    case .pitch: "pitch"
    case .roll: "roll"
    case .trueYaw: "true_yaw"
    case .truePitch: "true_pitch"
    case .trueRoll: "true_roll"
    case .tiltSigma: "tilt_sigma"
    case .headingSigma: "heading_sigma"
    case .userAccelerationX: "user_accel_x"
    case .userAccelerationY: "user_accel_y"
    case .userAccelerationZ: "user_accel_z"
    case .rateX: "rate_x"
    case .rateY: "rate_y"
    case .rateZ: "rate_z"
    case .biasX: "gyro_bias_x"
    case .biasY: "gyro_bias_y"
    case .biasZ: "gyro_bias_z"
    case .gyroscopeX: "gyro_x"
    case .gyroscopeY: "gyro_y"
    case .gyroscopeZ: "gyro_z"
    case .specificForceX: "accel_x"
    case .specificForceY: "accel_y"
    case .specificForceZ: "accel_z"
    case .magneticFieldX: "mag_x"
    case .magneticFieldY: "mag_y"
    case .magneticFieldZ: "mag_z"
    case .rawMagneticFieldX: "raw_mag_x"
    case .rawMagneticFieldY: "raw_mag_y"
    case .rawMagneticFieldZ: "raw_mag_z"
    case .specificForce: "accel_length"
    case .magneticField: "mag_length"
    case .dip: "dip"
    case .velocityEast: "velocity_east"
    case .velocityNorth: "velocity_north"
    case .forwardSpeed: "forward_speed"
    case .interval: "interval"
    case .temperature: "temperature"
    case .motorLoad: "motor_load"
    case .totalError: "total_error"
    case .headingError: "heading_error"
    case .inclinationError: "inclination_error"
    }
  }

  /// The unit.
  var unit: String {
    switch self {
    case .yaw, .pitch, .roll, .trueYaw, .truePitch, .trueRoll, .tiltSigma, .headingSigma, .dip, .totalError,
      .headingError, .inclinationError:
      "deg"
    case .userAccelerationX, .userAccelerationY, .userAccelerationZ, .specificForce, .specificForceX, .specificForceY,
      .specificForceZ:
      "m/s^2"
    case .rateX, .rateY, .rateZ, .biasX, .biasY, .biasZ, .gyroscopeX, .gyroscopeY, .gyroscopeZ: "deg/s"
    case .magneticField, .magneticFieldX, .magneticFieldY, .magneticFieldZ, .rawMagneticFieldX, .rawMagneticFieldY,
      .rawMagneticFieldZ:
      "uT"
    case .velocityEast, .velocityNorth, .forwardSpeed: "m/s"
    case .interval: "ms"
    case .temperature: "degC"
    case .motorLoad: "1"
    }
  }

  /// The exponent of two of the smallest step between its values in the page, in its unit.
  var finestExponent: Int {
    switch self {
    case .biasX, .biasY, .biasZ: -14
    case .tiltSigma, .headingSigma, .interval: -12
    default:
      switch unit {
      case "m/s^2", "m/s", "1": -11
      case "uT": -8
      default: -9
      }
    }
  }

  /// Whether the quantity continues at -180 where it ends at 180.
  var isCyclic: Bool {
    switch self {
    case .yaw, .roll, .trueYaw, .trueRoll: true
    default: false
    }
  }

  /// Whether it is the length of a vector whose coordinates are curves.
  var isLength: Bool { self == .specificForce || self == .magneticField }

  /// Whether the first value of each part is kept, so that several make a vector or an attitude.
  var keepsFirst: Bool {
    switch self {
    case .yaw, .pitch, .roll, .trueYaw, .truePitch, .trueRoll, .specificForceX, .specificForceY, .specificForceZ,
      .magneticFieldX, .magneticFieldY, .magneticFieldZ, .rawMagneticFieldX, .rawMagneticFieldY, .rawMagneticFieldZ:
      true
    default: false
    }
  }
}

/// The values of one row in the report.
struct ReportRow {
  /// Values by the raw value of `ReportCurve`; NaN where the row has none.
  var curves = [Float](repeating: .nan, count: ReportCurve.allCases.count)

  private static let degrees = 180 / Double.pi

  /// Replaces all values by those of a row.
  ///
  /// - Parameters:
  ///   - sample: The readings in body axes, calibrated.
  ///   - rawField: The magnetometer's reading as in the log.
  ///   - interval: Seconds since the row before; NaN for the first.
  mutating func set(
    _ record: borrowing LogRecord, _ motion: borrowing Motion<Double>, sample: MotionSample<Double>,
    rawField: Vector3<Double>, interval: Double
  ) {
    set(.yaw, Self.angles(motion.outputFromBody))
    self[.tiltSigma] = motion.tiltStandardDeviation * Self.degrees
    self[.headingSigma] = motion.headingStandardDeviation * Self.degrees
    set(.userAccelerationX, motion.userAcceleration)
    set(.rateX, motion.angularRate * Self.degrees)
    set(.biasX, motion.gyroscopeBias * Self.degrees)
    set(.gyroscopeX, sample.angularRate * Self.degrees)
    set(.specificForceX, sample.specificForce)
    set(.magneticFieldX, sample.magneticField)
    set(.rawMagneticFieldX, rawField)
    self[.specificForce] = sample.specificForce.length
    let strength = sample.magneticField.length
    self[.magneticField] = strength
    // Gravity points down in every frame.
    let sine = sample.magneticField.dot(motion.gravity) / (strength * motion.gravity.length)
    self[.dip] = Double.arcTangent(y: sine, x: max(0, 1 - sine * sine).squareRoot()) * Self.degrees
    self[.velocityEast] = record.velocityOverGround.x
    self[.velocityNorth] = record.velocityOverGround.y
    self[.forwardSpeed] = record.forwardSpeed
    self[.interval] = interval * 1e3
    self[.temperature] = record.temperature
    self[.motorLoad] = record.motorLoad
    setTruth(record.trueENUFromBody, motion.outputFromBody)
  }

  private mutating func setTruth(_ truth: Rotation<Double>?, _ estimate: Rotation<Double>) {
    set(.trueYaw, truth.map(Self.angles) ?? .absent)
    let error = truth.map { AttitudeError(estimate: estimate, truth: $0) }
    self[.totalError] = (error?.total ?? .nan) * Self.degrees
    self[.headingError] = (error?.heading ?? .nan) * Self.degrees
    self[.inclinationError] = (error?.inclination ?? .nan) * Self.degrees
  }

  /// Yaw, pitch and roll in degrees.
  private static func angles(_ rotation: Rotation<Double>) -> Vector3<Double> {
    let angles = EulerAngles(rotation)
    return Vector3(x: angles.yaw, y: angles.pitch, z: angles.roll) * degrees
  }

  private subscript(_ curve: ReportCurve) -> Double {
    get { Double(curves[curve.rawValue]) }
    set { curves[curve.rawValue] = Float(newValue) }
  }

  /// Sets three curves that follow one another.
  private mutating func set(_ first: ReportCurve, _ vector: Vector3<Double>) {
    for axis in 0..<3 { curves[first.rawValue + axis] = Float(vector[axis]) }
  }
}
