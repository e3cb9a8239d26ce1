/// Wahba's problem: the attitude that fits any number of weighted directions best, collected one by one without storage.
///
/// The loss is half the weighted sum of |reference - R body|² over unit vectors. It is solved by Davenport's q-method: the
/// attitude is the eigenvector of the largest eigenvalue of a symmetric 4 x 4 matrix, found here by Jacobi's method. Half
/// turns, where the Gibbs vector of the classic QUEST is infinite, are no special case.
///
/// Goals, in order: right for every attitude; an undetermined attitude is reported, never guessed; no heap.
/// Sources: G. Wahba, SIAM Review 7(3), 1965; M. D. Shuster and S. D. Oh, J. Guidance and Control 4(1), 1981.
@frozen
public struct WahbaProblem<Scalar: LaneElement>: Sendable {
  /// The best attitude and how good it is.
  @frozen
  public struct Solution: Sendable {
    /// The rotation that turns body directions into reference directions best.
    public var referenceFromBody: Rotation<Scalar>
    /// Half the weighted sum of the squared distances that remain, at least zero; for small errors about half the
    /// weighted sum of their squared angles.
    public var loss: Scalar

    @export(implementation)
    init(referenceFromBody: Rotation<Scalar>, loss: Scalar) {
      self.referenceFromBody = referenceFromBody
      self.loss = loss
    }
  }

  @usableFromInline var profile: Matrix3<Scalar>
  @usableFromInline var sumOfWeights: Scalar

  /// No directions yet.
  @export(implementation)
  public init() {
    profile = .zero
    sumOfWeights = 0
  }

  /// The sum of the weights so far.
  @export(implementation) public var totalWeight: Scalar { sumOfWeights }

  /// Adds a direction. The best weights are proportional to 1 / variance of the direction's angle. A weight that is not
  /// positive and finite, or a direction that is zero or not finite, is left out, and the answer is false.
  @export(implementation)
  @discardableResult
  public mutating func add(_ pair: DirectionPair<Scalar>, weight: Scalar = 1) -> Bool {
    guard weight > 0, weight.isFinite, let reference = pair.reference.normalized, let body = pair.body.normalized
    else { return false }
    profile += Matrix3(outerProductOf: reference * weight, body)
    sumOfWeights += weight
    return true
  }

  /// The solution; nil where the directions do not determine it: fewer than two, all on one line, or measured so
  /// contradictorily that a second attitude is as good.
  @export(implementation)
  public var solution: Solution? {
    guard totalWeight > 0,
      let dominant = Rotation.dominant(of: .davenport(profile: profile), scale: totalWeight)
    else { return nil }
    return Solution(referenceFromBody: dominant.rotation, loss: max(0, totalWeight - dominant.value))
  }
}
