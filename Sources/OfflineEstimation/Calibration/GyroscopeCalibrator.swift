import MotionSamples
import Rotations

/// Calibrates a gyroscope: its bias from rests, its scale and misalignment from the motions between them, which must lead
/// from one direction of gravity to the next.
///
/// Source: D. Tedaldi, A. Pretto, E. Menegatti, "A robust and easy to implement method for IMU calibration without
/// external equipments", ICRA 2014, equation 18. Here the bias is that of the rests on both sides of a motion, and each
/// motion counts with the two angles by which it misses.
public struct GyroscopeCalibrator: Sendable {
  /// The least turn about each axis in one of the motions, rad: a quarter turn.
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

  /// The mean bias, each rest counting by its duration, and its standard deviation: from the scatter between rests, as
  /// the bias wanders, but not less than that within them.
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
