import MotionSamples
import NumericalMethods
import Rotations

extension CalibrationFile {
  /// A magnetometer in one of the two published forms: S · (m - h), the default, with the key `hard_iron_microteslas`, or
  /// S · m - h with the key `hard_iron_after_soft_iron_microteslas`.
  public struct MagnetometerSection: Codable, Equatable, Sendable {
    /// The order of hard and soft iron in the file.
    public enum Form: Sendable {
      /// S · (m - h).
      case hardIronFirst
      /// S · m - h.
      case softIronFirst
    }

    /// The model.
    public var model: SensorModel<Double>
    /// The form to write; reading does not set it. Default: hard iron first.
    public var form = Form.hardIronFirst
    /// The shape that was fitted.
    public var shape: EllipsoidShape?
    /// The strength of the field, µT.
    public var fieldStrength: Double?
    /// The angle of the field below the horizon, rad.
    public var fieldDip: Double?
    /// How much later than the gyroscope the magnetometer reads, s.
    public var delay: Double?
    /// The share of the sphere of directions that the readings cover.
    public var coverage: Double?
    /// The standard deviation of the residuals, µT.
    public var residual: Double?
    /// The expected heading error of a level sensor, rad.
    public var expectedHeadingError: Double?
    /// The covariance of the parameters; see `MagnetometerCalibration.covariance`.
    public var covariance: DenseMatrix?

    enum CodingKeys: String, CodingKey {
      case covariance = "covariance_of_hard_iron_then_soft_iron"
      case coverage = "sphere_coverage"
      case delay = "delay_seconds"
      case expectedHeadingError = "expected_heading_error_radians"
      case fieldDip = "field_dip_radians"
      case fieldStrength = "field_strength_microteslas"
      case hardIron = "hard_iron_microteslas"
      case hardIronAfterSoftIron = "hard_iron_after_soft_iron_microteslas"
      case residual = "residual_microteslas"
      case shape
      case softIron = "soft_iron"
    }

    /// A section with a model alone.
    public init(model: SensorModel<Double>) { self.model = model }

    init(_ calibration: MagnetometerCalibration) {
      model = calibration.model
      shape = calibration.shape
      fieldStrength = calibration.fieldStrength
      fieldDip = calibration.fieldDip
      delay = calibration.alignment?.magnetometerDelay
      coverage = calibration.coverage.share
      residual = calibration.residual
      expectedHeadingError = calibration.expectedHeadingError
      covariance = calibration.covariance
    }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let softIron = try container.decodeMatrixIfPresent(forKey: .softIron) ?? .identity
      let after = try container.decodeVectorIfPresent(forKey: .hardIronAfterSoftIron)
      if after != nil, container.contains(.hardIron) {
        throw DecodingError.dataCorruptedError(
          forKey: .hardIronAfterSoftIron, in: container,
          debugDescription: "contradicts hard_iron_microteslas; give one of the two")
      }
      let hardIron = try after ?? container.decodeVector(forKey: .hardIron)
      // A matrix without inverse is refused after decoding.
      let converted = after.flatMap { SensorModel(softIron: softIron, hardIronAfterSoftIron: $0) }
      model = converted ?? SensorModel(softIron: softIron, hardIron: hardIron)
      shape = try container.decodeIfPresent(EllipsoidShape.self, forKey: .shape)
      fieldStrength = try container.decodeIfPresent(Double.self, forKey: .fieldStrength)
      fieldDip = try container.decodeIfPresent(Double.self, forKey: .fieldDip)
      delay = try container.decodeIfPresent(Double.self, forKey: .delay)
      coverage = try container.decodeIfPresent(Double.self, forKey: .coverage)
      residual = try container.decodeIfPresent(Double.self, forKey: .residual)
      expectedHeadingError = try container.decodeIfPresent(Double.self, forKey: .expectedHeadingError)
      covariance = try container.decodeSquareIfPresent(forKey: .covariance)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch form {
      case .hardIronFirst: try container.encode(model.bias.entries, forKey: .hardIron)
      case .softIronFirst: try container.encode(model.hardIronAfterSoftIron.entries, forKey: .hardIronAfterSoftIron)
      }
      try container.encode(model.matrix.entries, forKey: .softIron)
      try container.encodeIfPresent(shape, forKey: .shape)
      try container.encodeIfPresent(fieldStrength, forKey: .fieldStrength)
      try container.encodeIfPresent(fieldDip, forKey: .fieldDip)
      try container.encodeIfPresent(delay, forKey: .delay)
      try container.encodeIfPresent(coverage, forKey: .coverage)
      try container.encodeIfPresent(residual, forKey: .residual)
      try container.encodeIfPresent(expectedHeadingError, forKey: .expectedHeadingError)
      try container.encodeIfPresent(covariance?.rows, forKey: .covariance)
    }
  }
}
