import Rotations

/// The tuning parameters of `ComplementaryFilter`. The paper's gains are per sample; here they are time constants, which do not
/// depend on the sampling rate: a gain of 0.01 at 100 Hz is 1 s.
@frozen
public struct ComplementaryParameters<Scalar: RealLanes>: Sendable {
  /// Time constant of the tilt correction, s. Default 1. Zero takes every specific force as up, large trusts the
  /// gyroscope.
  public var accelerometerTime: Scalar = 1.0
  /// Time constant of the heading correction, s. Default 1. Zero takes every field as north, large trusts the gyroscope.
  public var magnetometerTime: Scalar = 1.0
  /// Whether the tilt correction fades while the specific force is not as long as gravity. Default true.
  public var adaptsGain: Bool = true
  /// Relative deviation of the specific force from gravity up to which the tilt correction is complete. Default 0.1.
  public var fullGainDeviation: Scalar = 0.1
  /// Relative deviation at which the tilt correction ends. Default 0.2. Larger than `fullGainDeviation`.
  public var zeroGainDeviation: Scalar = 0.2
  /// Gravity at the place, m/s². Default 9.81.
  public var gravity: Scalar = 9.81
  /// Whether the bias of the gyroscope is learned at rest. Default true.
  public var estimatesBias: Bool = true
  /// Time constant with which the bias is learned at rest, s. Default 1.
  public var biasTime: Scalar = 1.0
  /// Deviation of the specific force from gravity that ends rest, m/s². Default 0.1.
  public var restForceThreshold: Scalar = 0.1
  /// Angular rate about an axis, less its bias, that ends rest, rad/s. Default 0.2. Slower constant turns are taken for
  /// bias.
  public var restRateThreshold: Scalar = 0.2
  /// Change of the angular rate about an axis from sample to sample that ends rest, rad/s. Default 0.01.
  public var restRateChangeThreshold: Scalar = 0.01

  /// The default parameters.
  @export(implementation)
  public init() {}

  /// The same parameters in another number type, rounded to it; in lanes the same for every lane.
  @export(implementation)
  public init<Other: LaneElement>(_ other: ComplementaryParameters<Other>) { self.init(converting: other) }
}

extension ComplementaryParameters: NamedParameters {
  @export(implementation)
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "accelerometer_time", "s", .positive, &accelerometerTime,
      "Time constant of the tilt correction. 0 takes every specific force as up, large rests on the gyroscope.")
    visitor.number(
      "magnetometer_time", "s", .positive, &magnetometerTime,
      "Time constant of the heading correction. 0 takes every field as north, large rests on the gyroscope.")
    visitor.toggle(
      "adapts_gain", &adaptsGain,
      "Whether a specific force that is not as long as gravity corrects the tilt less.")
    visitor.number(
      "full_gain_deviation", "", .positive, &fullGainDeviation,
      "Relative deviation of the specific force from gravity up to which the tilt correction is in full force.")
    visitor.number(
      "zero_gain_deviation", "", .positive, &zeroGainDeviation,
      "Relative deviation from which on there is no tilt correction; larger than full_gain_deviation.")
    visitor.number("gravity", "m/s^2", 1...30, &gravity, "Gravity at the place.")
    visitor.toggle("estimates_bias", &estimatesBias, "Whether the bias of the gyroscope is learned at rest.")
    visitor.number("bias_time", "s", .positive, &biasTime, "Time constant with which the bias is learned at rest.")
    visitor.number(
      "rest_force_threshold", "m/s^2", .positive, &restForceThreshold,
      "Deviation of the specific force from gravity that ends rest.")
    visitor.number(
      "rest_rate_threshold", "rad/s", .positive, &restRateThreshold,
      "Angular rate about an axis, less its bias, that ends rest. Slower constant turns are taken for bias.")
    visitor.number(
      "rest_rate_change_threshold", "rad/s", .positive, &restRateChangeThreshold,
      "Change of the angular rate about an axis from sample to sample that ends rest.")
  }
}
