import Rotations

/// How far a reading lies outside of the ellipsoid |S (m - h)| = r, to first order: (|u| - r) / |S n|, with u = S (m - h)
/// and its direction n.
///
/// Source: P. Sampson, "Fitting conic sections to very scattered data", Computer Graphics and Image Processing 18, 1982.
struct EllipsoidDistance {
  /// The distance, in the unit of the readings; negative inside.
  let value: Double
  /// m - h.
  let centered: Vector3<Double>
  /// The direction n of the calibrated reading; zero at the center.
  let direction: Vector3<Double>
  private let length: Double
  private let slope: Double
  /// S n / |S n|, and S times that.
  private let normal, response: Vector3<Double>

  /// The distance of a reading from which the center h has been taken away.
  init(of centered: Vector3<Double>, matrix: Matrix3<Double>, radius: Double) {
    self.centered = centered

    let calibrated = matrix * centered
    length = max(calibrated.length, 1e-12 * radius)
    direction = calibrated / length
    let gradient = matrix * direction
    slope = max(gradient.length, 1e-12)
    normal = gradient / slope
    response = matrix * normal
    value = (length - radius) / slope
  }

  /// The change of the distance when a parameter changes u by `calibrated` and S n, for a fixed n, by `normal`.
  func derivative(calibrated change: Vector3<Double>, normal changeOfGradient: Vector3<Double>) -> Double {
    let along = direction.dot(change)
    let turn = (change - direction * along) / length
    let changeOfSlope = normal.dot(changeOfGradient) + response.dot(turn)
    return (along - value * changeOfSlope) / slope
  }
}
