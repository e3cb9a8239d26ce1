// Rotations from directions.

extension Rotation {
  /// The rotation by the smallest angle that turns the direction `source` into +z. Where `source` points to -z any half
  /// turn about a level axis will do, and it is the one about x. `source` need not be of unit length, but not zero.
  @inlinable
  public init(shortestToUnitZ source: Vector3<Scalar>) {
    let unit = source * (1.0 / source.length)
    let squaredReal = (unit.z + 1.0) * 0.5
    let isOpposite = squaredReal .< (Scalar.isSinglePrecision ? 1e-6 : 1e-10)
    let real = squaredReal.replacing(with: 1.0, where: isOpposite).squareRoot()
    let half = 0.5 / real
    var result = Quaternion(w: real, x: unit.y * half, y: -unit.x * half, z: 0.0)
    result.replace(with: Quaternion(w: 0.0, x: 1.0, y: 0.0, z: 0.0), where: isOpposite)
    self.init(unchecked: result)
  }

  /// A rotation about +z by an angle in radians, counter-clockwise seen from above.
  @inlinable
  public init(aboutZ angle: Scalar) {
    let (sine, cosine) = Scalar.sineAndCosine(angle * 0.5)
    self.init(unchecked: Quaternion(w: cosine, x: 0.0, y: 0.0, z: sine))
  }
}
