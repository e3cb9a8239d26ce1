import Rotations

/// The tuning parameters of `MadgwickFilter`.
@frozen
public struct MadgwickParameters<Scalar: RealLanes>: Sendable {
  /// β: how fast the attitude is drawn towards accelerometer and magnetometer, rad/s (as a rate of the quaternion: half
  /// the angle). Default 0.1. Zero rests on the gyroscope alone; large follows every acceleration.
  public var gain: Scalar = 0.1
  /// ζ: how fast the bias of the gyroscope is learned, rad/s². Default 0: no bias is estimated. Large takes accelerations
  /// and magnetic disturbances for bias; a gyroscope that drifts by 0.2 degrees/s in a second asks for 0.003.
  public var biasGain: Scalar = 0.0
  /// The largest bias about each axis, rad/s. Default 3 degrees/s. Large lets lasting disturbances wind the estimate up.
  public var biasLimit: Scalar = .degrees(3.0)

  /// The default parameters.
  @inlinable
  public init() {}

  /// The same parameters in another number type, rounded to it; in lanes the same for every lane.
  @inlinable
  public init<Other: LaneElement>(_ other: MadgwickParameters<Other>) { self.init(converting: other) }
}

extension MadgwickParameters: NamedParameters {
  @inlinable
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "gain", "rad/s", .positive, &gain,
      "Beta: how fast the attitude is drawn towards accelerometer and magnetometer. 0 rests on the gyroscope alone; large follows every acceleration."
    )
    visitor.number(
      "bias_gain", "rad/s^2", .positive, &biasGain,
      "Zeta: how fast the bias of the gyroscope is learned. 0 estimates none; large takes accelerations for bias.")
    visitor.number(
      "bias_limit", "rad/s", .positive, &biasLimit,
      "The estimate of the bias is kept within plus and minus this about every axis.")
  }
}
