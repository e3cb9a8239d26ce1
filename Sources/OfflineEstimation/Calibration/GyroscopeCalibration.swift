import MotionSamples
import Rotations

/// Bias, scale and misalignment of a gyroscope, and how far to trust them.
public struct GyroscopeCalibration: Sendable {
  /// The model, with the bias in rad/s; its matrix leads to the axes of the accelerometer.
  public let model: SensorModel<Double>
  /// One standard deviation of the bias, rad/s.
  public let biasStandardDeviation: Vector3<Double>
  /// The rests that the bias comes from.
  public let rests: [RestSegment]
  /// How the bias follows the temperature, where that was asked for; the model has the bias at its reference.
  public let temperatureFit: GyroscopeTemperatureFit?
  /// The matrix's part; nil where only the bias was fitted.
  public let matrixFit: MatrixFit?
  /// Why only the bias was fitted.
  public let matrixProblem: CalibrationError?

  /// How the matrix was found.
  public struct MatrixFit: Sendable {
    /// The number of motions between rests.
    public let transitionCount: Int
    /// By how much the direction of up after a motion differs from what the gyroscope says, one standard deviation, rad.
    public let residual: Double
    /// The root mean square of the same before calibration, rad.
    public let residualBefore: Double
    /// The covariance of the entries of the matrix, row after row.
    public let covariance: DenseMatrix

    /// One standard deviation of each entry of the matrix.
    public var standardDeviation: Matrix3<Double> {
      let d = covariance.diagonal.map { $0.squareRoot() }
      return Matrix3(
        rows: Vector3(x: d[0], y: d[1], z: d[2]), Vector3(x: d[3], y: d[4], z: d[5]), Vector3(x: d[6], y: d[7], z: d[8])
      )
    }
  }
}
