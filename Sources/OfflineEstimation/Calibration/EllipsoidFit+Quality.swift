import Rotations

extension EllipsoidFit {
  /// The directions of the faces, edges and corners of a cube.
  static let directions: [Vector3<Double>] = (0..<27).compactMap { (place: Int) -> Vector3<Double>? in
    let (column, row, layer) = (place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1)
    return Vector3(x: Double(column), y: Double(row), z: Double(layer)).normalized
  }

  /// The directions of calibrated readings.
  func coverage(of points: [Vector3<Double>]) -> SphereCoverage {
    points.reduce(into: SphereCoverage()) { $0.add(matrix * ($1 - offset)) }
  }

  /// The ratio of the largest to the smallest eigenvalue of the response; infinite where it is not positive definite.
  var conditionNumber: Double {
    let entries = (0..<9).map { matrix[$0 / 3, $0 % 3] }
    guard let eigen = try? SymmetricEigen(DenseMatrix(rowCount: 3, columnCount: 3, entries: entries)),
      eigen.values[0] > 0
    else { return .infinity }
    return eigen.values[2] / eigen.values[0]
  }

  /// One standard deviation of the direction of a calibrated reading, rad, in the worst of 26 directions: what the
  /// covariance of the parameters makes of it across the reading.
  var directionUncertainty: Double {
    guard let inverse = matrix.inverse else { return .infinity }
    let layout = ResponseLayout(shape: shape, hasCommonScale: shape == .offset && fitsRadius)
    var worst = 0.0
    for direction in Self.directions {
      let centered = inverse * (direction * radius)
      let columns = layout.derivatives(matrix: matrix, centered: centered).map { $0 - direction * $0.dot(direction) }
      var variance = 0.0
      for i in columns.indices {
        for j in columns.indices { variance += covariance[i, j] * columns[i].dot(columns[j]) }
      }
      worst = max(worst, variance / 2)
    }
    return worst.squareRoot() / radius
  }
}
