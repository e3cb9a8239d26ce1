import SystemLibrary

/// The colour of noise, by the exponent of its power spectral density over frequency: S ~ f^exponent.
enum PowerLawNoise: Int, CaseIterable, Sendable {
  /// The difference of white noise: quantisation of the angle or the velocity.
  case differencedWhite = 2
  /// White: angle or velocity random walk.
  case white = 0
  /// Flicker: bias instability.
  case flicker = -1
  /// Random walk of the readings.
  case randomWalk = -2

  /// The colour whose Allan variance over time is nearest to tau^slope. The slope is -exponent - 1, and -2 for all exponents of
  /// 1 and above.
  init(slopeOfVariance slope: Double) {
    self = slope < -1.5 ? .differencedWhite : slope < -0.5 ? .white : slope < 0.5 ? .flicker : .randomWalk
  }
}

extension PowerLawNoise {
  /// The dominant colour at each averaging time, by the local slope of the variance.
  ///
  /// The slope of a sum of power laws never decreases, so differenced white noise is accepted only from the shortest time on.
  /// At the longest times slopes are uncertain, and its degrees of freedom would be far too many.
  static func identified(factors: [Int], variances: [Double]) -> [PowerLawNoise] {
    var isAtStart = true
    return factors.indices.map { index in
      let noise = PowerLawNoise(slopeOfVariance: slope(factors, variances, at: index))
      isAtStart = isAtStart && noise == .differencedWhite
      return noise == .differencedWhite && !isAtStart ? .white : noise
    }
  }

  /// The slope of log variance over log averaging time: of a straight line through the points within one octave on both sides;
  /// -1, that of white noise, for a single point.
  private static func slope(_ factors: [Int], _ variances: [Double], at index: Int) -> Double {
    let centre = Double(factors[index])
    var (count, sumX, sumY, sumXX, sumXY) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (factor, variance) in zip(factors, variances) {
      let ratio = Double(factor) / centre
      guard ratio >= 0.49, ratio <= 2.04, variance > 0 else { continue }
      let (x, y) = (log(ratio), log(variance))
      count += 1
      sumX += x
      sumY += y
      sumXX += x * x
      sumXY += x * y
    }
    let scatter = count * sumXX - sumX * sumX
    return scatter > 1e-9 ? (count * sumXY - sumX * sumY) / scatter : -1
  }
}

/// The equivalent number of independent squares of an overlapping variance, by the colour of the noise.
///
/// Source: C. A. Greenhall and W. J. Riley, "Uncertainty of stability variances based on finite differences", 35th Precise Time
/// and Time Interval Meeting, 2003; also NIST SP 1065, section 5.4.1, with its symbols. The sum over lags is computed directly,
/// with averaging factor and length of the data scaled down to a factor of at most `largestFactor`: beyond, the result depends
/// only on their ratio, within one per cent; for `differencedWhite` it is then too small.
struct EquivalentDegreesOfFreedom {
  /// The form of the variance.
  let form: AllanForm
  /// The colour of the noise.
  let noise: PowerLawNoise

  private static let largestFactor = 128

  /// The degrees of freedom for a stretch of `readings` and the averaging factor m; 0 without terms.
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
