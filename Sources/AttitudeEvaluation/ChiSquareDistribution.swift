import Glibc

/// The distribution of the sum of squares of independent standard normal numbers.
///
/// Source: W. Press et al., "Numerical Recipes", 3rd edition, section 6.2 (the regularized incomplete gamma function by
/// its series below the mean and Lentz's continued fraction above); relative error about 1e-12.
public struct ChiSquareDistribution: Sendable {
  /// How many squares are added.
  public let degreesOfFreedom: Int

  /// The distribution of a sum of `degreesOfFreedom` squares, at least one.
  public init(degreesOfFreedom: Int) {
    precondition(degreesOfFreedom > 0, "a sum of squares has at least one term")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The probability of a sum of at most `value`.
  public func cumulative(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    let shape = 0.5 * Double(degreesOfFreedom)
    let argument = 0.5 * value
    let factor = exp(shape * log(argument) - argument - Self.logarithmOfGamma(halves: degreesOfFreedom))
    return argument < shape + 1
      ? factor * Self.lowerSeries(shape, argument) : 1 - factor * Self.upperFraction(shape, argument)
  }

  /// The value below which the sum lies with a probability in 0 ..< 1.
  ///
  /// Bisection from a bracket: slow, and never wrong.
  public func quantile(_ probability: Double) -> Double {
    precondition(probability >= 0 && probability < 1, "a quantile belongs to a probability below 1")
    var lower = 0.0
    var upper = Double(degreesOfFreedom)
    while cumulative(upper) < probability { upper *= 2 }
    while true {
      let middle = 0.5 * (lower + upper)
      if middle <= lower || middle >= upper || upper - lower < 1e-13 * upper { return middle }
      if cumulative(middle) < probability { lower = middle } else { upper = middle }
    }
  }

  /// The interval around the middle in which the sum lies with the given probability, with equal tails on both sides.
  public func interval(probability: Double) -> ClosedRange<Double> {
    let tail = 0.5 * (1 - probability)
    return quantile(tail)...quantile(1 - tail)
  }

  /// log Γ(n / 2). Up to n = 100 by the recurrence from Γ(1/2) = √π and Γ(1) = 1, above by Stirling's series.
  static func logarithmOfGamma(halves: Int) -> Double {
    if halves > 100 {
      let x = 0.5 * Double(halves)
      let inverse = 1 / x
      let square = inverse * inverse
      let series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)))
      return (x - 0.5) * log(x) - x + 0.5 * log(2 * Double.pi) + series
    }
    var result = halves.isMultiple(of: 2) ? 0.0 : 0.5 * log(Double.pi)
    var factor = halves.isMultiple(of: 2) ? 1.0 : 0.5
    while factor < 0.5 * Double(halves) - 0.25 {
      result += log(factor)
      factor += 1
    }
    return result
  }

  private static func lowerSeries(_ shape: Double, _ argument: Double) -> Double {
    var term = 1 / shape
    var sum = term
    var denominator = shape
    while term > sum * 1e-17 {
      denominator += 1
      term *= argument / denominator
      sum += term
    }
    return sum
  }

  private static func upperFraction(_ shape: Double, _ argument: Double) -> Double {
    var b = argument + 1 - shape
    var c = Double.greatestFiniteMagnitude
    var d = 1 / b
    var fraction = d
    for step in 1...100_000 {
      let a = -Double(step) * (Double(step) - shape)
      b += 2
      d = 1 / (a * d + b)
      c = b + a / c
      let change = c * d
      fraction *= change
      if abs(change - 1) < 1e-16 { break }
    }
    return fraction
  }
}
