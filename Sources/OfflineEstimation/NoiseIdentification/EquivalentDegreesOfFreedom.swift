import Glibc

/// How many independent squares an overlapping variance is worth, for each colour of noise.
///
/// Source: C. A. Greenhall and W. J. Riley, "Uncertainty of stability variances based on finite differences", 35th Precise
/// Time and Time Interval Meeting, 2003; also NIST SP 1065, section 5.4.1. Letters as there. The sum over lags is taken as
/// it stands, with the averaging factor and the length of the data scaled down to a factor of at most `largestFactor`:
/// beyond, the result depends only on their ratio, by less than one per cent, but for `differencedWhite`, where it then
/// errs on the side of too few.
struct EquivalentDegreesOfFreedom {
  /// The form of the variance.
  let form: AllanForm
  /// The colour of the noise.
  let noise: PowerLawNoise

  private static let largestFactor = 128

  /// The degrees of freedom for a stretch of `readings` and the averaging factor m; 0 where it has no term.
  func count(readings: Int, factor m: Int) -> Double {
    guard form.termCount(readings: readings, factor: m) > 0 else { return 0 }
    let factor = min(m, Self.largestFactor)
    let scaled = Double(factor)
    let phases = Double(readings + 1) * scaled / Double(m)
    let (filter, order) = (form == .modified ? 1 : scaled, form.differenceOrder)
    let length = scaled / filter + scaled * Double(order)
    let terms = 1 + max(0, (phases - length).rounded(.down))
    let lags = min(terms, Double((order + 1) * factor))
    let atZero = covariance(0, filter)
    var sum = atZero * atZero
    if lags > 0 { sum += (1 - lags / terms) * squared(covariance(lags / scaled, filter)) }
    for lag in stride(from: 1, to: lags, by: 1) {
      sum += 2 * (1 - lag / terms) * squared(covariance(lag / scaled, filter))
    }
    return max(1, atZero * atZero * terms / sum)
  }

  private func squared(_ value: Double) -> Double { value * value }

  /// s_z: the autocovariance of the terms, the difference of order 2d of s_x.
  private func covariance(_ t: Double, _ filter: Double) -> Double {
    let weights: [Double] = form.differenceOrder == 2 ? [6, -4, 1] : [20, -15, 6, -1]
    var sum = weights[0] * filtered(t, filter)
    for step in 1..<weights.count {
      sum += weights[step] * (filtered(t - Double(step), filter) + filtered(t + Double(step), filter))
    }
    return sum
  }

  /// s_x: the autocovariance after the filter.
  private func filtered(_ t: Double, _ filter: Double) -> Double {
    filter * filter * (2 * generalized(t) - generalized(t - 1 / filter) - generalized(t + 1 / filter))
  }

  /// s_w: the generalized autocovariance of the integral's integral.
  private func generalized(_ t: Double) -> Double {
    let size = abs(t)
    return switch noise {
    case .differencedWhite: -size
    case .white: size * size * size
    case .flicker: size == 0 ? 0 : -size * size * size * size * log(size)
    case .randomWalk: -size * size * size * size * size
    }
  }
}
