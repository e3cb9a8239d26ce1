import NumericalMethods
import Rotations

/// The mean normalized error squared, eᵀ P⁻¹ e: a test of the consistency of a filter's covariance.
///
/// If errors are normal with covariance P, each value has a chi-square distribution whose degrees of freedom are the
/// components of e, and the mean of independent values is close to that number. A mean above the interval means an
/// overconfident filter, below it an underconfident one. Successive values of one run are not independent: use the values of
/// many runs at one time.
///
/// Source: Y. Bar-Shalom, X. Rong Li and T. Kirubarajan, "Estimation with Applications to Tracking and Navigation", 2001,
/// section 5.4.
public struct NormalizedErrorSquared: Sendable {
  /// The components of an error.
  public let degreesOfFreedom: Int
  /// The number of errors added.
  public private(set) var count = 0
  private var sum = 0.0

  /// A mean before its first error. `degreesOfFreedom` is the number of components of an error, at least one.
  public init(degreesOfFreedom: Int) {
    precondition(degreesOfFreedom > 0, "an error has at least one component")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// Adds the normalized error squared of one error.
  public mutating func add(_ value: Double) {
    sum += value
    count += 1
  }

  /// The mean; NaN without values. Its expected value is `degreesOfFreedom`.
  public var mean: Double { sum / Double(count) }

  /// The interval of the mean of `count` independent values at a probability; nil without values.
  public func interval(probability: Double = 0.95) -> ClosedRange<Double>? {
    guard count > 0 else { return nil }
    let sums = ChiSquareDistribution(degreesOfFreedom: Double(degreesOfFreedom * count))
      .interval(probability: probability)
    return sums.lowerBound / Double(count)...sums.upperBound / Double(count)
  }

  /// eᵀ P⁻¹ e by Cholesky decomposition; nil if P is not positive definite or a value is not finite.
  public static func value<let n: Int>(
    error: InlineArray<n, Double>, covariance: SymmetricMatrix<n, Double>
  ) -> Double? {
    // With P = L Lᵀ and L y = e the value is yᵀ y; one row of L and one component of y at a time.
    var lower = InlineArray<n, InlineArray<n, Double>>(repeating: InlineArray(repeating: 0))
    var solution = InlineArray<n, Double>(repeating: 0)
    var value = 0.0
    for row in 0..<n {
      for column in 0..<row {
        var entry = covariance[row, column]
        for inner in 0..<column { entry -= lower[row][inner] * lower[column][inner] }
        lower[row][column] = entry / lower[column][column]
      }
      var pivot = covariance[row, row]
      var part = error[row]
      for inner in 0..<row {
        pivot -= lower[row][inner] * lower[row][inner]
        part -= lower[row][inner] * solution[inner]
      }
      guard pivot > 0, pivot.isFinite, part.isFinite else { return nil }
      lower[row][row] = pivot.squareRoot()
      solution[row] = part / lower[row][row]
      value += solution[row] * solution[row]
    }
    return value
  }
}
