/// One direction seen in two frames: known in the reference frame, measured in the body frame.
///
/// At rest the specific force is such a pair with up in the reference frame, and the magnetic field with the field of the
/// place. Lengths do not matter.
@frozen
public struct DirectionPair<Scalar: RealLanes>: Sendable {
  /// The direction in the reference frame.
  public var reference: Vector3<Scalar>
  /// The same direction in the body frame.
  public var body: Vector3<Scalar>

  /// A pair from its two sides.
  @inlinable @inline(__always)
  public init(reference: Vector3<Scalar>, body: Vector3<Scalar>) {
    self.reference = reference
    self.body = body
  }
}
