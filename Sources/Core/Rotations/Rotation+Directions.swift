// Rotations from directions.
//
// Goals, in order: the source lands on the target to rounding for every pair, nearly parallel and nearly opposite ones
// included; the norm is 1; one code path for lanes.

extension Rotation {
  /// The rotation by the smallest angle that turns the direction of `source` into the direction of `target`.
  ///
  /// The vectors need not be of unit length, but not zero. For exactly opposite directions every half turn about a
  /// perpendicular axis will do: it is the one about the coordinate axis that is least along `source` (x before y before
  /// z), made perpendicular to it.
  @export(implementation)
  public init(shortestFrom source: Vector3<Scalar>, to target: Vector3<Scalar>) {
    let start = source * (1.0 / source.length)
    let end = target * (1.0 / target.length)
    let cosine = start.dot(end)
    // start x end = start x (end -+ start), where the short vector is free of cancellation: the axis keeps its relative
    // accuracy both where the angle vanishes and where it comes near to half a turn.
    let short = end + start.replacing(with: -start, where: cosine .>= 0.0)
    self.init(start: start, cosine: cosine, cross: start.cross(short))
  }

  /// The rotation by the smallest angle that turns the direction `source` into +z. Where `source` points to -z any half
  /// turn about a level axis will do, and it is the one about x. `source` need not be of unit length, but not zero.
  @export(implementation)
  public init(shortestToUnitZ source: Vector3<Scalar>) {
    let start = source * (1.0 / source.length)
    self.init(start: start, cosine: start.z, cross: Vector3(x: start.y, y: -start.x, z: 0.0))
  }

  /// The shortest rotation of a unit vector, from the cosine of its angle and its axis times the sine.
  @export(implementation) @inline(__always)
  init(start: Vector3<Scalar>, cosine: Scalar, cross: Vector3<Scalar>) {
    // The larger of sine and cosine of the half angle is well conditioned, and the smaller follows from sin a = 2 s c.
    let larger = ((cosine.absoluteValue + 1.0) * 0.5).squareRoot()
    let smallerPerSine = 0.5 / larger
    var result = Quaternion(real: larger, vector: cross * smallerPerSine)
    result.modify(where: cosine .< 0.0) {
      let sine = cross.length
      let axisTimesSine = cross * (larger / sine.replacing(with: 1.0, where: sine .== 0.0))
      $0 = Quaternion(real: sine * smallerPerSine, vector: axisTimesSine)
      $0.modify(where: sine .< (Scalar.isSinglePrecision ? 1e-15 : 1e-100)) {
        $0 = Quaternion(real: 0.0, vector: start.someUnitPerpendicular)
      }
    }
    self.init(unchecked: result)
  }
}

extension Vector3 {
  /// A unit vector at a right angle to this unit vector: the coordinate axis that is least along it, made perpendicular.
  @export(implementation)
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
