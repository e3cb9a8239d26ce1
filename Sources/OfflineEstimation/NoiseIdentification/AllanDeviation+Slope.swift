import Foundation

extension AllanDeviation {
  /// The slope of log variance over log averaging time around a point: a straight line through the points within one
  /// octave on both sides. -1, that of white noise, where there is only one.
  static func slope(_ factors: [Int], _ variances: [Double], at index: Int) -> Double {
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
