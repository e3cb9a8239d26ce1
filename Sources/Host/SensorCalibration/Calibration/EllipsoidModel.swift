import Rotations

/// The parameters of an ellipsoid fit: the offset and entries of the symmetric response.
struct ResponseLayout: Sendable {
  /// The shape to fit.
  let shape: EllipsoidShape
  /// Whether the shape `offset` also has a scale common to all axes.
  let hasCommonScale: Bool

  /// The number of parameters: three of the offset, then those of the response.
  var parameterCount: Int { shape.parameterCount + (hasCommonScale ? 1 : 0) }

  /// The offset among the parameters.
  func offset(_ parameters: [Double]) -> Vector3<Double> {
    Vector3(x: parameters[0], y: parameters[1], z: parameters[2])
  }

  /// The response of the parameters.
  func matrix(_ parameters: [Double]) -> Matrix3<Double> {
    switch shape {
    case .offset: return Matrix3.identity * (hasCommonScale ? parameters[3] : 1)
    case .scales: return Matrix3(diagonal: Vector3(x: parameters[3], y: parameters[4], z: parameters[5]))
    case .full:
      let (yz, xz, xy) = (parameters[6], parameters[7], parameters[8])
      return Matrix3(
        rows: Vector3(x: parameters[3], y: xy, z: xz), Vector3(x: xy, y: parameters[4], z: yz),
        Vector3(x: xz, y: yz, z: parameters[5]))
    }
  }

  /// The parameters of an offset and a response, as far as the shape has them.
  func parameters(_ offset: Vector3<Double>, _ matrix: Matrix3<Double>) -> [Double] {
    let center = [offset.x, offset.y, offset.z]
    switch shape {
    case .offset: return center + (hasCommonScale ? [matrix.trace / 3] : [])
    case .scales: return center + [matrix[0, 0], matrix[1, 1], matrix[2, 2]]
    case .full: return center + [matrix[0, 0], matrix[1, 1], matrix[2, 2], matrix[1, 2], matrix[0, 2], matrix[0, 1]]
    }
  }

  /// The derivatives of the response by its parameters.
  var responseDerivatives: [Matrix3<Double>] {
    (3..<parameterCount).map { place in
      var unit = [Double](repeating: 0, count: parameterCount)
      unit[place] = 1
      return matrix(unit)
    }
  }

  /// The derivatives of S (m - h) by all parameters, from S and m - h.
  func derivatives(matrix: Matrix3<Double>, centered: Vector3<Double>) -> [Vector3<Double>] {
    // S is symmetric: its rows are its columns.
    [-matrix.row0, -matrix.row1, -matrix.row2] + responseDerivatives.map { $0 * centered }
  }
}

/// The distance of a reading from the ellipsoid |S (m - h)| = r, to first order: (|u| - r) / |S n|, with u = S (m - h) and its
/// direction n.
///
/// Source: P. Sampson, "Fitting conic sections to very scattered data", Computer Graphics and Image Processing 18, 1982.
struct EllipsoidDistance {
  /// The distance, in the unit of the readings; negative inside.
  let value: Double
  /// m - h.
  let centered: Vector3<Double>
  /// The direction n of the calibrated reading.
  let direction: Vector3<Double>
  private let length: Double
  private let slope: Double
  /// S n / |S n|, and S times that.
  private let normal, response: Vector3<Double>

  /// The distance of a reading minus the center h.
  init(of centered: Vector3<Double>, matrix: Matrix3<Double>, radius: Double) {
    self.centered = centered

    let calibrated = matrix * centered
    length = max(calibrated.length, 1e-12 * radius)
    direction = calibrated / length
    let gradient = matrix * direction
    slope = max(gradient.length, 1e-12)
    normal = gradient / slope
    response = matrix * normal
    value = (length - radius) / slope
  }

  /// The derivative of the distance by a parameter, from those of u and, for a fixed n, of S n.
  func derivative(calibrated change: Vector3<Double>, normal changeOfGradient: Vector3<Double>) -> Double {
    let along = direction.dot(change)
    let turn = (change - direction * along) / length
    let changeOfSlope = normal.dot(changeOfGradient) + response.dot(turn)
    return (along - value * changeOfSlope) / slope
  }
}
