import Rotations

/// How far a device is turned in the plane of its screen, as an inclinometer shows it: the angle of gravity in the x-y
/// plane, atan2(-x, -y).
///
/// 0° is portrait, gravity along -y; 90° has gravity along -x, the position `landscapeLeft`; 180° is upside down; 270° is
/// `landscapeRight`. The device has then been turned counter-clockwise by the angle, as its user sees it.
@frozen
public struct TiltAngle<Scalar: LaneElement>: Sendable {
  /// The angle in radians, in [0, 2π).
  public let radians: Scalar

  /// The angle of a gravity vector, which points down, in device axes and any unit; nil where the screen is too flat to
  /// have one: where gravity in its plane is less than `sineWhenFlat` of all of it (default: the sine of 5°), or where it is
  /// zero or not finite.
  @inlinable public init?(gravity: Vector3<Scalar>, sineWhenFlat: Scalar = 0.0871557) {
    guard let down = gravity.normalized else { return nil }
    guard (down.x * down.x + down.y * down.y).squareRoot() >= sineWhenFlat else { return nil }
    let angle = Scalar.arcTangent(y: -down.x, x: -down.y)
    self.init(radians: angle)
  }

  /// An angle in radians, brought to [0, 2π); it must be finite.
  @inlinable public init(radians: Scalar) {
    let wrapped = radians.wrappedToHalfTurn()
    let positive = wrapped < 0 ? wrapped + 2 * .pi : wrapped
    // A tiny negative angle is rounded to a whole turn.
    self.radians = positive < 2 * .pi ? positive : 0
  }

  /// The angle in degrees, in [0, 360).
  @inlinable public var degrees: Scalar {
    let degrees = radians * (180 / .pi)
    return degrees < 360 ? degrees : 0
  }
}
