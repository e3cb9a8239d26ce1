// Three rows: what has a closed form.

extension SymmetricMatrix where n == 3 {
  /// Scales what is there and adds the scaled product of a matrix with itself: P `share` + MᵀM `factor`.
  @export(implementation) @inline(__always)
  public mutating func keep(_ share: Scalar, addingSquareOf matrix: Matrix3<Scalar>, times factor: Scalar) {
    let columns = matrix.transpose
    let scaled = columns * factor
    func update(_ entry: inout Scalar, _ left: Vector3<Scalar>, _ right: Vector3<Scalar>) {
      entry = Scalar.multiplyAdd(entry, share, left.dot(right))
    }
    update(&self[0, 0], scaled.row0, columns.row0)
    update(&self[0, 1], scaled.row0, columns.row1)
    update(&self[0, 2], scaled.row0, columns.row2)
    update(&self[1, 1], scaled.row1, columns.row1)
    update(&self[1, 2], scaled.row1, columns.row2)
    update(&self[2, 2], scaled.row2, columns.row2)
  }

  /// The matrix times `factor` plus a multiple of the identity.
  @export(implementation) @inline(__always)
  public func scaled(by factor: Scalar, addingToDiagonal added: Scalar) -> Self {
    var result = Self()
    for row in 0..<3 {
      result[row, row] = Scalar.multiplyAdd(self[row, row], factor, added)
      for column in row + 1..<3 { result[row, column] = self[row, column] * factor }
    }
    return result
  }

  /// The matrix of cofactors; divided by the determinant it is the inverse.
  @export(implementation) @inline(__always)
  public var adjugate: Self {
    var result = Self()
    result[0, 0] = self[1, 1] * self[2, 2] - self[1, 2].squared
    result[0, 1] = self[0, 2] * self[1, 2] - self[0, 1] * self[2, 2]
    result[0, 2] = self[0, 1] * self[1, 2] - self[0, 2] * self[1, 1]
    result[1, 1] = self[0, 0] * self[2, 2] - self[0, 2].squared
    result[1, 2] = self[0, 1] * self[0, 2] - self[0, 0] * self[1, 2]
    result[2, 2] = self[0, 0] * self[1, 1] - self[0, 1].squared
    return result
  }

  /// The first row.
  @export(implementation) @inline(__always)
  public var row0: Vector3<Scalar> { Vector3(x: self[0, 0], y: self[0, 1], z: self[0, 2]) }
  /// The three diagonal entries.
  @export(implementation) @inline(__always)
  public var diagonal: Vector3<Scalar> { Vector3(x: self[0, 0], y: self[1, 1], z: self[2, 2]) }

  /// The matrix applied to a column vector.
  @export(implementation) @inline(__always)
  public static func * (matrix: Self, vector: Vector3<Scalar>) -> Vector3<Scalar> { matrix.block(0, 0) * vector }
}
