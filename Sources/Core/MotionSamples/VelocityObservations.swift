import Rotations

/// A velocity over ground in ENU, as satellites, optical flow or visual odometry measure it.
@frozen
public struct GroundVelocity<Scalar: RealLanes>: Sendable {
  /// The velocity to the east, m/s.
  public var east: Scalar
  /// The velocity to the north, m/s.
  public var north: Scalar
  /// The standard deviation of each component, m/s; nil for that of the filter's parameters.
  public var standardDeviation: Scalar?
  /// The time between the measurement and the last sample, s; nil for that of the filter's parameters.
  public var lag: Scalar?

  /// A velocity; with a component that is not a number, none.
  @export(implementation)
  public init(east: Scalar, north: Scalar, standardDeviation: Scalar? = nil, lag: Scalar? = nil) {
    self.east = east
    self.north = north
    self.standardDeviation = standardDeviation
    self.lag = lag
  }

  /// No velocity.
  @export(implementation) public static var absent: Self { Self(east: Scalar(Double.nan), north: Scalar(Double.nan)) }
  /// Where there is a velocity.
  @export(implementation) @inline(__always)
  public var isPresent: Scalar.Mask { (east - east .== 0.0) .& (north - north .== 0.0) }
}

/// A speed along the forward axis of the body, as wheels or an airspeed sensor measure it.
@frozen
public struct ForwardSpeed<Scalar: RealLanes>: Sendable {
  /// The speed, m/s; negative backwards.
  public var speed: Scalar
  /// Its standard deviation, m/s; nil for that of the filter's parameters.
  public var standardDeviation: Scalar?
  /// The standard deviation of the speed sideways, which is taken for zero, m/s; nil for that of the filter's parameters.
  public var lateralStandardDeviation: Scalar?

  /// A speed; not-a-number stands for an absent one.
  @export(implementation)
  public init(_ speed: Scalar, standardDeviation: Scalar? = nil, lateralStandardDeviation: Scalar? = nil) {
    self.speed = speed
    self.standardDeviation = standardDeviation
    self.lateralStandardDeviation = lateralStandardDeviation
  }

  /// No speed.
  @export(implementation) public static var absent: Self { Self(Scalar(Double.nan)) }
  /// Where there is a speed.
  @export(implementation) @inline(__always)
  public var isPresent: Scalar.Mask { speed - speed .== 0.0 }
}
