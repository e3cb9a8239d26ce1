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

  /// What came with a sample; nil for neither. `northFromTrueNorth` turns the velocity over ground from true north to the north of the
  /// magnetometer.
  package init?(
    sample: Int, velocity: GroundVelocity<Double>, speed: ForwardSpeed<Double>, northFromTrueNorth: Rotation<Double>
  ) {
    guard velocity.isPresent || speed.isPresent else { return nil }
    var turned = velocity
    let level = northFromTrueNorth.rotate(Vector3(x: velocity.east, y: velocity.north, z: 0))
    (turned.east, turned.north) = (level.x, level.y)
    self.init(
      sample: sample, overGround: velocity.isPresent ? turned : nil, speed: speed.isPresent ? speed : nil)
  }

  /// What came with a sample.
  public init(sample: Int, overGround: GroundVelocity<Double>? = nil, speed: ForwardSpeed<Double>? = nil) {
    self.sample = sample
    self.overGround = overGround
    self.speed = speed
  }

  /// The speed alone; nil without one.
  var withoutVelocityOverGround: ObservedVelocity? {
    speed == nil ? nil : ObservedVelocity(sample: sample, speed: speed)
  }

  /// The same, that came with a sample this many places later.
  func moved(by count: Int) -> ObservedVelocity {
    ObservedVelocity(sample: sample + count, overGround: overGround, speed: speed)
  }
}
