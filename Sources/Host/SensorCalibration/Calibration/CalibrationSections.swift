import MotionSamples
import NumericalMethods
import Rotations

extension CalibrationFile {
  /// A gyroscope: calibrated = matrix · (raw - bias).
  public struct GyroscopeSection: Codable, Equatable, Sendable {
    /// The model.
    public var model: SensorModel<Double>
    /// One standard deviation of the bias, rad/s.
    public var biasStandardDeviation: Vector3<Double>?
    /// One standard deviation of each entry of the matrix.
    public var matrixStandardDeviation: Matrix3<Double>?
    /// The bias over temperature; nil for a constant one. The model has the bias at the reference temperature.
    public var temperatureFit: GyroscopeTemperatureFit?
    /// The typical error of the direction of up after a motion, rad.
    public var residual: Double?

    enum CodingKeys: String, CodingKey {
      case bias = "bias_radians_per_second"
      case biasStandardDeviation = "bias_standard_deviation_radians_per_second"
      case matrix
      case matrixStandardDeviation = "matrix_standard_deviation"
      case residual = "residual_radians"
      case temperatureFit = "bias_over_temperature"
    }

    /// A section with a model alone.
    public init(model: SensorModel<Double>) { self.model = model }

    init(_ calibration: GyroscopeCalibration) {
      model = calibration.model
      biasStandardDeviation = calibration.biasStandardDeviation
      matrixStandardDeviation = calibration.matrixFit?.standardDeviation
      residual = calibration.matrixFit?.residual
      temperatureFit = calibration.temperatureFit
    }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      model = SensorModel(
        matrix: try container.decodeMatrixIfPresent(forKey: .matrix) ?? .identity,
        bias: try container.decodeVector(forKey: .bias))
      biasStandardDeviation = try container.decodeVectorIfPresent(forKey: .biasStandardDeviation)
      matrixStandardDeviation = try container.decodeMatrixIfPresent(forKey: .matrixStandardDeviation)
      residual = try container.decodeIfPresent(Double.self, forKey: .residual)
      temperatureFit = try container.decodeIfPresent(GyroscopeTemperatureFit.self, forKey: .temperatureFit)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(model.bias.entries, forKey: .bias)
      try container.encode(model.matrix.entries, forKey: .matrix)
      try container.encodeIfPresent(biasStandardDeviation?.entries, forKey: .biasStandardDeviation)
      try container.encodeIfPresent(matrixStandardDeviation?.entries, forKey: .matrixStandardDeviation)
      try container.encodeIfPresent(residual, forKey: .residual)
      try container.encodeIfPresent(temperatureFit, forKey: .temperatureFit)
    }
  }

  /// An accelerometer: calibrated = matrix · (raw - bias).
  public struct AccelerometerSection: Codable, Equatable, Sendable {
    /// The model.
    public var model: SensorModel<Double>
    /// The shape that was fitted.
    public var shape: EllipsoidShape?
    /// The assumed gravity, m/s².
    public var gravity: Double?
    /// The number of attitudes at rest.
    public var poseCount: Int?
    /// The standard deviation of the residuals, m/s².
    public var residual: Double?
    /// The covariance of the parameters; see `AccelerometerCalibration.covariance`.
    public var covariance: DenseMatrix?

    enum CodingKeys: String, CodingKey {
      case bias = "bias_meters_per_second_squared"
      case covariance = "covariance_of_bias_then_matrix"
      case gravity = "gravity_meters_per_second_squared"
      case matrix
      case poseCount = "pose_count"
      case residual = "residual_meters_per_second_squared"
      case shape
    }

    /// A section with a model alone.
    public init(model: SensorModel<Double>) { self.model = model }

    init(_ calibration: AccelerometerCalibration) {
      model = calibration.model
      shape = calibration.shape
      gravity = calibration.gravity
      poseCount = calibration.poseCount
      residual = calibration.residual
      covariance = calibration.covariance
    }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      model = SensorModel(
        matrix: try container.decodeMatrixIfPresent(forKey: .matrix) ?? .identity,
        bias: try container.decodeVector(forKey: .bias))
      shape = try container.decodeIfPresent(EllipsoidShape.self, forKey: .shape)
      gravity = try container.decodeIfPresent(Double.self, forKey: .gravity)
      poseCount = try container.decodeIfPresent(Int.self, forKey: .poseCount)
      residual = try container.decodeIfPresent(Double.self, forKey: .residual)
      covariance = try container.decodeSquareIfPresent(forKey: .covariance)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(model.bias.entries, forKey: .bias)
      try container.encode(model.matrix.entries, forKey: .matrix)
      try container.encodeIfPresent(shape, forKey: .shape)
      try container.encodeIfPresent(gravity, forKey: .gravity)
      try container.encodeIfPresent(poseCount, forKey: .poseCount)
      try container.encodeIfPresent(residual, forKey: .residual)
      try container.encodeIfPresent(covariance?.rows, forKey: .covariance)
    }
  }
}

extension Vector3<Double> {
  /// The three coordinates as a list.
  var entries: [Double] { [x, y, z] }
}

extension Matrix3<Double> {
  /// The rows as lists.
  var entries: [[Double]] { [row0.entries, row1.entries, row2.entries] }
}

extension DenseMatrix {
  /// The rows as lists.
  var rows: [[Double]] { (0..<rowCount).map { Array(entries[$0 * columnCount..<($0 + 1) * columnCount]) } }
}

extension KeyedDecodingContainer {
  /// A list of three numbers.
  func decodeVector(forKey key: Key) throws -> Vector3<Double> {
    try vector(try decode([Double].self, forKey: key), key)
  }

  /// A list of three numbers, if present.
  func decodeVectorIfPresent(forKey key: Key) throws -> Vector3<Double>? {
    try decodeIfPresent([Double].self, forKey: key).map { try vector($0, key) }
  }

  /// A list of three lists of three numbers, if present.
  func decodeMatrixIfPresent(forKey key: Key) throws -> Matrix3<Double>? {
    try decodeIfPresent([[Double]].self, forKey: key).map { rows in
      guard rows.count == 3 else { throw error(key, "expected 3 rows, found \(rows.count)") }
      return Matrix3(rows: try vector(rows[0], key), try vector(rows[1], key), try vector(rows[2], key))
    }
  }

  /// The rows of a square matrix, if present.
  func decodeSquareIfPresent(forKey key: Key) throws -> DenseMatrix? {
    try decodeIfPresent([[Double]].self, forKey: key).map { rows in
      guard rows.allSatisfy({ $0.count == rows.count }) else { throw error(key, "expected a square matrix") }
      return DenseMatrix(rowCount: rows.count, columnCount: rows.count, entries: rows.flatMap { $0 })
    }
  }

  private func vector(_ values: [Double], _ key: Key) throws -> Vector3<Double> {
    guard values.count == 3 else { throw error(key, "expected 3 numbers, found \(values.count)") }
    return Vector3(x: values[0], y: values[1], z: values[2])
  }

  private func error(_ key: Key, _ message: String) -> DecodingError {
    DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: message)
  }
}
