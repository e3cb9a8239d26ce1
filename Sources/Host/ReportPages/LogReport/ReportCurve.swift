import AttitudeEvaluation
import AttitudeFilters
import LogTables
import MotionSamples
import Rotations

/// A quantity over time in the report of a log. Its least and greatest values are kept for every part of the rows.
enum ReportCurve: Int, CaseIterable {
  case yaw, pitch, roll
  case tiltSigma, headingSigma
  case userAccelerationX, userAccelerationY, userAccelerationZ
  case rateX, rateY, rateZ
  case biasX, biasY, biasZ
  case specificForce, magneticField, dip
  case interval, temperature
  case totalError, headingError, inclinationError

  /// The name of the column: that of `cardan fuse` where it has the quantity.
  var name: String {
    switch self {
    case .yaw: "yaw"
    case .pitch: "pitch"
    case .roll: "roll"
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
    case .specificForce: "accel_length"
    case .magneticField: "mag_length"
    case .dip: "dip"
    case .interval: "interval"
    case .temperature: "temperature"
    case .totalError: "total_error"
    case .headingError: "heading_error"
    case .inclinationError: "inclination_error"
    }
  }

  /// The unit.
  var unit: String {
    switch self {
    case .yaw, .pitch, .roll, .tiltSigma, .headingSigma, .dip, .totalError, .headingError, .inclinationError: "deg"
    case .userAccelerationX, .userAccelerationY, .userAccelerationZ, .specificForce: "m/s^2"
    case .rateX, .rateY, .rateZ, .biasX, .biasY, .biasZ: "deg/s"
    case .magneticField: "uT"
    case .interval: "ms"
    case .temperature: "degC"
    }
  }

  /// Whether the quantity continues at -180 where it ends at 180.
  var isCyclic: Bool { self == .yaw || self == .roll }
}

/// A vector or a quaternion over time in the report: its first value in every part of the rows.
enum ReportSample: CaseIterable {
  case attitude, trueAttitude
  case specificForce, magneticField, rawMagneticField

  /// The name of the column.
  var name: String {
    switch self {
    case .attitude: "q"
    case .trueAttitude: "true_q"
    case .specificForce: "accel"
    case .magneticField: "mag"
    case .rawMagneticField: "raw_mag"
    }
  }

  /// The numbers of a value: w x y z, or x y z.
  var width: Int { self == .attitude || self == .trueAttitude ? 4 : 3 }

  /// The place of its first number among those of a row.
  var offset: Int {
    switch self {
    case .attitude: 0
    case .trueAttitude: 4
    case .specificForce: 8
    case .magneticField: 11
    case .rawMagneticField: 14
    }
  }

  /// The numbers of all of them.
  static let totalWidth = 17
}

/// The values of one row in the report.
struct ReportRow {
  /// Values by the raw value of `ReportCurve`; NaN where the row has none.
  var curves = [Float](repeating: .nan, count: ReportCurve.allCases.count)
  /// Numbers from the offsets of `ReportSample` on; NaN where the row has none.
  var samples = [Float](repeating: .nan, count: ReportSample.totalWidth)

  private static let degrees = 180 / Double.pi

  /// Replaces all values by those of a row.
  ///
  /// - Parameters:
  ///   - sample: The readings in body axes, calibrated.
  ///   - rawField: The magnetometer's reading as in the log.
  ///   - interval: Seconds since the row before; NaN for the first.
  mutating func set(
    _ record: LogRecord, _ motion: Motion<Double>, sample: MotionSample<Double>, rawField: Vector3<Double>,
    interval: Double
  ) {
    let angles = EulerAngles(motion.outputFromBody)
    set(.yaw, Vector3(x: angles.yaw, y: angles.pitch, z: angles.roll) * Self.degrees)
    self[.tiltSigma] = motion.tiltStandardDeviation * Self.degrees
    self[.headingSigma] = motion.headingStandardDeviation * Self.degrees
    set(.userAccelerationX, motion.userAcceleration)
    set(.rateX, motion.angularRate * Self.degrees)
    set(.biasX, motion.gyroscopeBias * Self.degrees)
    self[.specificForce] = sample.specificForce.length
    let strength = sample.magneticField.length
    self[.magneticField] = strength
    // Gravity points down in every frame.
    let sine = sample.magneticField.dot(motion.gravity) / (strength * motion.gravity.length)
    self[.dip] = Double.arcTangent(y: sine, x: max(0, 1 - sine * sine).squareRoot()) * Self.degrees
    self[.interval] = interval * 1e3
    self[.temperature] = record.temperature
    let error = record.trueENUFromBody.map { AttitudeError(estimate: motion.outputFromBody, truth: $0) }
    self[.totalError] = (error?.total ?? .nan) * Self.degrees
    self[.headingError] = (error?.heading ?? .nan) * Self.degrees
    self[.inclinationError] = (error?.inclination ?? .nan) * Self.degrees
    keep(.attitude, motion.outputFromBody)
    keep(.trueAttitude, record.trueENUFromBody)
    keep(.specificForce, sample.specificForce)
    keep(.magneticField, sample.magneticField)
    keep(.rawMagneticField, rawField)
  }

  private subscript(_ curve: ReportCurve) -> Double {
    get { Double(curves[curve.rawValue]) }
    set { curves[curve.rawValue] = Float(newValue) }
  }

  /// Sets three curves that follow one another.
  private mutating func set(_ first: ReportCurve, _ vector: Vector3<Double>) {
    for axis in 0..<3 { curves[first.rawValue + axis] = Float(vector[axis]) }
  }

  private mutating func keep(_ place: ReportSample, _ vector: Vector3<Double>) {
    for axis in 0..<3 { samples[place.offset + axis] = Float(vector[axis]) }
  }

  private mutating func keep(_ place: ReportSample, _ rotation: Rotation<Double>?) {
    let quaternion = rotation?.quaternion
    samples[place.offset] = Float(quaternion?.w ?? .nan)
    samples[place.offset + 1] = Float(quaternion?.x ?? .nan)
    samples[place.offset + 2] = Float(quaternion?.y ?? .nan)
    samples[place.offset + 3] = Float(quaternion?.z ?? .nan)
  }
}
