import Glibc

/// Student's t: the distribution of a standard normal number over the root of an independent mean square.
///
/// Source: M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions", 26.7.1 and 26.5.8 (the continued fraction of
/// the incomplete beta function, by W. J. Lentz's method); relative error about 1e-11.
public struct StudentDistribution: Sendable {
  /// The degrees of freedom of the mean square: above zero, any real number; infinite for the normal distribution.
  public let degreesOfFreedom: Double

  /// The distribution for a mean of `degreesOfFreedom` squares.
  public init(degreesOfFreedom: Double) {
    precondition(degreesOfFreedom > 0, "a mean square has degrees of freedom")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The probability of a number farther from zero than `value`, on both sides together.
  public func tails(beyond value: Double) -> Double {
    let square = value * value
    // Beyond, it is the normal distribution to 1e-9.
    guard degreesOfFreedom < 1e8 else { return erfc((0.5 * square).squareRoot()) }
    return Self.incompleteBeta(0.5 * degreesOfFreedom, 0.5, degreesOfFreedom / (degreesOfFreedom + square))
  }

  /// How far from zero a number lies at most with a probability in 0 ..< 1.
  public func reach(probability: Double) -> Double {
    precondition(probability >= 0 && probability < 1, "an interval has a probability below 1")
    var upper = 1.0
    while tails(beyond: upper) > 1 - probability { upper *= 2 }
    return bisected(0, upper) { tails(beyond: $0) > 1 - probability }
  }

  /// The regularized incomplete beta function I_x(a, b).
  private static func incompleteBeta(_ a: Double, _ b: Double, _ x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    // The fraction converges on this side of the mean; beyond, the symmetry takes it there.
    guard x <= (a + 1) / (a + b + 2) else { return 1 - incompleteBeta(b, a, 1 - x) }
    let factor = exp(
      a * log(x) + b * log1p(-x) + logarithmOfGamma(a + b) - logarithmOfGamma(a) - logarithmOfGamma(b))
    return factor / a
      * continuedFraction(first: 1) { step in
        let m = (0.5 * step).rounded(.down)
        let term =
          step.truncatingRemainder(dividingBy: 2) == 0
          ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
          : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        return (term, 1)
      }
  }
}
