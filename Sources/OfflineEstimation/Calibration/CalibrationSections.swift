import MotionSamples
import Rotations

extension CalibrationFile {
  /// A gyroscope in a file: calibrated = matrix · (raw - bias).
  public struct GyroscopeSection: Codable, Equatable, Sendable {
    /// The model.
    public var model: SensorModel<Double>
    /// One standard deviation of the bias, rad/s.
    public var biasStandardDeviation: Vector3<Double>?
    /// One standard deviation of each entry of the matrix.
    public var matrixStandardDeviation: Matrix3<Double>?
    /// How the bias follows the temperature; nil where it is taken as constant. The model has the bias at its reference.
    public var temperatureFit: GyroscopeTemperatureFit?
    /// By how much up after a motion differs from what the gyroscope says, rad.
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

  /// An accelerometer in a file: calibrated = matrix · (raw - bias).
  public struct AccelerometerSection: Codable, Equatable, Sendable {
    /// The model.
    public var model: SensorModel<Double>
    /// What was fitted.
    public var shape: EllipsoidShape?
    /// The gravity that was assumed, m/s².
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
