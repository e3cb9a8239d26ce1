import Rotations

/// The state of a `JointRotation`: d and the rate of d_z.
typealias JointState = InlineArray<4, Double>
/// Its covariance or transition.
typealias JointMatrix = SquareMatrix<4, Double>

/// A box on the way of the filter: the state before its forces, and what the backward pass needs.
struct JointStep {
  /// Before the forces of the box.
  var state: JointState
  var covariance: JointMatrix
  /// From the box before, after its forces.
  var transition = JointMatrix.identity
  /// The scalar measurements, in order.
  var measurements = InlineArray<3, Measurement?>(repeating: nil)

  init(state: JointState, covariance: JointMatrix) { (self.state, self.covariance) = (state, covariance) }

  /// A scalar measurement as it was used.
  struct Measurement {
    var row: JointState
    var gain: JointState
    var innovation: Double
    var variance: Double

    /// The adjoint state λ and its information Λ before the measurement from those after it.
    func stepBack(_ adjoint: inout JointState, _ information: inout JointMatrix) {
      // (I - K H)ᵀ λ = λ - H (K · λ), and the same on both sides of Λ.
      let along = JointStep.dot(gain, adjoint)
      let product = information * gain
      let square = JointStep.dot(gain, product)
      for index in 0..<4 { adjoint[index] -= row[index] * (along + innovation / variance) }
      for i in 0..<4 {
        for j in 0..<4 {
          information[i, j] += row[i] * row[j] * (square + 1 / variance) - row[i] * product[j] - product[i] * row[j]
        }
      }
    }
  }

  /// Uses the measurement row · d = value.
  static func update(
    _ state: inout JointState, _ covariance: inout JointMatrix, _ row: Vector3<Double>, _ value: Double,
    variance: Double
  ) -> Measurement {
    let row: JointState = [row.x, row.y, row.z, 0]
    let product = covariance * row
    let innovationVariance = dot(row, product) + variance
    var gain = product
    for index in 0..<4 { gain[index] /= innovationVariance }
    let innovation = value - dot(row, state)
    for i in 0..<4 {
      state[i] += gain[i] * innovation
      for j in 0..<4 { covariance[i, j] -= gain[i] * product[j] }
    }
    return Measurement(row: row, gain: gain, innovation: innovation, variance: innovationVariance)
  }

  static func dot(_ left: JointState, _ right: JointState) -> Double {
    left[0] * right[0] + left[1] * right[1] + left[2] * right[2] + left[3] * right[3]
  }
}

extension JointMatrix {
  static var identity: Self {
    var result = Self()
    for index in 0..<4 { result[index, index] = 1 }
    return result
  }

  var transposed: Self {
    var result = Self()
    for i in 0..<4 { for j in 0..<4 { result[i, j] = self[j, i] } }
    return result
  }

  static func * (left: Self, right: Self) -> Self {
    var result = Self()
    for i in 0..<4 {
      for j in 0..<4 {
        for k in 0..<4 { result[i, j] += left[i, k] * right[k, j] }
      }
    }
    return result
  }

  static func * (matrix: Self, vector: JointState) -> JointState {
    var result = JointState(repeating: 0)
    for i in 0..<4 { for j in 0..<4 { result[i] += matrix[i, j] * vector[j] } }
    return result
  }
}
