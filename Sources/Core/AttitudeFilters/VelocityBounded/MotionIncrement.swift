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
  /// Integral of the rotation matrix, s (A_β): the effect of a gyroscope bias on the attitude.
  @usableFromInline var rotationIntegral: Matrix3<Scalar> = .zero
  /// Integral of the rotation matrix times the diagonal rate, rad (A_γ): the effect of a scale error.
  @usableFromInline var rateIntegral: Matrix3<Scalar> = .zero
  /// The same for the three cross-axis terms, rad (A_η); zero with 11 states.
  @usableFromInline var crossAxisIntegral: Matrix3<Scalar> = .zero
  /// Integral of the specific force in level axes, m/s (Δv).
  @usableFromInline var velocity: Vector3<Scalar> = .zero
  /// Sum of the magnetic field readings in level axes, µT; their mean after `finish` (m).
  @usableFromInline var magneticField: Vector3<Scalar> = .zero
  /// Number of magnetic field readings (n).
  @usableFromInline var magneticFieldCount: Scalar = 0.0

  /// An increment over no time.
  @export(implementation)
  init() {}

  /// The angular rate of full motion, rad/s: slower motion teaches the field's learners less (μ of equations 14 and 45).
  @export(implementation) static var fullMotionRate: Scalar { .degrees(20.0) }

  /// The shortest duration of readings of the specific force, s, that stands for a whole step: `finish` divides by it.
  @export(implementation) static var leastForceDuration: Scalar { 1e-9 }

  /// The lanes with a specific force reading.
  @export(implementation) @inline(__always) var hasSpecificForce: Scalar.Mask {
    specificForceDuration .> Self.leastForceDuration
  }
  /// The lanes with a magnetic field reading.
  @export(implementation) @inline(__always) var hasMagneticField: Scalar.Mask { magneticFieldCount .> 0.0 }
  /// The root mean square of the angular rate, rad/s.
  @export(implementation) @inline(__always) var meanRate: Scalar { (squaredRateIntegral / duration).squareRoot() }
  /// The mean rate as a share of full motion, at most 1 (μ).
  @export(implementation) @inline(__always) var motionShare: Scalar {
    Scalar.minimum(1.0, meanRate / Self.fullMotionRate)
  }

  /// Adds one sample (equation 9): the rotation at its end, the rotation vector over it, and the readings, zero where they are
  /// missing.
  @export(implementation) @inline(__always)
  mutating func add(
    levelFromBody: Matrix3<Scalar>, rotationVector: Vector3<Scalar>, interval: Scalar,
    specificForce: Vector3<Scalar>, hasSpecificForce: Scalar.Mask, isClipped: Scalar.Mask, isRateClipped: Scalar.Mask,
    magneticField reading: Vector3<Scalar>, hasMagneticField isFieldPresent: Scalar.Mask
  ) {
    duration += interval
    squaredRateIntegral += rotationVector.squaredLength / interval
    accumulate(&rotationIntegral.row0, &rateIntegral.row0, levelFromBody.row0, rotationVector, interval)
    accumulate(&rotationIntegral.row1, &rateIntegral.row1, levelFromBody.row1, rotationVector, interval)
    accumulate(&rotationIntegral.row2, &rateIntegral.row2, levelFromBody.row2, rotationVector, interval)
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

  @export(implementation) @inline(__always)
  func accumulate(
    _ rotation: inout Vector3<Scalar>, _ rate: inout Vector3<Scalar>, _ row: Vector3<Scalar>,
    _ rotationVector: Vector3<Scalar>, _ interval: Scalar
  ) {
    rotation = rotation.adding(row, times: interval)
    rate = rate.addingElementwise(row, rotationVector)
  }

  /// Adds the cross-axis part of one sample (equation 9): x with y, x with z and y with z.
  @export(implementation) @inline(__always)
  mutating func addCrossAxis(levelFromBody: Matrix3<Scalar>, rotationVector: Vector3<Scalar>) {
    func accumulate(_ sum: inout Vector3<Scalar>, _ row: Vector3<Scalar>) {
      sum += Vector3(
        x: row.x * rotationVector.y + row.y * rotationVector.x,
        y: row.x * rotationVector.z + row.z * rotationVector.x,
        z: row.y * rotationVector.z + row.z * rotationVector.y)
    }
    accumulate(&crossAxisIntegral.row0, levelFromBody.row0)
    accumulate(&crossAxisIntegral.row1, levelFromBody.row1)
    accumulate(&crossAxisIntegral.row2, levelFromBody.row2)
  }

  /// Scales the velocity to the whole duration and the sum of the field to its mean (equation 10). Without a specific force
  /// the velocity is zero.
  @export(implementation) @inline(__always)
  mutating func finish() {
    let share = duration / specificForceDuration.replacing(with: 1.0, where: .!hasSpecificForce)
    velocity *= share
    let count = Scalar.maximum(magneticFieldCount, 1.0)
    magneticField = magneticField / count
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&duration, with: other.duration, .nonnegative)
    visitor.visit(&specificForceDuration, with: other.specificForceDuration, .nonnegative)
    visitor.visit(&clippedDuration, with: other.clippedDuration, .nonnegative)
    visitor.visit(&squaredRateIntegral, with: other.squaredRateIntegral, .nonnegative)
    visitor.visit(&rotationIntegral, with: other.rotationIntegral)
    visitor.visit(&rateIntegral, with: other.rateIntegral)
    visitor.visit(&crossAxisIntegral, with: other.crossAxisIntegral)
    visitor.visit(&velocity, with: other.velocity)
    visitor.visit(&magneticField, with: other.magneticField)
    visitor.visit(&magneticFieldCount, with: other.magneticFieldCount, .nonnegative)
    visitor.visit(&clippedRateDuration, with: other.clippedRateDuration, .nonnegative)
    visitor.visit(&squaredSilence, with: other.squaredSilence, .nonnegative)
  }
}
