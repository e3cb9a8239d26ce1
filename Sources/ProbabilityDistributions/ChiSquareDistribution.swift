import Glibc

/// The distribution of the sum of squares of independent standard normal numbers.
///
/// Source: M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions", 6.5.29 (series, below the mean), 6.5.31
/// (continued fraction, above, by W. J. Lentz's method); relative error about 1e-12. Quantiles of more than 100 000 degrees
/// of freedom: 26.4.17, relative error 1e-8.
public struct ChiSquareDistribution: Sendable {
  /// How many squares are added: above zero, and any real number where it is an equivalent.
  public let degreesOfFreedom: Double

  /// The distribution of a sum of `degreesOfFreedom` squares.
  public init(degreesOfFreedom: Double) {
    precondition(degreesOfFreedom > 0, "a sum of squares has degrees of freedom")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The probability of a sum of at most `value`: the regularized incomplete gamma function P(degrees / 2, value / 2).
  public func cumulative(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    let (shape, argument) = (0.5 * degreesOfFreedom, 0.5 * value)
    let factor = exp(shape * log(argument) - argument - logarithmOfGamma(shape))
    return argument < shape + 1
      ? factor * Self.lowerSeries(shape, argument) : 1 - factor * Self.upperFraction(shape, argument)
  }

  /// The value below which the sum lies with a probability in 0 ..< 1.
  ///
  /// Bisection from a bracket: slow, and never wrong.
  public func quantile(_ probability: Double) -> Double {
    precondition(probability >= 0 && probability < 1, "a quantile belongs to a probability below 1")
    if degreesOfFreedom > 1e5, probability > 0 { return quantileForManyDegrees(probability) }
    var upper = degreesOfFreedom
    while cumulative(upper) < probability { upper *= 2 }
    return bisected(0, upper) { cumulative($0) < probability }
  }

  /// The interval around the middle in which the sum lies with the given probability, with equal tails on both sides.
  public func interval(probability: Double) -> ClosedRange<Double> {
    let tail = 0.5 * (1 - probability)
    return quantile(tail)...quantile(1 - tail)
  }

  /// The cube root is nearly normal (E. B. Wilson and M. M. Hilferty, 1931).
  private func quantileForManyDegrees(_ probability: Double) -> Double {
    let spread = 2 / (9 * degreesOfFreedom)
    let normal = bisected(-40, 40) { 0.5 * erfc(-$0 * 0.5.squareRoot()) < probability }
    let root = 1 - spread + normal * spread.squareRoot()
    return degreesOfFreedom * root * root * root
  }

  private static func lowerSeries(_ shape: Double, _ argument: Double) -> Double {
    var term = 1 / shape
    var (sum, denominator) = (term, shape)
    while term > sum * 1e-17 {
      denominator += 1
      term *= argument / denominator
      sum += term
    }
    return sum
  }

  private static func upperFraction(_ shape: Double, _ argument: Double) -> Double {
    var b = argument + 1 - shape
    return continuedFraction(first: b) { step in
      b += 2
      return (-step * (step - shape), b)
    }
  }
}
