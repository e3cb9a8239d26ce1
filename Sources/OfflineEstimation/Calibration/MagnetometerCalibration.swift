import MotionSamples
import Rotations

/// Hard and soft iron of a magnetometer, and how far to trust them.
public struct MagnetometerCalibration: Sendable {
  /// The model in the form S · (m - h), h in µT. The scale of the readings is kept unless the strength of the field was
  /// given: S then has the determinant 1.
  public let model: SensorModel<Double>
  /// What was fitted.
  public let shape: EllipsoidShape
  /// The strength of the field, µT: as given, or the length of the calibrated readings.
  public let fieldStrength: Double
  /// The angle of the field below the horizon, rad; nil where the recording does not tell it.
  public var fieldDip: Double? { alignment?.fieldDip }
  /// How S lies to the axes of the other sensors; nil where only the lengths of readings speak, and where only part of S
  /// was fitted.
  public let alignment: FieldAlignment?
  /// Whether S was turned by that alignment; else it is symmetric.
  public let isAligned: Bool
  /// The readings that were fitted, thinned, µT.
  public let readings: [Vector3<Double>]
  /// The length of each calibrated reading less the strength of the field, µT.
  public let residuals: [Double]
  /// The standard deviation of the residuals, µT, gross ones left out.
  public let residual: Double
  /// How far the lengths of the raw readings lie from their mean, root mean square, µT.
  public let residualBefore: Double
  /// The directions of the calibrated readings.
  public let coverage: SphereCoverage
  /// The largest ratio by which the response differs between two directions; 1 without soft iron.
  public let conditionNumber: Double
  /// The covariance of what was fitted: h in µT, then of S nothing or one scale, the diagonal, or xx, yy, zz, yz, xz, xy.
  public let covariance: DenseMatrix
  /// By how much neighbouring readings share their errors: the covariance is so many times that of independent readings.
  public let correlationFactor: Double
  /// One standard deviation of the direction of a calibrated reading because the parameters are uncertain, in the worst
  /// direction, rad.
  public let directionUncertainty: Double

  /// One standard deviation of the hard iron, µT.
  public var hardIronStandardDeviation: Vector3<Double> {
    let variances = covariance.diagonal
    return Vector3(x: variances[0].squareRoot(), y: variances[1].squareRoot(), z: variances[2].squareRoot())
  }

  /// The heading error to expect of a level sensor, rad: what is left of the residuals, over the horizontal part of the
  /// field, or that of a dip of 65 degrees where the dip is not known.
  public var expectedHeadingError: Double {
    let dip = fieldDip ?? 65 * .pi / 180
    let horizontal = max(Double.sineAndCosine(dip).cosine, 0.05)
    let size = (residual / fieldStrength).squared + directionUncertainty.squared
    return size.squareRoot() / horizontal
  }
}

extension MagnetometerCalibration {
  /// The typical angle by which calibration turns a reading, rad: the root mean square over 26 directions of the field.
  public var correctionAngle: Double {
    guard let inverse = model.matrix.inverse else { return .infinity }
    let squares = EllipsoidFit.directions.reduce(0) { sum, direction in
      let raw = inverse * (direction * fieldStrength) + model.bias
      return sum + Double.arcTangent(y: raw.cross(direction).length, x: raw.dot(direction)).squared
    }
    return (squares / Double(EllipsoidFit.directions.count)).squareRoot()
  }

  /// A calibration from a fit of its readings.
  ///
  /// - Parameter leastAngle: The smallest rotation that is taken out, rad; it must also be four times as long as its
  ///   standard deviation.
  init(_ fit: EllipsoidFit, readings: [Vector3<Double>], alignment: FieldAlignment?, leastAngle: Double) {
    let turn = alignment.flatMap { $0.bodyFromEllipsoid.angle >= leastAngle && $0.significance >= 4 ? $0 : nil }
    let rotation = turn.map(\.bodyFromEllipsoid.matrix) ?? .identity
    isAligned = turn != nil
    model = SensorModel(softIron: rotation * fit.matrix, hardIron: fit.offset)
    shape = fit.shape
    fieldStrength = fit.radius
    self.alignment = alignment
    self.readings = readings
    residuals = fit.residuals
    residual = fit.residualScale
    let lengths = readings.map(\.length)
    let count = Double(max(1, lengths.count))
    let mean = lengths.reduce(0, +) / count
    residualBefore = (lengths.reduce(0) { $0 + ($1 - mean).squared } / count).squareRoot()
    coverage = fit.coverage(of: readings)
    conditionNumber = fit.conditionNumber
    covariance = fit.covariance
    correlationFactor = fit.correlationFactor
    directionUncertainty = fit.directionUncertainty
  }
}
