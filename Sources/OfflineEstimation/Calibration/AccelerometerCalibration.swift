import MotionSamples
import Rotations

/// Bias, scale and misalignment of an accelerometer, and how far to trust them.
public struct AccelerometerCalibration: Sendable {
  /// The model, with the bias in m/s². Its matrix is symmetric: of all responses that differ by a rotation, which no
  /// accelerometer sees at rest, this one turns the axes least. (Tedaldi et al. write the triangular one.)
  public let model: SensorModel<Double>
  /// What was fitted.
  public let shape: EllipsoidShape
  /// The gravity that calibrated readings have at rest, m/s².
  public let gravity: Double
  /// The rests that were fitted.
  public let rests: [RestSegment]
  /// The number of attitudes among them that differ by 20 degrees or more.
  public let poseCount: Int
  /// The length of each calibrated rest less gravity, m/s².
  public let residuals: [Double]
  /// The standard deviation of the residuals, m/s².
  public let residual: Double
  /// The root mean square of the same before calibration, m/s².
  public let residualBefore: Double
  /// The covariance of what was fitted: bias in m/s², then of the matrix nothing, the diagonal, or xx, yy, zz, yz, xz, xy.
  public let covariance: DenseMatrix

  /// One standard deviation of the bias, m/s².
  public var biasStandardDeviation: Vector3<Double> {
    let variances = covariance.diagonal
    return Vector3(x: variances[0].squareRoot(), y: variances[1].squareRoot(), z: variances[2].squareRoot())
  }
}
