// Rotations from matrices.
//
// Goals, in order: full accuracy for every rotation, half turns included; a unit quaternion whatever the matrix; one code
// path for lanes.

extension Rotation {
  /// The rotation of an orthonormal matrix of determinant 1.
  ///
  /// The largest of the four parts is found first and the others from it (Shepperd 1978), here as the longest row of
  /// 4 q qᵀ, normalised (Markley 2008). A matrix that is orthonormal up to an error e gives a unit quaternion that is off
  /// by the order of e, yet not the nearest one: for that see `init(nearestTo:)`. A matrix far from a
  /// rotation gives a meaningless unit quaternion, and zero or not finite entries one that is not finite.
  ///
  /// Sources: S. W. Shepperd, J. Guidance and Control 1(3), 1978; F. L. Markley, J. Guidance, Control, and Dynamics 31(2),
  /// 2008.
  @export(implementation)
  public init(matrix: Matrix3<Scalar>) {
    let (xx, yy, zz) = (matrix.row0.x, matrix.row1.y, matrix.row2.z)
    let wx = matrix.row2.y - matrix.row1.z
    let wy = matrix.row0.z - matrix.row2.x
    let wz = matrix.row1.x - matrix.row0.y
    let xy = matrix.row0.y + matrix.row1.x
    let xz = matrix.row0.z + matrix.row2.x
    let yz = matrix.row1.z + matrix.row2.y
    var row = Quaternion(w: 1.0 + (xx + yy + zz), x: wx, y: wy, z: wz)
    var largest = row.w
    func consider(_ square: Scalar, _ candidate: Quaternion<Scalar>) {
      let isLarger = square .> largest
      row.replace(with: candidate, where: isLarger)
      largest.replace(with: square, where: isLarger)
    }
    let (fourXX, fourYY, fourZZ) = (1.0 + (xx - yy - zz), 1.0 + (yy - xx - zz), 1.0 + (zz - xx - yy))
    consider(fourXX, Quaternion(w: wx, x: fourXX, y: xy, z: xz))
    consider(fourYY, Quaternion(w: wy, x: xy, y: fourYY, z: yz))
    consider(fourZZ, Quaternion(w: wz, x: xz, y: yz, z: fourZZ))
    self.init(unchecked: row * (1.0 / row.squaredNorm.squareRoot()))
  }
}

extension Rotation where Scalar: LaneElement {
  /// The rotation whose matrix is nearest to `matrix`, in the sum of the squared differences of the entries.
  ///
  /// It undoes rounding, drift or noise of a matrix that should be a rotation; scale does not matter. A mirrored matrix
  /// (determinant below zero) has a nearest rotation as well, so look at `determinant` first where that may happen. Nil
  /// where no rotation is nearer than all others (rank below 2, or a mirror image without preference) and where an entry
  /// is not finite. It is Wahba's problem with the matrix as attitude profile.
  @export(implementation)
  public init?(nearestTo matrix: Matrix3<Scalar>) {
    let size = max(
      matrix.row0.largestMagnitude, max(matrix.row1.largestMagnitude, matrix.row2.largestMagnitude))
    guard size > 0, let dominant = Self.dominant(of: .davenport(profile: matrix * (1 / size)), scale: 1)
    else { return nil }
    self = dominant.rotation
  }
}
