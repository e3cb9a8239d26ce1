import Rotations

/// What can be tuned in `ComplementaryFilter`. The paper's gains are per sample; here they are times, so that they mean
/// the same at every rate: a gain of 0.01 at 100 Hz is a time of 1 s.
@frozen
public struct ComplementaryParameters<Scalar: RealLanes>: Sendable {
  /// Time constant of the tilt correction, s. Default 1. Zero takes every specific force as up, large rests on the
  /// gyroscope.
  public var accelerometerTime: Scalar = 1.0
  /// Time constant of the heading correction, s. Default 1. Zero takes every field as north, large rests on the gyroscope.
  public var magnetometerTime: Scalar = 1.0
  /// Whether a specific force that is not as long as gravity corrects the tilt less. Default true.
  public var adaptsGain: Bool = true
  /// Relative deviation of the specific force from gravity up to which the tilt correction is in full force. Default 0.1.
  public var fullGainDeviation: Scalar = 0.1
  /// Relative deviation from which on there is no tilt correction. Default 0.2. Larger than `fullGainDeviation`.
  public var zeroGainDeviation: Scalar = 0.2
  /// Gravity at the place, m/s². Default 9.81.
  public var gravity: Scalar = 9.81
  /// Whether the bias of the gyroscope is learnt at rest. Default true.
  public var estimatesBias: Bool = true
  /// Time constant with which the bias is learnt at rest, s. Default 1.
  public var biasTime: Scalar = 1.0
  /// Deviation of the specific force from gravity that ends rest, m/s². Default 0.1.
  public var restForceThreshold: Scalar = 0.1
  /// Angular rate about an axis, less its bias, that ends rest, rad/s. Default 0.2. Slower constant turns are taken for
  /// bias.
  public var restRateThreshold: Scalar = 0.2
  /// Change of the angular rate about an axis from sample to sample that ends rest, rad/s. Default 0.01.
  public var restRateChangeThreshold: Scalar = 0.01

  /// The default parameters.
  @inlinable
  public init() {}

  /// The same parameters in another number type, rounded to it; in lanes the same for every lane.
  @inlinable
  public init<Other: LaneElement>(_ other: ComplementaryParameters<Other>) {
    accelerometerTime = Scalar(Double(other.accelerometerTime))
    magnetometerTime = Scalar(Double(other.magnetometerTime))
    adaptsGain = other.adaptsGain
    fullGainDeviation = Scalar(Double(other.fullGainDeviation))
    zeroGainDeviation = Scalar(Double(other.zeroGainDeviation))
    gravity = Scalar(Double(other.gravity))
    estimatesBias = other.estimatesBias
    biasTime = Scalar(Double(other.biasTime))
    restForceThreshold = Scalar(Double(other.restForceThreshold))
    restRateThreshold = Scalar(Double(other.restRateThreshold))
    restRateChangeThreshold = Scalar(Double(other.restRateChangeThreshold))
  }
}
