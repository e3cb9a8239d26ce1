/// Nonlinear least squares robust against gross errors: the Levenberg-Marquardt method with Huber's loss.
///
/// The scale of the residuals is taken from their median; residuals beyond 1.5 scales count linearly. The covariance is
/// Huber's estimate for such a fit; with normal noise the fit loses 4 % of its efficiency.
///
/// Sources: D. Marquardt, "An algorithm for least-squares estimation of nonlinear parameters", SIAM Journal 11, 1963;
/// P. Huber, "Robust Statistics", 1981, sections 7.6 and 7.8.
package struct RobustLeastSquares: Sendable {
  /// The residuals at given parameters and, row by row, their derivatives.
  package struct Linearization: Sendable {
    /// Residuals, all in the same unit.
    package var residuals: [Double]
    /// For each residual its derivatives with respect to the parameters.
    package var jacobian: [Double]

    /// Residuals with their derivatives.
    package init(residuals: [Double], jacobian: [Double]) {
      self.residuals = residuals
      self.jacobian = jacobian
    }
  }

  /// The result of a search.
  package struct Solution: Sendable {
    /// The parameters.
    package let parameters: [Double]
    /// The residuals at `parameters`.
    package let residuals: [Double]
    /// The standard deviation of a residual, estimated from those within the threshold.
    package let residualScale: Double
    /// Twice Huber's loss, in the squared unit of the residuals: the sum of squares if no residual exceeds the threshold.
    package let loss: Double
    /// The covariance of the parameters.
    package let covariance: DenseMatrix
  }

  /// The number of scales beyond which a residual counts linearly; infinite for plain least squares. Default 1.5.
  package var threshold = 1.5
  /// The smallest scale of the residuals, in their unit: the rounding of the data. Default 1e-9.
  package var smallestScale = 1e-9

  /// A search with the default loss.
  package init() {}

  private static let mostSteps = 60
  /// Scale and parameters depend on each other: at most this many rounds until the scale changes by under 1 %.
  private static let mostRounds = 12

  /// Minimises the loss, starting at `start`. Throws if the residuals do not determine the parameters.
  package func minimize(
    from start: [Double], _ linearize: (_ parameters: [Double]) -> Linearization
  ) throws(LinearAlgebraError) -> Solution {
    var parameters = start
    var current = linearize(parameters)
    // Far from the solution the scale is that of all residuals, so that most of them keep their full weight.
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
        // Also if the loss is NaN.
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

  /// The standard deviation of normal residuals with the same median magnitude.
  private func medianScale(_ residuals: [Double]) -> Double {
    guard !residuals.isEmpty else { return smallestScale }
    let sorted = residuals.map(\.magnitude).sorted()
    return max(1.4826 * sorted[sorted.count / 2], smallestScale)
  }
}

/// The ratio of a fit's true variances to those that assume independent residuals: neighbouring readings share their
/// disturbances.
///
/// The fit is repeated without each of eight successive groups of the data (delete-a-group jackknife), and the scatter of
/// the results is compared with the covariance.
///
/// Source: P. Kott, "The delete-a-group jackknife", Journal of Official Statistics 17(4), 2001.
package enum GroupedJackknife {
  /// The number of groups.
  static let groupCount = 8
  /// Smaller ratios count as 1: with independent residuals the ratio scatters by 0.25 about 1.
  static let leastFactor = 2.0

  /// The mean ratio of the variances of parameters, 1 if it is below `leastFactor`, infinite if the fit without one of the
  /// groups fails.
  ///
  /// - Parameters:
  ///   - count: The number of data, in the order in which they were taken.
  ///   - variances: The variances of the parameters from the fit of all data.
  ///   - fit: The parameters of a fit without the given data, nil if it fails.
  package static func varianceFactor(
    count: Int, variances: [Double], _ fit: (_ leftOut: Range<Int>) -> [Double]?
  ) -> Double {
    var results: [[Double]] = []
    for group in 0..<groupCount {
      guard let result = fit(group * count / groupCount..<(group + 1) * count / groupCount) else { return .infinity }
      results.append(result)
    }
    let ratios = variances.indices.map { place in
      let values = results.map { $0[place] }
      let mean = values.reduce(0, +) / Double(groupCount)
      let scatter = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return scatter * Double(groupCount - 1) / Double(groupCount) / variances[place]
    }
    let factor = ratios.reduce(0, +) / Double(ratios.count)
    return factor < leastFactor ? 1 : factor
  }
}

extension Array {
  /// The elements outside a range.
  @inlinable package func leavingOut(_ range: Range<Int>) -> [Element] {
    Array(self[..<range.lowerBound]) + self[range.upperBound...]
  }
}

extension [Double] {
  /// The middle value, the larger of the two for an even number of values; nil if empty.
  package var median: Double? { isEmpty ? nil : sorted()[count / 2] }
}
