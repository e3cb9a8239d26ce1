import NumericalMethods

/// The mean of independent values with a confidence interval: mean ± t s / √n, with Student's t of n - 1 degrees of freedom and
/// the standard deviation s of the values.
///
/// Use one value per recording, such as its RMS error: samples within a recording are not independent. For two methods on the
/// same recordings use the differences of each recording, since most of the variation is common to both.
public struct MeanInterval: Equatable, Sendable {
  /// The number of values.
  public let count: Int
  /// The mean; NaN without values.
  public let mean: Double
  /// Half the width of the interval; NaN for fewer than two values.
  public let halfWidth: Double

  /// The interval that holds the mean of the population with a probability in 0 ..< 1. Default: 0.95.
  public init(of values: [Double], probability: Double = 0.95) {
    let number = Double(values.count)
    count = values.count
    let mean = values.reduce(0, +) / number
    self.mean = mean
    guard values.count > 1 else {
      halfWidth = .nan
      return
    }
    let freedom = number - 1
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / freedom
    halfWidth =
      StudentDistribution(degreesOfFreedom: freedom).reach(probability: probability)
      * (variance / number).squareRoot()
  }

  /// Whether the interval excludes zero.
  public var excludesZero: Bool { mean.magnitude > halfWidth }
}
