import Rotations

/// What the samples between two knots say, integrated over them at the current estimate.
///
/// Vectors and the rows of matrices are in the earth frame. Source: C. Forster, L. Carlone, F. Dellaert, D. Scaramuzza,
/// "On-manifold preintegration for real-time visual-inertial odometry", IEEE Transactions on Robotics 33(1), 2017.
struct IntervalMeasurement {
  /// T, s.
  var duration = 0.0
  /// The time with a specific force, s.
  var forceDuration = 0.0
  /// The time with a saturated angular rate, s.
  var saturatedRateDuration = 0.0
  /// The time without angular rate, s.
  var missingRateDuration = 0.0
  /// The time with a saturated specific force, s.
  var saturatedForceDuration = 0.0
  /// ∫ |rate|² dt, rad²/s.
  var squaredRate = 0.0
  /// The sum of (dt |change of the specific force|)², (m/s)².
  var squaredJumps = 0.0

  /// A = ∫ R dt: the attitude at the end falls by A times a change of the bias.
  var rotationIntegral = Matrix3<Double>.zero
  /// B = ∫ R ⊗ (rate - bias) dt: entry (a, c) of part r is ∫ R_ra (rate - bias)_c dt, so that the r-th attitude error at
  /// the end falls by the sum of part r times a change of the gyroscope's matrix.
  var rateIntegral = (Matrix3<Double>.zero, Matrix3<Double>.zero, Matrix3<Double>.zero)
  /// ∫ R f dt, m/s.
  var velocity = Vector3<Double>.zero
  /// ∫ R diag(a) dt, m/s: the velocity falls by it times a change of the accelerometer's scale.
  var forceIntegral = Matrix3<Double>.zero

  /// How many samples had a magnetic field.
  var fieldCount = 0.0
  /// mean(R m), µT.
  var field = Vector3<Double>.zero
  /// mean(R (rate × m)), µT/s: the field rises by it times the magnetometer's lag.
  var lagEffect = Vector3<Double>.zero

  /// Log(R_{k+1} · (R_k turned by the samples)⁻¹): by how much the next knot is ahead of the gyroscope.
  var attitudeResidual = Vector3<Double>.zero

  /// The mean of R over the interval; zero where no time has passed.
  var meanRotation: Matrix3<Double> { rotationIntegral * (duration > 0 ? 1 / duration : 0) }

  /// Turns everything about the vertical.
  mutating func turn(_ rotation: Matrix3<Double>) {
    rotationIntegral = rotation * rotationIntegral
    forceIntegral = rotation * forceIntegral
    let (b0, b1, b2) = rateIntegral
    func row(_ row: Vector3<Double>) -> Matrix3<Double> { b0 * row.x + b1 * row.y + b2 * row.z }
    rateIntegral = (row(rotation.row0), row(rotation.row1), row(rotation.row2))
    velocity = rotation * velocity
    field = rotation * field
    lagEffect = rotation * lagEffect
    attitudeResidual = rotation * attitudeResidual
  }

  /// Part `axis` of `rateIntegral`.
  @inline(__always)
  func rateIntegral(_ axis: Int) -> Matrix3<Double> {
    axis == 0 ? rateIntegral.0 : axis == 1 ? rateIntegral.1 : rateIntegral.2
  }
}
