/// The coefficient of a noise process with its uncertainty.
///
/// What is estimated is its square, of which the errors are nearly normal.
public struct NoiseCoefficient: Equatable, Sendable {
  /// The square of the coefficient, above zero.
  public let square: Double
  /// One standard deviation of `square`.
  public let squareDeviation: Double

  /// The coefficient, in the unit of its process.
  public var value: Double { square.squareRoot() }
  /// One standard deviation of the coefficient, to first order.
  public var standardDeviation: Double { squareDeviation / (2 * value) }

  /// The interval of so many standard deviations to both sides of the square; it ends at zero at the latest.
  public func interval(deviations: Double = 1) -> ClosedRange<Double> {
    let reach = deviations * squareDeviation
    return max(0, square - reach).squareRoot()...(square + reach).squareRoot()
  }
}
