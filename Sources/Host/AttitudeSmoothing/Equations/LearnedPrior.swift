import Rotations

/// The standard deviation of the prior of three constant errors of a kind, raised where their estimate contradicts it (59).
///
/// Source: D. MacKay, "Bayesian interpolation", Neural Computation 4(3), 1992: the evidence for the variance of a prior is largest where
/// the squared estimates are as many variances as data determine.
struct LearnedPrior {
  /// The standard deviation that is assumed, and the one now.
  private let assumed: Double
  private(set) var deviation: Double

  /// The weight of the assumption, in errors of its size.
  private static let weight = 8.0

  init(_ assumed: Double) { (self.assumed, deviation) = (assumed, assumed) }

  /// Learns from an estimate with its posterior variances.
  mutating func learn(_ errors: Vector3<Double>, variances: Vector3<Double>) {
    guard deviation > 0 else { return }
    let determined = (0..<3).reduce(0) { $0 + max(0, 1 - variances[$1] / (deviation * deviation)) }
    let square = (Self.weight * assumed * assumed + errors.squaredLength) / (Self.weight + determined)
    deviation = max(assumed, square.squareRoot())
  }
}
