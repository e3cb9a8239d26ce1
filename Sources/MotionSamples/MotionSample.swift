import Rotations

/// One moment of an inertial measurement unit, in SI units and body axes: what every filter takes.
///
/// A reading that is absent is a vector of not-a-numbers (`absent`); sensors may so come at different rates. The
/// three sensors share the right-handed body axes.
@frozen
public struct MotionSample<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// Time since the previous sample, in seconds; 0 where it is not known, as for the first sample.
  public var interval: Scalar
  /// Angular rate over the interval that ends at this sample, in rad/s, with the gyroscope's bias still in it.
  public var angularRate: Vector3<Scalar>
  /// What the accelerometer measures, in m/s²: at rest it points up with 9.81.
  public var specificForce: Vector3<Scalar>
  /// The magnetic field, in µT.
  public var magneticField: Vector3<Scalar>

  /// A sample from its readings; those left out are absent.
  @inlinable @inline(__always)
  public init(
    interval: Scalar,
    angularRate: Vector3<Scalar>,
    specificForce: Vector3<Scalar> = .absent,
    magneticField: Vector3<Scalar> = .absent
  ) {
    self.interval = interval
    self.angularRate = angularRate
    self.specificForce = specificForce
    self.magneticField = magneticField
  }

  /// The same sample, its readings behind a barrier: see `RealLanes.optimizationBarrier`.
  @inlinable @inline(__always)
  public var optimizationBarrier: Self {
    Self(
      interval: interval, angularRate: angularRate.optimizationBarrier,
      specificForce: specificForce.optimizationBarrier,
      magneticField: magneticField.optimizationBarrier)
  }

  @inlinable @inline(__always)
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    interval.replace(with: other.interval, where: mask)
    angularRate.replace(with: other.angularRate, where: mask)
    specificForce.replace(with: other.specificForce, where: mask)
    magneticField.replace(with: other.magneticField, where: mask)
  }
}

extension Vector3 {
  /// The mark of a reading that is not there: not-a-number in every coordinate.
  @inlinable public static var absent: Self { Self(repeating: Scalar(Double.nan)) }
}
