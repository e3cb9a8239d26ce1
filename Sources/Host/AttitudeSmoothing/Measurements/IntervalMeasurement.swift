import Rotations

/// The samples between two knots, integrated at the current estimate (8) to (11).
///
/// Vectors and the rows of matrices are in the level frame. f̃ is the measured, f the corrected specific force.
struct IntervalMeasurement {
  /// The duration T, s.
  var duration = 0.0
  /// The time T_f with a valid specific force, s.
  var forceDuration = 0.0
  /// The time T_s with a saturated angular rate, s.
  var saturatedRateDuration = 0.0
  /// The time T_g without angular rate, s.
  var missingRateDuration = 0.0
  /// The time T_c with a saturated specific force, s.
  var saturatedForceDuration = 0.0
  /// W = ∫ |ω|² dt, rad²/s.
  var squaredRate = 0.0
  /// Q, the sum of (dt |change of the specific force|)², (m/s)².
  var squaredJumps = 0.0

  /// A = ∫ R dt, s: a change of the bias times A is subtracted from the attitude error at the end.
  var rotationIntegral = Matrix3<Double>.zero
  /// B = ∫ R ⊗ (rate - bias) dt, rad: entry (a, c) of part r is ∫ R_ra (rate - bias)_c dt. The sum over part r times a
  /// change of the gyroscope's matrix is subtracted from the r-th attitude error at the end.
  var rateIntegral = (Matrix3<Double>.zero, Matrix3<Double>.zero, Matrix3<Double>.zero)
  /// u = ∫ R f dt, m/s.
  var velocityIncrement = Vector3<Double>.zero
  /// F = ∫ R diag(f̃) dt, m/s: F times a change of the accelerometer's scale is subtracted from the velocity at the end.
  var forceIntegral = Matrix3<Double>.zero

  /// ℓ_f = ∫ R (ω × f) dt, m/s²: ℓ_f times a change of the accelerometer's lag is added to the velocity at the end.
  var forceLagEffect = Vector3<Double>.zero
  /// Whether the causal filter found a rotation here that the gyroscope missed (50).
  var isSuspect = false

  /// The number of samples with a magnetic field.
  var fieldCount = 0.0
  /// y = mean of R times the measured field, µT.
  var field = Vector3<Double>.zero
  /// ℓ = mean of R (ω × measured field), µT/s: ℓ times the magnetometer's lag is added to y.
  var lagEffect = Vector3<Double>.zero

  /// e, rad: the rotation from the end of the integration to the next knot (11).
  var attitudeResidual = Vector3<Double>.zero

  /// Ā = A / T, the mean of R; zero for an empty interval.
  var meanRotation: Matrix3<Double> { rotationIntegral * (duration > 0 ? 1 / duration : 0) }

  /// Rotates the level frame about the vertical (18).
  mutating func turn(_ rotation: Matrix3<Double>) {
    rotationIntegral = rotation * rotationIntegral
    forceIntegral = rotation * forceIntegral
    let (b0, b1, b2) = rateIntegral
    func row(_ row: Vector3<Double>) -> Matrix3<Double> { b0 * row.x + b1 * row.y + b2 * row.z }
    rateIntegral = (row(rotation.row0), row(rotation.row1), row(rotation.row2))
    velocityIncrement = rotation * velocityIncrement
    forceLagEffect = rotation * forceLagEffect
    field = rotation * field
    lagEffect = rotation * lagEffect
    attitudeResidual = rotation * attitudeResidual
  }

  /// Part `axis` of `rateIntegral`.
  @inline(__always)
  func rateIntegral(_ axis: Int) -> Matrix3<Double> {
    axis == 0 ? rateIntegral.0 : axis == 1 ? rateIntegral.1 : rateIntegral.2
  }

  /// Adds a sample's rotation (8). `rotation` is that at the sample, `unbiased` the rate without bias, `rate` with all
  /// corrections.
  @inline(__always)
  mutating func addRate(
    _ rotation: Matrix3<Double>, _ unbiased: Vector3<Double>, _ rate: Vector3<Double>, _ interval: Double
  ) {
    let turned = unbiased * interval
    duration += interval
    squaredRate += rate.squaredLength * interval
    rotationIntegral += rotation * interval
    rateIntegral.0 += Matrix3(outerProductOf: rotation.row0, turned)
    rateIntegral.1 += Matrix3(outerProductOf: rotation.row1, turned)
    rateIntegral.2 += Matrix3(outerProductOf: rotation.row2, turned)
  }

  /// Adds a sample's specific force over a time `covered` (9). `rate` is the angular rate with all corrections.
  @inline(__always)
  mutating func addForce(
    _ force: Vector3<Double>, corrected: Vector3<Double>, _ rotation: Matrix3<Double>, _ rate: Vector3<Double>,
    _ covered: Double
  ) {
    forceDuration += covered
    velocityIncrement += (rotation * corrected) * covered
    forceLagEffect += (rotation * rate.cross(corrected)) * covered
    let weighted = force * covered
    forceIntegral += Matrix3(
      rows: rotation.row0.timesElementwise(weighted), rotation.row1.timesElementwise(weighted),
      rotation.row2.timesElementwise(weighted))
  }

  /// Adds a sample's magnetic field (10).
  @inline(__always)
  mutating func addField(
    _ measured: Vector3<Double>, _ rotation: Matrix3<Double>, _ rate: Vector3<Double>
  ) {
    field += rotation * measured
    lagEffect += rotation * rate.cross(measured)
    fieldCount += 1
  }

  /// Completes the sums: scales the velocity to the whole interval (9) and divides the fields by their number (10).
  @inline(__always)
  mutating func finish() {
    if forceDuration > 0 {
      let share = duration / forceDuration
      velocityIncrement = velocityIncrement * share
      forceIntegral = forceIntegral * share
      forceLagEffect = forceLagEffect * share
    }
    if fieldCount > 0 {
      field = field * (1 / fieldCount)
      lagEffect = lagEffect * (1 / fieldCount)
    }
  }
}
