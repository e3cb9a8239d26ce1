import Rotations

/// Where the offset and the entries of a symmetric response stand among the parameters of a fit.
struct ResponseLayout: Sendable {
  /// What is fitted.
  let shape: EllipsoidShape
  /// Whether the shape `offset` also has one scale common to all axes.
  let hasCommonScale: Bool

  /// The number of parameters: the offset's three and those of the response.
  var parameterCount: Int { shape.parameterCount + (hasCommonScale ? 1 : 0) }

  /// The offset among the parameters.
  func offset(_ parameters: [Double]) -> Vector3<Double> {
    Vector3(x: parameters[0], y: parameters[1], z: parameters[2])
  }

  /// The response that the parameters stand for.
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

  /// The parameters of an offset and a response; what the layout has no place for is left out.
  func parameters(_ offset: Vector3<Double>, _ matrix: Matrix3<Double>) -> [Double] {
    let center = [offset.x, offset.y, offset.z]
    switch shape {
    case .offset: return center + (hasCommonScale ? [matrix.trace / 3] : [])
    case .scales: return center + [matrix[0, 0], matrix[1, 1], matrix[2, 2]]
    case .full: return center + [matrix[0, 0], matrix[1, 1], matrix[2, 2], matrix[1, 2], matrix[0, 2], matrix[0, 1]]
    }
  }

  /// How the response changes with each of its parameters: those after the offset's three.
  var responseDerivatives: [Matrix3<Double>] {
    (3..<parameterCount).map { place in
      var unit = [Double](repeating: 0, count: parameterCount)
      unit[place] = 1
      return matrix(unit)
    }
  }

  /// The derivatives of S (m - h) by every parameter, from S and m - h.
  func derivatives(matrix: Matrix3<Double>, centered: Vector3<Double>) -> [Vector3<Double>] {
    // S is symmetric: its rows are its columns.
    [-matrix.row0, -matrix.row1, -matrix.row2] + responseDerivatives.map { $0 * centered }
  }
}
