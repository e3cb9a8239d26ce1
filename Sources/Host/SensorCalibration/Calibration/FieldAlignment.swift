import MotionSamples
import NumericalMethods
import Rotations

/// The rotation from the axes of a symmetric soft-iron response to those of accelerometer and gyroscope, which an ellipsoid
/// does not determine. Without it the heading error depends on the tilt.
///
/// The field is constant in the world. In the body it therefore rotates with the gyroscope, b₁ = R₁₀ b₀, at a constant angle to
/// the vertical, up · b = -|b| sin(dip). The magnetometer's delay and the gyroscope's bias, which would bias the rotation, are
/// estimated with it.
///
/// Sources: X. Li and Z. Li, "A new calibration method for tri-axial field sensors in strap-down navigation systems",
/// Measurement Science and Technology 23, 2012 (the constant dot product); M. Kok and T. Schön, "Magnetometer calibration
/// using inertial sensors", IEEE Sensors Journal 16(14), 2016 (the inertial sensors' part).
package struct FieldAlignment: Sendable {
  /// The rotation of calibrated readings from the ellipsoid's axes to the body's.
  package let bodyFromEllipsoid: Rotation<Double>
  /// One standard deviation of that rotation about each axis, rad.
  package let standardDeviation: Vector3<Double>
  /// The delay of the magnetometer relative to the gyroscope, s.
  package let magnetometerDelay: Double
  /// The angle of the field below the horizon, rad; nil without an accelerometer.
  package let fieldDip: Double?
  /// The standard deviation of the field after a turn, as a share of the field.
  package let residualShare: Double

  /// Standard deviations of the priors: the gyroscope's bias, rad/s, and the magnetometer's delay, s.
  private static let (biasPrior, delayPrior) = (0.05, 0.05)
  /// Rotation 0 ..< 3, bias 3 ..< 6, delay, up · b.
  private static let (delayPlace, dotPlace, parameterCount) = (6, 7, 8)

  /// Estimates the rotation from turns; nil for fewer than twenty, and if its standard deviation exceeds `largestDeviation`, in
  /// rad.
  init?(turns: [FieldTurn], ellipsoid: EllipsoidFit, largestDeviation: Double = 0.02) {
    guard turns.count >= 20 else { return nil }
    let ends = turns.map { Ends($0, ellipsoid) }
    // Shares of the field: first assumed, then estimated.
    var noise = (turn: 0.05, dot: 0.05)
    var found: RobustLeastSquares.Solution?
    for _ in 0..<3 {
      let start = found?.parameters ?? [Double](repeating: 0, count: Self.parameterCount)
      found = try? RobustLeastSquares().minimize(from: start) { Self.linearize(ends, $0, noise) }
      guard let found else { return nil }
      noise = Self.noise(ends, found, noise)
    }
    guard let found else { return nil }
    let variances = Array(found.covariance.diagonal.prefix(3))
    let factor = GroupedJackknife.varianceFactor(count: ends.count, variances: variances) { group in
      let rest = ends.leavingOut(group)
      return try? RobustLeastSquares().minimize(from: found.parameters) { Self.linearize(rest, $0, noise) }.parameters
    }
    let deviation = variances.map { ($0 * factor).squareRoot() }
    guard deviation.allSatisfy({ $0 <= largestDeviation }) else { return nil }
    bodyFromEllipsoid = Rotation(rotationVector: Self.vector(found.parameters, 0))
    standardDeviation = Self.vector(deviation, 0)
    magnetometerDelay = found.parameters[Self.delayPlace]
    let hasLevel = ends.contains { $0.up != nil }
    fieldDip = hasLevel ? -Double.arcSine(found.parameters[Self.dotPlace].clamped(-1, 1)) : nil
    residualShare = noise.turn
  }

  /// The length of the rotation vector in standard deviations.
  var significance: Double {
    let turn = bodyFromEllipsoid.rotationVector
    return (0..<3).reduce(0) { $0 + (turn[$1] / standardDeviation[$1]).squared }.squareRoot()
  }

  /// A turn with its readings in the axes of the ellipsoid, as shares of the field.
  private struct Ends {
    let before, after, rateBefore, rateAfter: Vector3<Double>
    let up: Vector3<Double>?
    let afterFromBefore: Rotation<Double>
    let duration: Double

    init(_ turn: FieldTurn, _ ellipsoid: EllipsoidFit) {
      func calibrated(_ field: Vector3<Double>) -> Vector3<Double> {
        ellipsoid.matrix * (field - ellipsoid.offset) / ellipsoid.radius
      }
      (before, after) = (calibrated(turn.before.field), calibrated(turn.after.field))
      (rateBefore, rateAfter) = (turn.before.angularRate, turn.after.angularRate)
      (up, afterFromBefore, duration) = (turn.after.up, turn.afterFromBefore, turn.duration)
    }
  }

  /// Four residuals for each turn, three of the field after it and one of its height, and those of the priors.
  private static func linearize(
    _ ends: [Ends], _ parameters: [Double], _ noise: (turn: Double, dot: Double)
  ) -> RobustLeastSquares.Linearization {
    let rotationVector = vector(parameters, 0)
    let bodyFromEllipsoid = Rotation(rotationVector: rotationVector)
    let jacobian = Rotation.leftJacobian(at: rotationVector)
    let (bias, delay) = (vector(parameters, 3), parameters[delayPlace])
    var rows = Rows()
    for end in ends {
      let (before, after) = (bodyFromEllipsoid.rotate(end.before), bodyFromEllipsoid.rotate(end.after))
      // In the body db/dt = -w × b, so a reading delayed by d is b + d w × b.
      let (lateBefore, lateAfter) = (end.rateBefore.cross(before), end.rateAfter.cross(after))
      let turned = end.afterFromBefore.rotate(before - lateBefore * delay)
      let arrived = after - lateAfter * delay
      // The gyroscope's rotation contains the bias times the duration.
      let expected = turned + bias.cross(turned) * end.duration
      let turnMatrix = end.afterFromBefore.matrix
      let byRotation =
        (turnMatrix * Matrix3(crossProductBy: before) - Matrix3(crossProductBy: after)) * jacobian
      let byBias = Matrix3(crossProductBy: turned) * end.duration
      let byDelay = turnMatrix * lateBefore - lateAfter
      let difference = arrived - expected
      for axis in 0..<3 {
        rows.add(
          difference[axis], byRotation: row(byRotation, axis), byBias: row(byBias, axis), byDelay: byDelay[axis],
          byDot: 0, deviation: noise.turn)
      }
      let up = end.up ?? .zero
      let isLevel = end.up != nil
      rows.add(
        isLevel ? up.dot(arrived) - parameters[dotPlace] : 0, byRotation: jacobian.transpose * after.cross(up),
        byBias: .zero, byDelay: -up.dot(lateAfter), byDot: isLevel ? -1 : 0, deviation: noise.dot)
    }
    for axis in 0..<3 {
      var unit = Vector3<Double>.zero
      unit[axis] = 1
      rows.add(bias[axis], byRotation: .zero, byBias: unit, byDelay: 0, byDot: 0, deviation: biasPrior)
    }
    rows.add(delay, byRotation: .zero, byBias: .zero, byDelay: 1, byDot: 0, deviation: delayPrior)
    rows.add(parameters[dotPlace], byRotation: .zero, byBias: .zero, byDelay: 0, byDot: 1, deviation: 1)
    return rows.linearization
  }

  /// Residuals and derivatives in units of their standard deviation.
  private struct Rows {
    private(set) var linearization = RobustLeastSquares.Linearization(residuals: [], jacobian: [])

    mutating func add(
      _ residual: Double, byRotation: Vector3<Double>, byBias: Vector3<Double>, byDelay: Double, byDot: Double,
      deviation: Double
    ) {
      linearization.residuals.append(residual / deviation)
      let row = [
        byRotation.x, byRotation.y, byRotation.z, byBias.x, byBias.y, byBias.z, byDelay, byDot,
      ]
      linearization.jacobian += row.map { $0 / deviation }
    }
  }

  /// The standard deviations of both kinds of residuals, from their medians.
  private static func noise(
    _ ends: [Ends], _ found: RobustLeastSquares.Solution, _ old: (turn: Double, dot: Double)
  ) -> (turn: Double, dot: Double) {
    let residuals = found.residuals.prefix(4 * ends.count)
    func deviation(_ kind: (Int) -> Bool) -> Double {
      let sizes = residuals.indices.filter(kind).map { residuals[$0].magnitude }.sorted()
      return sizes.isEmpty ? 1 : max(1.4826 * sizes[sizes.count / 2], 1e-6)
    }
    let turn = old.turn * deviation { $0 % 4 != 3 }
    let dot = old.dot * deviation { $0 % 4 == 3 && ends[$0 / 4].up != nil }
    return (turn, dot)
  }

  private static func vector(_ values: [Double], _ place: Int) -> Vector3<Double> {
    Vector3(x: values[place], y: values[place + 1], z: values[place + 2])
  }

  private static func row(_ matrix: Matrix3<Double>, _ place: Int) -> Vector3<Double> {
    Vector3(x: matrix[place, 0], y: matrix[place, 1], z: matrix[place, 2])
  }
}
