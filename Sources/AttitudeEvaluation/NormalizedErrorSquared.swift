import ProbabilityDistributions
import Rotations

/// Whether a filter's covariance tells the truth about its errors: the mean of eᵀ P⁻¹ e.
///
/// If errors are normal with covariance P, each value has a chi-square distribution with as many degrees of freedom as e
/// has parts, and the mean of independent values lies around that number. A mean above the interval says that the filter
/// trusts itself too much, below it too little. Values of one run that follow one another are not independent: compare
/// the values of many runs at one time.
/// Source: Y. Bar-Shalom, X. Rong Li and T. Kirubarajan, "Estimation with Applications to Tracking and Navigation", 2001,
/// section 5.4.
public struct NormalizedErrorSquared: Sendable {
  /// How many parts an error has.
  public let degreesOfFreedom: Int
  /// How many errors were added.
  public private(set) var count = 0
  private var sum = 0.0

  /// Nothing added yet. `degreesOfFreedom` is the number of parts of an error, at least one.
  public init(degreesOfFreedom: Int) {
    precondition(degreesOfFreedom > 0, "an error has at least one part")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// Adds the value of one error.
  public mutating func add(_ value: Double) {
    sum += value
    count += 1
  }

  /// The mean of the values; not-a-number where there is none. `degreesOfFreedom` is what it should be.
  public var mean: Double { sum / Double(count) }

  /// Where the mean of `count` independent values lies with the given probability; nil where there is none.
  public func interval(probability: Double = 0.95) -> ClosedRange<Double>? {
    guard count > 0 else { return nil }
    let sums = ChiSquareDistribution(degreesOfFreedom: Double(degreesOfFreedom * count))
      .interval(probability: probability)
    return sums.lowerBound / Double(count)...sums.upperBound / Double(count)
  }

  /// eᵀ P⁻¹ e by Cholesky's decomposition; nil where P is not positive definite or something is not finite.
  public static func value<let n: Int>(
    error: InlineArray<n, Double>, covariance: SymmetricMatrix<n, Double>
  ) -> Double? {
    // With P = L Lᵀ and L y = e the value is yᵀ y; one row of L and one part of y at a time.
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
