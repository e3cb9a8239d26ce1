import MotionSamples
import Rotations

// Observations of velocity beside the samples.

extension MotionStream {
  /// Observes a velocity over ground in ENU of true north, as satellites measure it; the declination of the settings turns it to
  /// the filter's north. Not-a-number is no observation.
  ///
  /// - Returns: Whether the filter takes velocities.
  @inlinable @discardableResult
  public mutating func observe(velocity: GroundVelocity<Scalar>) -> Bool {
    let turned = Rotation(aboutZ: frame.declination).rotate(Vector3(x: velocity.east, y: velocity.north, z: 0.0))
    var observation = velocity
    (observation.east, observation.north) = (turned.x, turned.y)
    return filter.observe(observation)
  }

  /// Observes a speed along the forward axis of the body. Not-a-number is no observation.
  ///
  /// - Returns: Whether the filter takes speeds.
  @inlinable @discardableResult
  public mutating func observe(speed: ForwardSpeed<Scalar>) -> Bool { filter.observe(speed) }
}
