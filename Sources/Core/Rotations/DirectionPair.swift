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
  @export(implementation) @inline(__always)
  public init(reference: Vector3<Scalar>, body: Vector3<Scalar>) {
    self.reference = reference
    self.body = body
  }
}

// Attitude from two directions.

extension Rotation where Scalar: LaneElement {
  /// `referenceFromBody` from two directions (TRIAD): the primary one is met exactly, the secondary one only settles the
  /// turn about it.
  ///
  /// Nil where the answer is not determined: a direction is zero or not finite, or the two are parallel or opposite within
  /// 4096 units of rounding (1e-12 rad for `Double`, 5e-4 rad for `Float`) on either side.
  ///
  /// Sources: H. D. Black, AIAA Journal 2(7), 1964; M. D. Shuster and S. D. Oh, J. Guidance and Control 4(1), 1981.
  @export(implementation)
  public init?(triad primary: DirectionPair<Scalar>, secondary: DirectionPair<Scalar>) {
    guard let referenceTriad = Matrix3(triad: primary.reference, secondary.reference),
      let bodyTriad = Matrix3(triad: primary.body, secondary.body)
    else { return nil }
    self.init(matrix: referenceTriad * bodyTriad.transpose)
  }
}

extension Matrix3 where Scalar: LaneElement {
  /// Columns: the first direction, the normal of both, and what completes the right-handed triad.
  @export(implementation)
  init?(triad first: Vector3<Scalar>, _ second: Vector3<Scalar>) {
    guard let first = first.normalized, let second = second.normalized else { return nil }
    let cross = first.cross(second)
    guard cross.largestMagnitude > 4096 * Scalar.ulpOfOne, let normal = cross.normalized else { return nil }
    self.init(columns: first, normal, first.cross(normal))
  }
}
