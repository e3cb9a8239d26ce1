import Glibc

/// Quantiles of the chi-square distribution with any real number of degrees of freedom.
///
/// Source: M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions", 6.5.29 (series), 6.5.31 (continued
/// fraction, by W. J. Lentz's method) and 26.4.17 (for many degrees of freedom); relative error about 1e-12, and 1e-8 above
/// 100 000 degrees.
struct ChiSquareQuantile {
  /// The degrees of freedom, above zero.
  let degreesOfFreedom: Double

  /// The value below which a draw lies with the given probability, in 0 ..< 1; bisection.
  func value(probability: Double) -> Double {
    if degreesOfFreedom > 1e5 { return forManyDegrees(probability) }
    var (lower, upper) = (0.0, degreesOfFreedom)
    while cumulative(upper) < probability { upper *= 2 }
    while upper - lower > 1e-13 * upper {
      let middle = 0.5 * (lower + upper)
      if cumulative(middle) < probability { lower = middle } else { upper = middle }
    }
    return 0.5 * (lower + upper)
  }

  /// The cube root is nearly normal (E. B. Wilson and M. M. Hilferty, 1931).
  private func forManyDegrees(_ probability: Double) -> Double {
    let spread = 2 / (9 * degreesOfFreedom)
    let root = 1 - spread + Self.standardNormal(probability) * spread.squareRoot()
    return degreesOfFreedom * root * root * root
  }

  /// The quantile of the normal distribution, by bisection.
  static func standardNormal(_ probability: Double) -> Double {
    var (lower, upper) = (-40.0, 40.0)
    while upper - lower > 1e-13 {
      let middle = 0.5 * (lower + upper)
      if 0.5 * erfc(-middle * 0.5.squareRoot()) < probability { lower = middle } else { upper = middle }
    }
    return 0.5 * (lower + upper)
  }

  /// The regularized incomplete gamma function P(degrees / 2, value / 2).
  func cumulative(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    let (shape, argument) = (0.5 * degreesOfFreedom, 0.5 * value)
    let factor = exp(shape * log(argument) - argument - Self.logarithmOfGamma(shape))
    guard argument >= shape + 1 else { return factor * Self.series(shape, argument) }
    return 1 - factor * Self.fraction(shape, argument)
  }

  private static func series(_ shape: Double, _ argument: Double) -> Double {
    var term = 1 / shape
    var (sum, denominator) = (term, shape)
    while term > sum * 1e-17 {
      denominator += 1
      term *= argument / denominator
      sum += term
    }
    return sum
  }

  private static func fraction(_ shape: Double, _ argument: Double) -> Double {
    var b = argument + 1 - shape
    var (c, d) = (1e300, 1 / b)
    var result = d
    for step in 1...10_000 {
      let a = -Double(step) * (Double(step) - shape)
      b += 2
      d = 1 / (a * d + b)
      c = b + a / c
      result *= c * d
      if abs(c * d - 1) < 1e-15 { break }
    }
    return result
  }

  /// Stirling's series, where needed from above: log Γ(x) = log Γ(x + n) - log (x ... (x + n - 1)).
  private static func logarithmOfGamma(_ argument: Double) -> Double {
    var (x, shift) = (argument, 0.0)
    while x < 12 {
      shift += log(x)
      x += 1
    }
    let inverse = 1 / x
    let square = inverse * inverse
    let series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)))
    return (x - 0.5) * log(x) - x + 0.5 * log(2 * Double.pi) + series - shift
  }
}
