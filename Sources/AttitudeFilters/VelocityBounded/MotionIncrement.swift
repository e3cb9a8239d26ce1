import Rotations

/// What the sensors did over one step, pre-integrated at the full rate in the earth frame (TheDefaultFilter.md, section 2;
/// compare C. Forster et al., "On-manifold preintegration", IEEE Transactions on Robotics 33(1), 2017).
@frozen
public struct MotionIncrement<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// Time covered, s (T).
  public var duration: Scalar = 0.0
  /// Time covered by the accelerometer, s (T_a).
  public var specificForceDuration: Scalar = 0.0
  /// Time with the accelerometer at the end of its range, s (T_c).
  public var clippedDuration: Scalar = 0.0
  /// Integral of the squared angular rate, rad²/s (W2).
  public var squaredRateIntegral: Scalar = 0.0
  /// Integral of the rotation matrix, s (A): how a bias of the gyroscope acts on the attitude.
  public var rotationIntegral: Matrix3<Scalar> = .zero
  /// Integral of the rotation matrix times the diagonal rate, rad (B): how a scale error acts on the attitude.
  public var rateIntegral: Matrix3<Scalar> = .zero
  /// The same for the three cross-axis terms, rad; stays zero in the filter without them.
  public var crossAxisIntegral: Matrix3<Scalar> = .zero
  /// Integral of the specific force in the earth frame, m/s (dv).
  public var velocity: Vector3<Scalar> = .zero
  /// Sum of the magnetic field readings in the earth frame, µT; their mean after `finish`.
  public var magneticField: Vector3<Scalar> = .zero
  /// Number of magnetic field readings.
  public var magneticFieldCount: Scalar = 0.0

  /// An increment over no time.
  @inlinable
  public init() {}

  /// Whether there was a magnetic field reading.
  @inlinable @inline(__always) public var hasMagneticField: Scalar.Mask { magneticFieldCount .> 0.0 }
  /// The root mean square of the angular rate, rad/s.
  @inlinable @inline(__always) public var meanRate: Scalar { (squaredRateIntegral / duration).squareRoot() }

  /// Adds one sample: the rotation at its end and the rotation vector over it, and the readings where they are there
  /// (zero where they are not).
  @inlinable @inline(__always)
  public mutating func add(
    levelFromBody: Matrix3<Scalar>, rotationVector: Vector3<Scalar>, interval: Scalar,
    specificForce: Vector3<Scalar>, hasSpecificForce: Scalar.Mask, isClipped: Scalar.Mask,
    magneticField reading: Vector3<Scalar>, hasMagneticField isFieldThere: Scalar.Mask
  ) {
    duration += interval
    squaredRateIntegral += rotationVector.squaredLength / interval
    accumulate(&rotationIntegral.row0, &rateIntegral.row0, levelFromBody.row0, rotationVector, interval)
    accumulate(&rotationIntegral.row1, &rateIntegral.row1, levelFromBody.row1, rotationVector, interval)
    accumulate(&rotationIntegral.row2, &rateIntegral.row2, levelFromBody.row2, rotationVector, interval)
    velocity = velocity.adding(levelFromBody * specificForce, times: interval)
    specificForceDuration += Scalar.zero.replacing(with: interval, where: hasSpecificForce)
    clippedDuration += Scalar.zero.replacing(with: interval, where: isClipped)
    if isFieldThere.isTrueInAnyLane {
      magneticField += levelFromBody * reading
      magneticFieldCount += Scalar.zero.replacing(with: 1.0, where: isFieldThere)
    }
  }

  @inlinable @inline(__always)
  func accumulate(
    _ rotation: inout Vector3<Scalar>, _ rate: inout Vector3<Scalar>, _ row: Vector3<Scalar>,
    _ rotationVector: Vector3<Scalar>, _ interval: Scalar
  ) {
    rotation = rotation.adding(row, times: interval)
    rate = rate.addingElementwise(row, rotationVector)
  }

  /// Adds the cross-axis part of one sample: the errors of x by y, x by z and y by z.
  @inlinable @inline(__always)
  public mutating func addCrossAxis(levelFromBody: Matrix3<Scalar>, rotationVector: Vector3<Scalar>) {
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

  /// Scales the velocity to the whole duration and turns the sum of the field into its mean.
  @inlinable @inline(__always)
  public mutating func finish() {
    velocity *= duration / specificForceDuration
    let count = Scalar.maximum(magneticFieldCount, 1.0)
    magneticField = magneticField / count
  }

  @inlinable
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    duration.replace(with: other.duration, where: mask)
    specificForceDuration.replace(with: other.specificForceDuration, where: mask)
    clippedDuration.replace(with: other.clippedDuration, where: mask)
    squaredRateIntegral.replace(with: other.squaredRateIntegral, where: mask)
    rotationIntegral.replace(with: other.rotationIntegral, where: mask)
    rateIntegral.replace(with: other.rateIntegral, where: mask)
    crossAxisIntegral.replace(with: other.crossAxisIntegral, where: mask)
    velocity.replace(with: other.velocity, where: mask)
    magneticField.replace(with: other.magneticField, where: mask)
    magneticFieldCount.replace(with: other.magneticFieldCount, where: mask)
  }
}
