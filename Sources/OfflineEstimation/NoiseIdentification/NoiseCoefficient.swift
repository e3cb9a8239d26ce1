/// The coefficient of a noise process with its uncertainty.
///
/// What is estimated is its square, of which the errors are nearly normal.
public struct NoiseCoefficient: Equatable, Sendable {
  /// The square of the coefficient, above zero.
  public internal(set) var square: Double
  /// One standard deviation of `square`.
  public internal(set) var squareDeviation: Double
  /// The correlation time in s; of the wandering bias alone, else infinite.
  public internal(set) var correlationTime = Double.infinity
  /// One standard deviation of the natural logarithm of `correlationTime`; 0 where there is none.
  public internal(set) var logCorrelationTimeDeviation = 0.0

  /// The coefficient, in the unit of its process.
  public var value: Double { square.squareRoot() }
  /// One standard deviation of the coefficient, to first order.
  public var standardDeviation: Double { squareDeviation / (2 * value) }

  /// The interval of so many standard deviations to both sides of the square; it ends at zero at the latest.
  public func interval(deviations: Double = 1) -> ClosedRange<Double> {
    let reach = deviations * squareDeviation
    return max(0, square - reach).squareRoot()...(square + reach).squareRoot()
  }

  /// The process's share of the Allan variance, for windows of `factor` readings, one each `interval` seconds.
  func variance(of process: NoiseProcess, factor: Int, interval: Double) -> Double {
    square * process.unitVariance(factor: factor, interval: interval, correlationTime: correlationTime)
  }
}
