// Rotations from directions.
//
// Goals, in order: the source lands on the target to rounding for every pair, nearly parallel and nearly opposite ones
// included; the norm is 1; one code path for lanes.

extension Rotation {
  /// The rotation by the smallest angle that turns the direction of `source` into the direction of `target`.
  ///
  /// The vectors need not be of unit length, but not zero. For exactly opposite directions every half turn about a level
  /// axis will do: it is the one about the coordinate axis that is least along `source` (x before y before z), made
  /// perpendicular to it.
  @inlinable
  public init(shortestFrom source: Vector3<Scalar>, to target: Vector3<Scalar>) {
    let start = source * (1.0 / source.length)
    let end = target * (1.0 / target.length)
    let cosine = start.dot(end)
    let isObtuse = cosine .< 0.0
    // start x end = start x (end -+ start), where the short vector is free of cancellation: the axis keeps its relative
    // accuracy both where the angle vanishes and where it comes near to half a turn.
    let short = end + start.replacing(with: -start, where: .!isObtuse)
    let cross = start.cross(short)
    let sine = cross.length
    let isOpposite = isObtuse .& (sine .< (Scalar.isSinglePrecision ? 1e-15 : 1e-100))
    // The larger of sine and cosine of the half angle is well conditioned, and the smaller follows from sin a = 2 s c.
    let larger = ((cosine.absoluteValue + 1.0) * 0.5).squareRoot()
    let smallerPerSine = 0.5 / larger
    var result = Quaternion(real: larger, vector: cross * smallerPerSine)
    let safeSine = sine.replacing(with: 1.0, where: sine .== 0.0)
    result.replace(
      with: Quaternion(real: sine * smallerPerSine, vector: cross * (larger / safeSine)), where: isObtuse)
    result.replace(with: Quaternion(real: 0.0, vector: start.someUnitPerpendicular), where: isOpposite)
    self.init(unchecked: result)
  }

  /// The rotation by the smallest angle that turns the direction `source` into +z. Where `source` points to -z any half
  /// turn about a level axis will do, and it is the one about x. `source` need not be of unit length, but not zero.
  @inlinable
  public init(shortestToUnitZ source: Vector3<Scalar>) {
    self.init(shortestFrom: source, to: .unitZ)
  }
}

extension Vector3 {
  /// A unit vector at a right angle to this unit vector: the coordinate axis that is least along it, made perpendicular.
  @inlinable
  var someUnitPerpendicular: Self {
    let (sizeX, sizeY, sizeZ) = (x.absoluteValue, y.absoluteValue, z.absoluteValue)
    var axis = Self.unitX
    var along = x
    let prefersY = sizeY .< sizeX
    axis.replace(with: .unitY, where: prefersY)
    along.replace(with: y, where: prefersY)
    let prefersZ = sizeZ .< Scalar.minimum(sizeX, sizeY)
    axis.replace(with: .unitZ, where: prefersZ)
    along.replace(with: z, where: prefersZ)
    let perpendicular = axis - self * along
    return perpendicular * (1.0 / perpendicular.length)
  }
}
