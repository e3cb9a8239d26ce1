import MotionSamples
import Rotations

/// What a sample came with beside its readings: a velocity over ground, a speed along the forward axis, or both.
public struct ObservedVelocity: Sendable {
  /// The place of the sample among those that it is given with.
  public var sample: Int
  /// The velocity over ground.
  public var overGround: GroundVelocity<Double>?
  /// The speed along body x.
  public var speed: ForwardSpeed<Double>?

  /// What came with a sample.
  public init(sample: Int, overGround: GroundVelocity<Double>? = nil, speed: ForwardSpeed<Double>? = nil) {
    self.sample = sample
    self.overGround = overGround
    self.speed = speed
  }
}
