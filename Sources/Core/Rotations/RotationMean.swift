/// The weighted mean of rotations, collected one by one without storage.
///
/// It is the rotation that makes the weighted sum of the squared differences of the rotation matrices smallest: the
/// eigenvector of the largest eigenvalue of the sum of w q qᵀ. The sign of a quaternion does not matter, and rotations far
/// apart are no special case.
///
/// Source: F. L. Markley, Y. Cheng, J. L. Crassidis and Y. Oshman, "Averaging Quaternions", J. Guidance, Control, and
/// Dynamics 30(4), 2007.
@frozen
public struct RotationMean<Scalar: LaneElement>: Sendable {
  @usableFromInline var moments: SquareMatrix<4, Scalar>
  @usableFromInline var sumOfWeights: Scalar

  /// The mean of nothing yet.
  @export(implementation)
  public init() {
    moments = SquareMatrix()
    sumOfWeights = 0
  }

  /// The sum of the weights so far.
  @export(implementation) public var totalWeight: Scalar { sumOfWeights }

  /// Adds a rotation. A weight that is not positive and finite, or a rotation that is not finite, is left out, and the
  /// answer is false.
  @export(implementation)
  @discardableResult
  public mutating func add(_ rotation: Rotation<Scalar>, weight: Scalar = 1) -> Bool {
    let q = rotation.quaternion
    guard weight > 0, weight.isFinite, q.isFiniteInLane else { return false }
    let parts: InlineArray<4, Scalar> = [q.w, q.x, q.y, q.z]
    for row in 0..<4 {
      for column in 0..<4 { moments[row, column] += weight * parts[row] * parts[column] }
    }
    sumOfWeights += weight
    return true
  }

  /// The mean; nil if it is undetermined: nothing was added, or two rotations are equally good, as between two that are
  /// half a turn apart.
  @export(implementation)
  public var value: Rotation<Scalar>? {
    totalWeight > 0 ? Rotation.dominant(of: moments, scale: totalWeight)?.rotation : nil
  }
}

extension Rotation where Scalar: LaneElement {
  /// The mean of rotations, all of the same weight; nil if it is undetermined. `RotationMean` takes weights.
  @export(implementation)
  public static func mean(of rotations: some Sequence<Self>) -> Self? {
    var mean = RotationMean<Scalar>()
    for rotation in rotations { mean.add(rotation) }
    return mean.value
  }
}
