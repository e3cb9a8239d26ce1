import Rotations

/// The readings of one step, pre-integrated at the full rate in level axes (TheDefaultFilter.md, equations 9 and 10; C.
/// Forster et al., "On-manifold preintegration for real-time visual-inertial odometry", 2017).
@frozen @usableFromInline
struct MotionIncrement<Scalar: RealLanes>: VisitableState, Sendable {
  /// Time covered, s (T).
  @usableFromInline var duration: Scalar = 0.0
  /// Time covered by the accelerometer, s (T_a).
  @usableFromInline var specificForceDuration: Scalar = 0.0
  /// Time with the accelerometer clipped, s (T_c).
  @usableFromInline var clippedDuration: Scalar = 0.0
  /// Time with the gyroscope clipped, s (T_g).
  @usableFromInline var clippedRateDuration: Scalar = 0.0
  /// Growth of the squared silence of the gyroscope, s² (Z): the sum of twice the silence times the interval.
  @usableFromInline var squaredSilence: Scalar = 0.0
  /// Integral of the squared angular rate, rad²/s (W).
  @usableFromInline var squaredRateIntegral: Scalar = 0.0
  /// Integral of the corrected angular rate in body axes, rad; its mean, rad/s, after `finish` (ω̄).
  @usableFromInline var angularRate: Vector3<Scalar> = .zero
  /// Integral of the specific force in level axes, m/s (Δv).
  @usableFromInline var velocity: Vector3<Scalar> = .zero
  /// Sum of the magnetic field readings in level axes, µT; their mean after `finish` (m).
  @usableFromInline var magneticField: Vector3<Scalar> = .zero
  /// Number of magnetic field readings (n).
  @usableFromInline var magneticFieldCount: Scalar = 0.0
  /// After `finish` the rotation from body to level axes in the middle of the step (R̄), and 1/T, 1/s.
  @usableFromInline var meanRotation: Matrix3<Scalar> = .zero
  @usableFromInline var inverseDuration: Scalar = 0.0

  /// An increment over no time.
  @export(implementation)
  init() {}

  /// The angular rate of full motion, rad/s: slower motion teaches the field's learners less (μ of equations 14 and 45).
  @export(implementation) static var fullMotionRate: Scalar { .degrees(20.0) }

  /// The shortest duration of readings of the specific force, s, that stands for a whole step, and what `finish` divides by at least: a
  /// slow logger that repeats a time ends a step of no duration.
  @export(implementation) static var leastDuration: Scalar { 1e-9 }

  /// The lanes with a specific force reading.
  @export(implementation) @inline(__always) var hasSpecificForce: Scalar.Mask {
    specificForceDuration .> Self.leastDuration
  }
  /// The lanes with a magnetic field reading.
  @export(implementation) @inline(__always) var hasMagneticField: Scalar.Mask { magneticFieldCount .> 0.0 }
  /// The mean specific force in level axes, m/s² (f).
  @export(implementation) @inline(__always) var meanSpecificForce: Vector3<Scalar> { velocity * inverseDuration }
  /// The mean angular rate in level axes, rad/s (R̄ ω̄).
  @export(implementation) @inline(__always) var levelRate: Vector3<Scalar> { meanRotation * angularRate }
  /// The root mean square of the angular rate as a share of full motion, at most 1 (μ).
  @export(implementation) @inline(__always) var motionShare: Scalar {
    Scalar.minimum(1.0, (squaredRateIntegral * inverseDuration).squareRoot() * (1.0 / Self.fullMotionRate))
  }

  /// Adds one sample (equation 9): the rotation at its end, the corrected rate, and the readings, zero where they are missing.
  @export(implementation) @inline(__always)
  mutating func add(
    levelFromBody: Matrix3<Scalar>, angularRate: Vector3<Scalar>, interval: Scalar,
    specificForce: Vector3<Scalar>, hasSpecificForce: Scalar.Mask, isClipped: Scalar.Mask, isRateClipped: Scalar.Mask,
    magneticField reading: Vector3<Scalar>, hasMagneticField isFieldPresent: Scalar.Mask
  ) {
    duration += interval
    squaredRateIntegral += angularRate.squaredLength * interval
    self.angularRate = self.angularRate.adding(angularRate, times: interval)
    velocity = velocity.adding(levelFromBody * specificForce, times: interval)
    specificForceDuration += Scalar.zero.replacing(with: interval, where: hasSpecificForce)
    if (isClipped .| isRateClipped).isTrueInAnyLaneUnlikely {
      clippedDuration += Scalar.zero.replacing(with: interval, where: isClipped)
      clippedRateDuration += Scalar.zero.replacing(with: interval, where: isRateClipped)
    }
    if isFieldPresent.isTrueInAnyLane {
      magneticField += levelFromBody * reading
      magneticFieldCount += Scalar.zero.replacing(with: 1.0, where: isFieldPresent)
    }
  }

  /// Scales the velocity to the whole duration, makes means of the sums of rate and field, and takes the rotation in the middle of the
  /// step, which ends with `levelFromBody` (equation 10). Without a specific force the velocity is zero.
  @export(implementation) @inline(__always)
  mutating func finish(_ levelFromBody: Rotation<Scalar>) {
    inverseDuration = 1.0 / Scalar.maximum(duration, Self.leastDuration)
    meanRotation = (levelFromBody * Rotation(rotationVector: angularRate * -0.5)).matrix
    angularRate *= inverseDuration
    let share = duration / specificForceDuration.replacing(with: 1.0, where: .!hasSpecificForce)
    velocity *= share
    let count = Scalar.maximum(magneticFieldCount, 1.0)
    magneticField = magneticField / count
  }

  /// The error of the mean rate by errors of the gyroscope, rad/s: ε = β + ω̄ ∘ γ, with 14 states and the cross-axis terms.
  @export(implementation) @inline(__always)
  func rateError(bias: Vector3<Scalar>, scale: Vector3<Scalar>) -> Vector3<Scalar> {
    bias.addingElementwise(scale, angularRate)
  }

  /// What each of the cross-axis terms of x with y, x with z, and y with z adds to the error of the mean rate, rad/s.
  @export(implementation) @inline(__always)
  var crossAxisEffect: Matrix3<Scalar> {
    Matrix3(
      rows: Vector3(x: angularRate.y, y: angularRate.z, z: 0.0), Vector3(x: angularRate.x, y: 0.0, z: angularRate.z),
      Vector3(x: 0.0, y: angularRate.x, z: angularRate.y))
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&duration, with: other.duration, .nonnegative)
    visitor.visit(&specificForceDuration, with: other.specificForceDuration, .nonnegative)
    visitor.visit(&clippedDuration, with: other.clippedDuration, .nonnegative)
    visitor.visit(&squaredRateIntegral, with: other.squaredRateIntegral, .nonnegative)
    visitor.visit(&angularRate, with: other.angularRate)
    visitor.visit(&velocity, with: other.velocity)
    visitor.visit(&magneticField, with: other.magneticField)
    visitor.visit(&magneticFieldCount, with: other.magneticFieldCount, .nonnegative)
    visitor.visit(&meanRotation, with: other.meanRotation)
    visitor.visit(&inverseDuration, with: other.inverseDuration, .nonnegative)
    visitor.visit(&clippedRateDuration, with: other.clippedRateDuration, .nonnegative)
    visitor.visit(&squaredSilence, with: other.squaredSilence, .nonnegative)
  }
}
