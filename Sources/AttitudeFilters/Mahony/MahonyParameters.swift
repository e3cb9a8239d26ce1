import Rotations

/// The tuning parameters of `MahonyFilter`.
@frozen
public struct MahonyParameters<Scalar: RealLanes>: Sendable {
  /// k_P: how fast the attitude is drawn towards the measured directions, 1/s. Default 0.5, a time constant of 2 s. Zero
  /// rests on the gyroscope alone; large follows every acceleration.
  public var gain: Scalar = 0.5
  /// k_I: how fast the bias of the gyroscope is learned, 1/s². Default 0: no bias is estimated. Beyond the square of
  /// k_P / 2 the estimate overshoots; large takes accelerations for bias.
  public var biasGain: Scalar = 0.0
  /// k_1: weight of the accelerometer. Default 1.
  public var accelerometerWeight: Scalar = 1.0
  /// k_2: weight of the magnetometer. Default 1. Zero leaves the heading free after the start.
  public var magnetometerWeight: Scalar = 1.0
  /// The largest bias about each axis, rad/s. Default 3 degrees/s. Large lets lasting disturbances wind the estimate up.
  public var biasLimit: Scalar = .degrees(3.0)

  /// The default parameters.
  @inlinable
  public init() {}

  /// The same parameters in another number type, rounded to it; in lanes the same for every lane.
  @inlinable
  public init<Other: LaneElement>(_ other: MahonyParameters<Other>) { self.init(converting: other) }
}

extension MahonyParameters: NamedParameters {
  @inlinable
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "gain", "1/s", .positive, &gain,
      "k_P: how fast the attitude is drawn towards the measured directions. 0 rests on the gyroscope alone; large follows every acceleration."
    )
    visitor.number(
      "bias_gain", "1/s^2", .positive, &biasGain,
      "k_I: how fast the bias of the gyroscope is learned. 0 estimates none; beyond the square of gain / 2 it overshoots."
    )
    visitor.number("accelerometer_weight", "", .positive, &accelerometerWeight, "k_1: weight of the accelerometer.")
    visitor.number(
      "magnetometer_weight", "", .positive, &magnetometerWeight,
      "k_2: weight of the magnetometer. 0 leaves the heading free after the start.")
    visitor.number(
      "bias_limit", "rad/s", .positive, &biasLimit,
      "The estimate of the bias is kept within plus and minus this about every axis.")
  }
}
