/// Nonlinear least squares that a few gross errors do not spoil: Levenberg's and Marquardt's method with Huber's loss.
///
/// The scale of the residuals comes from their median; those beyond 1.5 scales pull with constant force. The covariance
/// is Huber's estimate for such a fit and holds for normal noise too, where the fit loses 4 % of its efficiency.
///
/// Sources: D. Marquardt, "An algorithm for least-squares estimation of nonlinear parameters", SIAM Journal 11, 1963;
/// P. Huber, "Robust Statistics", 1981, sections 7.6 and 7.8.
public struct RobustLeastSquares: Sendable {
  /// The residuals at some parameters and, row after row, their derivatives.
  public struct Linearization: Sendable {
    /// Residuals, all in one unit.
    public var residuals: [Double]
    /// For each residual its derivatives by the parameters.
    public var jacobian: [Double]

    /// A linearization from its parts.
    public init(residuals: [Double], jacobian: [Double]) {
      self.residuals = residuals
      self.jacobian = jacobian
    }
  }

  /// Where the search ended.
  public struct Solution: Sendable {
    /// The parameters.
    public let parameters: [Double]
    /// The residuals there.
    public let residuals: [Double]
    /// The standard deviation of a residual, estimated from those that are not gross.
    public let residualScale: Double
    /// Twice Huber's loss, in the squared unit of the residuals: the sum of squares where no residual is gross.
    public let loss: Double
    /// The covariance of the parameters.
    public let covariance: DenseMatrix
  }

  /// Residuals beyond so many scales are gross; infinite for plain least squares. Default 1.5.
  public var threshold = 1.5
  /// The smallest scale that residuals can have, in their unit: the rounding of the data. Default 1e-9.
  public var smallestScale = 1e-9

  /// The default loss.
  public init() {}

  private static let mostSteps = 60
  /// The scale and the parameters depend on each other: rounds until the scale changes by less than one percent.
  private static let mostRounds = 12

  /// Searches from `start` for the parameters that make the loss least. Throws where the residuals do not determine
  /// them.
  public func minimize(
    from start: [Double], _ linearize: (_ parameters: [Double]) -> Linearization
  ) throws(LinearAlgebraError) -> Solution {
    var parameters = start
    var current = linearize(parameters)
    // Far from the solution the scale is that of all residuals, which leaves most of them their full pull.
    var scale = rootMeanSquare(current.residuals)
    for _ in 0..<Self.mostRounds {
      try descend(&parameters, &current, limit: threshold * scale, linearize)
      let found = medianScale(current.residuals)
      if abs(found - scale) <= 0.01 * scale { break }
      scale = found
    }
    return try solution(parameters, current)
  }

  private func descend(
    _ parameters: inout [Double], _ current: inout Linearization, limit: Double,
    _ linearize: (_ parameters: [Double]) -> Linearization
  ) throws(LinearAlgebraError) {
    var damping = 1e-4
    var loss = Self.loss(current.residuals, limit)
    for _ in 0..<Self.mostSteps {
      let step = try Self.normalEquations(current, limit).solution(damping: damping)
      let candidate = zip(parameters, step).map { $0 + $1 }
      let next = linearize(candidate)
      let nextLoss = Self.loss(next.residuals, limit)
      guard nextLoss <= loss else {
        // Also where the loss is not a number.
        damping *= 10
        if damping > 1e8 { return }
        continue
      }
      let gain = loss - nextLoss
      (parameters, current, loss) = (candidate, next, nextLoss)
      damping = max(damping * 0.1, 1e-12)
      if gain <= 1e-12 * loss + smallestScale * smallestScale { return }
    }
  }

  private func solution(
    _ parameters: [Double], _ end: Linearization
  ) throws(LinearAlgebraError) -> Solution {
    let limit = threshold * medianScale(end.residuals)
    let freedom = Double(max(1, end.residuals.count - parameters.count))
    let forces = end.residuals.map { min(max($0, -limit), limit) }
    let innerShare = Double(end.residuals.count { $0.magnitude <= limit }) / Double(max(1, end.residuals.count))
    let variance = forces.reduce(0) { $0 + $1 * $1 } / freedom / max(innerShare * innerShare, 1e-6)
    var unweighted = NormalEquations(unknownCount: parameters.count)
    for place in end.residuals.indices {
      unweighted.add(row: Self.row(place, of: end, parameters.count), right: 0)
    }
    return Solution(
      parameters: parameters, residuals: end.residuals, residualScale: variance.squareRoot(),
      loss: Self.loss(end.residuals, limit), covariance: try unweighted.inverse() * variance)
  }

  private static func normalEquations(_ at: Linearization, _ limit: Double) -> NormalEquations {
    let count = at.jacobian.count / max(1, at.residuals.count)
    var equations = NormalEquations(unknownCount: count)
    for (place, residual) in at.residuals.enumerated() {
      let weight = residual.magnitude <= limit ? 1 : limit / residual.magnitude
      equations.add(row: row(place, of: at, count), right: -residual, weight: weight)
    }
    return equations
  }

  private static func row(_ place: Int, of at: Linearization, _ count: Int) -> ArraySlice<Double> {
    at.jacobian[place * count..<(place + 1) * count]
  }

  private static func loss(_ residuals: [Double], _ limit: Double) -> Double {
    residuals.reduce(0) { sum, residual in
      let size = residual.magnitude
      return sum + (size <= limit ? size * size : limit * (2 * size - limit))
    }
  }

  private func rootMeanSquare(_ residuals: [Double]) -> Double {
    let mean = residuals.reduce(0) { $0 + $1 * $1 } / Double(max(1, residuals.count))
    return max(mean.squareRoot(), smallestScale)
  }

  /// The standard deviation of normal residuals whose median magnitude is that of these.
  private func medianScale(_ residuals: [Double]) -> Double {
    guard !residuals.isEmpty else { return smallestScale }
    let sorted = residuals.map(\.magnitude).sorted()
    return max(1.4826 * sorted[sorted.count / 2], smallestScale)
  }
}
