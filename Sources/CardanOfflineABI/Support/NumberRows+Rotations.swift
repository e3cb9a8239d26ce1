import Rotations

extension NumberRows {
  /// The rotation of a row of w, x, y, z, of any length but zero; not a number where there is none.
  func rotation(_ row: Int) -> Rotation<Double> {
    let quaternion = Quaternion(w: self[row, 0], x: self[row, 1], y: self[row, 2], z: self[row, 3])
    return Rotation(normalizing: quaternion) ?? Rotation(unchecked: Quaternion(w: .nan, x: .nan, y: .nan, z: .nan))
  }
}
