import Rotations

extension TiltCorrection {
  /// The rotation that turns a vector of the given length into +z: half the angle between two unit vectors is that between
  /// one of them and their sum. Where the vector points down, by the general form.
  @inlinable @inline(__always)
  init(bringing up: Vector3<Scalar>, length: Scalar) {
    let sum = length + up.z
    let isUpright = up.z .> 0.0
    let inverse = 1.0 / (2.0 * length * sum).replacing(with: 1.0, where: .!isUpright).squareRoot()
    (real, x, y) = (sum * inverse, up.y * inverse, -up.x * inverse)
    modify(where: .!isUpright) { $0 = Self(bringingAny: up) }
  }

  /// See `Rotation.fraction`.
  @inlinable @inline(__always)
  func fraction(_ share: Scalar) -> Self {
    var result = self
    result.real = 1.0 + share * (real - 1.0)
    (result.x, result.y) = (x * share, y * share)
    let squaredSide = Scalar.multiplyAdd(result.x, result.x, result.y * result.y)
    let inverse = Scalar.inverseSquareRoot(
      onePlus: Scalar.multiplyAdd(result.real, result.real, squaredSide) - 1.0)
    (result.real, result.x, result.y) = (result.real * inverse, result.x * inverse, result.y * inverse)
    result.modify(where: real .<= 0.9) {
      let rotation = Rotation(unchecked: Quaternion(w: real, x: x, y: y, z: 0.0)).fraction(share).quaternion
      ($0.real, $0.x, $0.y) = (rotation.w, rotation.x, rotation.y)
    }
    return result
  }
}
