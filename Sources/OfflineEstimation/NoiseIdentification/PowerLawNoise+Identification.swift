import Glibc

extension PowerLawNoise {
  /// The colour that prevails at each averaging time, by the local slope of the variance.
  ///
  /// The slope of a sum of power laws never falls, so that differenced white noise is believed only where it holds from the
  /// shortest time on: at the longest times slopes are uncertain, and its degrees of freedom would promise far too much.
  static func identified(factors: [Int], variances: [Double]) -> [PowerLawNoise] {
    var isAtStart = true
    return factors.indices.map { index in
      let noise = PowerLawNoise(slopeOfVariance: slope(factors, variances, at: index))
      isAtStart = isAtStart && noise == .differencedWhite
      return noise == .differencedWhite && !isAtStart ? .white : noise
    }
  }

  /// The slope of log variance over log averaging time around a point: a straight line through the points within one
  /// octave on both sides. -1, that of white noise, where there is only one.
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
    let spread = count * sumXX - sumX * sumX
    return spread > 1e-9 ? (count * sumXY - sumX * sumY) / spread : -1
  }
}
