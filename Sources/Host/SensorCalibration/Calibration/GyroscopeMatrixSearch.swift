import MotionSamples
import NumericalMethods
import Rotations

/// Fits a gyroscope's matrix to motions between rests.
struct GyroscopeMatrixSearch: Sendable {
  /// The fewest motions: each has two residuals, for nine entries.
  static let leastCount = 6

  /// A motion with the gyroscope's bias removed, and the directions of up at its ends.
  private struct Motion {
    var steps: [RestTransition.Step]
    var upBefore, upAfter: Vector3<Double>
    /// Two directions across `upAfter`.
    var across: (Vector3<Double>, Vector3<Double>)
    /// The integral of the rate about each axis, rad.
    var turn: Vector3<Double>
  }

  private let motions: [Motion]

  /// Prepares the motions whose ends have a direction.
  init(transitions: [RestTransition], accelerometer: SensorModel<Double>) {
    motions = transitions.compactMap { Self.motion($0, accelerometer) }
  }

  private static func motion(_ transition: RestTransition, _ accelerometer: SensorModel<Double>) -> Motion? {
    let bias = (transition.before.angularRate + transition.after.angularRate) * 0.5
    let steps = transition.steps.map {
      RestTransition.Step(angularRate: $0.angularRate - bias, interval: $0.interval)
    }
    guard
      let before = accelerometer.apply(to: transition.before.specificForce).normalized,
      let after = accelerometer.apply(to: transition.after.specificForce).normalized,
      let across = after.cross(after.x.magnitude < 0.7 ? .unitX : .unitY).normalized
    else { return nil }
    let turn = steps.reduce(Vector3.zero) { $0 + $1.angularRate * $1.interval }
    return Motion(
      steps: steps, upBefore: before, upAfter: after, across: (across, after.cross(across)), turn: turn)
  }

  /// The matrix and its quality.
  func solution() throws(CalibrationError) -> (matrix: Matrix3<Double>, fit: GyroscopeCalibration.MatrixFit) {
    try checkTurns()
    let start: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    var search = RobustLeastSquares()
    search.threshold = 2.5
    let solution: RobustLeastSquares.Solution
    do throws(LinearAlgebraError) {
      solution = try search.minimize(from: start, linearize)
    } catch {
      throw .undetermined(.gyroscope)
    }
    let deviations = solution.covariance.diagonal.map { $0.squareRoot() }
    let worst = deviations.indices.max { deviations[$0] < deviations[$1] } ?? 0
    guard deviations[worst] <= GyroscopeCalibrator.largestDeviation else { throw .axisNotTurned(axis: worst % 3) }
    let before = linearize(start).residuals
    let squares = before.reduce(0) { $0 + $1 * $1 } / Double(before.count)
    let fit = GyroscopeCalibration.MatrixFit(
      transitionCount: motions.count, residual: solution.residualScale, residualBefore: squares.squareRoot(),
      covariance: solution.covariance)
    return (Self.matrix(solution.parameters), fit)
  }

  private func checkTurns() throws(CalibrationError) {
    let largest = motions.reduce(Vector3<Double>.zero) { largest, motion in
      Vector3(
        x: max(largest.x, motion.turn.x.magnitude), y: max(largest.y, motion.turn.y.magnitude),
        z: max(largest.z, motion.turn.z.magnitude))
    }
    for axis in 0..<3 where largest[axis] < GyroscopeCalibrator.leastTurn { throw .axisNotTurned(axis: axis) }
    guard motions.count >= Self.leastCount else {
      throw .tooFewReadings(.gyroscope, count: motions.count, needed: Self.leastCount)
    }
  }

  private static func matrix(_ entries: [Double]) -> Matrix3<Double> {
    Matrix3(
      rows: Vector3(x: entries[0], y: entries[1], z: entries[2]),
      Vector3(x: entries[3], y: entries[4], z: entries[5]), Vector3(x: entries[6], y: entries[7], z: entries[8]))
  }

  private func linearize(_ entries: [Double]) -> RobustLeastSquares.Linearization {
    var result = RobustLeastSquares.Linearization(residuals: [], jacobian: [])
    let matrix = Self.matrix(entries)
    for motion in motions {
      let (up, derivatives) = Self.arrival(motion, matrix)
      for across in [motion.across.0, motion.across.1] {
        result.residuals.append(up.dot(across))
        // A change phi of the rotation, in coordinates after it, changes the vector by up × phi.
        let lever = across.cross(up)
        let byColumn = [derivatives.0, derivatives.1, derivatives.2].map { $0.transpose * lever }
        for row in 0..<3 { result.jacobian += byColumn.map { $0[row] } }
      }
    }
    return result
  }

  /// Up after a motion by the gyroscope, and the derivatives of the rotation, as a rotation vector at its end, by each column
  /// of the matrix.
  private static func arrival(
    _ motion: Motion, _ matrix: Matrix3<Double>
  ) -> (up: Vector3<Double>, derivatives: (Matrix3<Double>, Matrix3<Double>, Matrix3<Double>)) {
    var up = motion.upBefore
    var derivatives = (Matrix3<Double>.zero, Matrix3<Double>.zero, Matrix3<Double>.zero)
    for step in motion.steps {
      let angle = matrix * step.angularRate * step.interval
      let back = Rotation(rotationVector: -angle)
      up = back.rotate(up)
      let backMatrix = back.matrix
      let gain = Rotation.rightJacobian(at: angle) * step.interval
      derivatives.0 = backMatrix * derivatives.0 + gain * step.angularRate.x
      derivatives.1 = backMatrix * derivatives.1 + gain * step.angularRate.y
      derivatives.2 = backMatrix * derivatives.2 + gain * step.angularRate.z
    }
    return (up, derivatives)
  }
}
