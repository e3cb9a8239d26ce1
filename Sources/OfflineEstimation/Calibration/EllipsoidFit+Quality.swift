import Rotations

extension EllipsoidFit {
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
    for place in 0..<27 where place != 13 {
      let corner = Vector3(x: Double(place % 3 - 1), y: Double(place / 3 % 3 - 1), z: Double(place / 9 - 1))
      let direction = corner / corner.length
      let centered = inverse * (direction * radius)
      let columns = (0..<layout.parameterCount).map { parameter in
        let change = layout.derivative(by: parameter, centered: centered, matrix: matrix)
        return change - direction * change.dot(direction)
      }
      var variance = 0.0
      for i in columns.indices {
        for j in columns.indices { variance += covariance[i, j] * columns[i].dot(columns[j]) }
      }
      worst = max(worst, variance / 2)
    }
    return worst.squareRoot() / radius
  }
}
