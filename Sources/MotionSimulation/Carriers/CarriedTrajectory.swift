import Rotations

/// A device in the hand of a passenger or a walking person: it turns and moves with its carrier, and in the hand.
///
/// The displacements of the hand are along ENU axes.
public struct CarriedTrajectory<Carrier: Trajectory, Hand: Trajectory>: Trajectory {
  /// The motion of the carrier.
  public var carrier: Carrier
  /// The motion in the hand; its attitude is relative to the carrier.
  public var hand: Hand

  /// A motion from that of the carrier and that in the hand.
  public init(carrier: Carrier, hand: Hand) {
    self.carrier = carrier
    self.hand = hand
  }

  public func state(at time: Double) -> KinematicState {
    let (outer, inner) = (carrier.state(at: time), hand.state(at: time))
    return KinematicState(
      enuFromBody: (outer.enuFromBody * inner.enuFromBody).renormalized,
      angularRate: inner.enuFromBody.inverse.rotate(outer.angularRate) + inner.angularRate,
      position: outer.position + inner.position, velocity: outer.velocity + inner.velocity,
      acceleration: outer.acceleration + inner.acceleration)
  }

  public func isMoving(at time: Double) -> Bool { carrier.isMoving(at: time) || hand.isMoving(at: time) }
}
