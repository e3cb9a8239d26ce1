// Axis and angle.
//
// Goals, in order: the axis keeps its relative accuracy down to the smallest angles; a defined axis of the identity.

extension Rotation {
  /// The rotation about a unit vector by an angle in radians, counter-clockwise for an observer at whom the axis points.
  @export(implementation)
  public init(unitAxis axis: Vector3<Scalar>, angle: Scalar) {
    let (sine, cosine) = Scalar.sineAndCosine(angle * 0.5)
    self.init(unchecked: Quaternion(real: cosine, vector: axis * sine))
  }

  /// A rotation about +x by an angle in radians: it turns y towards z.
  @export(implementation)
  public init(aboutX angle: Scalar) {
    let (sine, cosine) = Scalar.sineAndCosine(angle * 0.5)
    self.init(unchecked: Quaternion(w: cosine, x: sine, y: 0.0, z: 0.0))
  }

  /// A rotation about +y by an angle in radians: it turns z towards x.
  @export(implementation)
  public init(aboutY angle: Scalar) {
    let (sine, cosine) = Scalar.sineAndCosine(angle * 0.5)
    self.init(unchecked: Quaternion(w: cosine, x: 0.0, y: sine, z: 0.0))
  }

  /// A rotation about +z by an angle in radians, counter-clockwise seen from above: it turns x towards y.
  @export(implementation)
  public init(aboutZ angle: Scalar) {
    let (sine, cosine) = Scalar.sineAndCosine(angle * 0.5)
    self.init(unchecked: Quaternion(w: cosine, x: 0.0, y: 0.0, z: sine))
  }

  /// The unit vector about which `angle`, in [0, pi], turns counter-clockwise; +x for the identity.
  @export(implementation)
  public var axis: Vector3<Scalar> {
    let isInverted = quaternion.w .< 0.0
    let vector = quaternion.vector.replacing(with: -quaternion.vector, where: isInverted)
    // Scaled first: the squares of a tiny vector would vanish.
    let size = vector.largestMagnitude
    let isNone = size .== 0.0
    let divisor = size.replacing(with: 1.0, where: isNone)
    let scaled = Vector3(x: vector.x / divisor, y: vector.y / divisor, z: vector.z / divisor)
      .replacing(with: .unitX, where: isNone)
    return scaled * (1.0 / scaled.length)
  }
}

extension Rotation where Scalar: LaneElement {
  /// The rotation about the direction of `axis`, of any length, by an angle in radians; nil where the axis is zero or not
  /// finite.
  @export(implementation)
  public init?(axis: Vector3<Scalar>, angle: Scalar) {
    guard let unit = axis.normalized else { return nil }
    self.init(unitAxis: unit, angle: angle)
  }
}
