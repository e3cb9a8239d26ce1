import MotionSamples
import NumericalMethods
import Rotations

/// Bias, scale and misalignment of a gyroscope, with their uncertainty.
public struct GyroscopeCalibration: Sendable {
  /// The model, with the bias in rad/s; its matrix maps to the axes of the accelerometer.
  public let model: SensorModel<Double>
  /// One standard deviation of the bias, rad/s.
  public let biasStandardDeviation: Vector3<Double>
  /// The rests used for the bias.
  package let rests: [RestSegment]
  /// The bias over temperature, if requested; the model has the bias at the reference temperature.
  public let temperatureFit: GyroscopeTemperatureFit?
  /// The fit of the matrix; nil if only the bias was fitted.
  public let matrixFit: MatrixFit?
  /// Why only the bias was fitted.
  public let matrixProblem: CalibrationError?

  /// The quality of the matrix.
  public struct MatrixFit: Sendable {
    /// The number of motions between rests.
    public let transitionCount: Int
    /// One standard deviation of the error of the direction of up after a motion, rad.
    public let residual: Double
    /// Its root mean square before calibration, rad.
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

/// Calibrates a gyroscope: its bias from rests, its scale and misalignment from the motions between them, which must rotate one
/// direction of gravity into the next.
///
/// Source: D. Tedaldi, A. Pretto, E. Menegatti, "A robust and easy to implement method for IMU calibration without
/// external equipments", ICRA 2014, equation 18. Here the bias is that of the rests on both sides of a motion, and each
/// motion has two residuals, the components of its error angle.
enum GyroscopeCalibrator {
  /// The least rotation about each axis in one of the motions, rad: a quarter turn.
  static let leastTurn = 0.5 * Double.pi
  /// The largest standard deviation of an entry of the matrix.
  static let largestDeviation = 0.01

  /// The calibration from rests and motions.
  ///
  /// - Parameters:
  ///   - rests: At least one.
  ///   - transitions: The motions; with fewer than six, or too little turning, only the bias is found.
  ///   - accelerometer: The calibrated accelerometer, for the direction of gravity.
  ///   - temperatureOrder: The degree of the polynomial by which the bias follows the temperature; nil for none.
  static func calibration(
    rests: [RestSegment], transitions: [RestTransition], accelerometer: SensorModel<Double>,
    temperatureOrder: Int? = nil
  ) throws(CalibrationError) -> GyroscopeCalibration {
    guard !rests.isEmpty else { throw .noRest }
    var (bias, deviation) = bias(of: rests)
    var temperatureFit: GyroscopeTemperatureFit?
    if let temperatureOrder {
      let fit = try GyroscopeTemperatureFit(rests, degree: temperatureOrder)
      (bias, deviation, temperatureFit) = (fit.coefficients[0], fit.standardDeviations[0], fit)
    }
    do throws(CalibrationError) {
      let search = GyroscopeMatrixSearch(transitions: transitions, accelerometer: accelerometer)
      let (matrix, fit) = try search.solution()
      return GyroscopeCalibration(
        model: SensorModel(matrix: matrix, bias: bias), biasStandardDeviation: deviation, rests: rests,
        temperatureFit: temperatureFit, matrixFit: fit, matrixProblem: nil)
    } catch {
      return GyroscopeCalibration(
        model: SensorModel(bias: bias), biasStandardDeviation: deviation, rests: rests,
        temperatureFit: temperatureFit, matrixFit: nil, matrixProblem: error)
    }
  }

  /// The mean bias, weighted by duration, and its standard deviation: from the scatter between rests, as the bias drifts, at
  /// least that within them.
  static func bias(of rests: [RestSegment]) -> (mean: Vector3<Double>, deviation: Vector3<Double>) {
    let total = rests.reduce(0) { $0 + $1.duration }
    let mean = rests.reduce(Vector3.zero) { $0 + $1.angularRate * ($1.duration / total) }
    var (between, within) = (Vector3<Double>.zero, Vector3<Double>.zero)
    for rest in rests {
      let share = (rest.duration / total).squared
      let difference = rest.angularRate - mean
      between += difference.timesElementwise(difference) * share
      within += rest.angularRateDeviation.timesElementwise(rest.angularRateDeviation) * share
    }
    let count = Double(rests.count)
    let correction = count > 1 ? count / (count - 1) : 0
    var deviation = Vector3<Double>.zero
    for axis in 0..<3 { deviation[axis] = max(between[axis] * correction, within[axis]).squareRoot() }
    return (mean, deviation)
  }
}
