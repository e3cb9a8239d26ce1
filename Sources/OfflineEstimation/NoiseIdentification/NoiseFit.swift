import ProbabilityDistributions

/// The noise processes in the readings of one sensor axis, found in their Allan variance.
///
/// The overlapping Allan variances at octaves are fitted by a sum of the processes of IEEE Std 952-1997 (`NoiseRegression`),
/// after the idea of S. Guerrier et al., "Wavelet-variance-based estimation for composite stochastic processes", Journal of
/// the American Statistical Association 108(503), 2013. A drift (ramp), which is no noise, is found in the readings instead
/// (`SteadyDrift`) and taken out of the variances first. At the shortest times the filters and the steps inside of a sensor
/// hide what the processes would be: octaves are left out there, one by one, until the rest is explained to within chance.
/// A process that is not seen is no proof of its absence: a longer recording may show it.
public struct NoiseFit: Sendable {
  /// The processes that were seen.
  public let coefficients: [NoiseProcess: NoiseCoefficient]
  /// The deviations at octaves from which they were found.
  public let measured: AllanDeviation
  /// The least of all deviations, not only of those at octaves; see `AllanDeviation.minimum`.
  public let least: AllanDeviation.Point?
  /// How many of the shortest averaging times were left out.
  public let skippedCount: Int
  /// The weighted sum of the squared residuals over its expectation: near 1 where the processes are all there is. Where it is
  /// larger after all, the standard deviations of the coefficients contain its square root.
  public let misfit: Double
  /// The straight line in the readings, seen or not; nil where there is too little to tell. It is among the coefficients, as
  /// `ramp`, where it was seen.
  public let drift: SteadyDrift?

  /// The least duration of a stretch without gaps, in seconds, below which nothing is said.
  public static let leastDuration = 10.0
  /// The least number of readings in such a stretch.
  public static let leastCount = 512

  /// Octaves that a fit must have.
  private static let leastOctaves = 5
  /// A residual that chance exceeds once in 10 000 times is no chance.
  private static let chance = 0.9999

  /// Fits a series; see `init(of:)` for a deviation.
  public init(of series: SegmentedSeries) throws(AllanError) {
    let factors = AllanDeviation.factors(upTo: max(1, series.longestCount / 8), perOctave: 1)
    guard series.longestCount > 1 else { throw Self.tooShort(series.longestCount, series.interval) }
    try self.init(of: AllanDeviation(of: series, factors: factors))
  }

  /// Fits the overlapping deviation at those of its averaging factors that are powers of two.
  ///
  /// Throws `tooShort` where the longest stretch is shorter than `leastDuration` or `leastCount`, and `constant`.
  public init(of deviation: AllanDeviation) throws(AllanError) {
    precondition(deviation.form == .overlapping, "noise is fitted to the overlapping form")
    let longest = deviation.stretches.keys.max() ?? 0
    // A millionth of an interval makes up for rounding.
    guard Double(longest) >= Self.readingsNeeded(deviation.interval) - 1e-6 else {
      throw Self.tooShort(longest, deviation.interval)
    }
    // Windows of an eighth: about six independent squares at the longest.
    let measured = deviation.octaves(upTo: longest / 8)
    guard measured.points.allSatisfy({ $0.deviation > 0 }) else { throw .constant }
    let degrees = Dictionary(
      uniqueKeysWithValues: PowerLawNoise.allCases.map { ($0, measured.degreesOfFreedom($0)) })
    drift = DriftRegression(deviation.blocks, interval: deviation.interval).solution()
    let seen = drift.flatMap { $0.isSeen ? $0 : nil }
    guard let best = Self.explanation(of: seen.map(measured.without) ?? measured, degrees) else { throw .constant }
    self.measured = measured
    least = deviation.minimum
    skippedCount = best.skippedCount
    misfit = best.misfit
    var coefficients = best.coefficients.mapValues { coefficient in
      var coefficient = coefficient
      coefficient.squareDeviation *= max(1, best.misfit).squareRoot()
      return coefficient
    }
    coefficients[.ramp] = seen?.coefficient
    self.coefficients = coefficients
  }

  private static func readingsNeeded(_ interval: Double) -> Double {
    max(leastDuration / interval, Double(leastCount))
  }

  private static func tooShort(_ longest: Int, _ interval: Double) -> AllanError {
    .tooShort(longest: Double(longest) * interval, needed: readingsNeeded(interval) * interval)
  }

  /// A fit of all but the shortest times.
  private struct Explanation {
    var coefficients: [NoiseProcess: NoiseCoefficient]
    var skippedCount: Int
    var misfit: Double
    var isWithinChance: Bool
  }

  /// The fit that leaves out the fewest octaves and is within chance; where none is, the one with the least misfit.
  ///
  /// Where octaves had to be left out, two more are: what is spoiled by just too little to be noticed would still bend the fit,
  /// and a filter's mark, against chance, fades by 2√2 with each octave.
  private static func explanation(
    of measured: AllanDeviation, _ degrees: [PowerLawNoise: [Double]]
  ) -> Explanation? {
    let most = max(0, measured.points.count - leastOctaves)
    var best: Explanation?
    for skipped in 0...most {
      guard let found = explanation(of: measured, degrees, skipping: skipped) else { continue }
      if found.isWithinChance {
        guard skipped > 0 else { return found }
        return explanation(of: measured, degrees, skipping: min(skipped + 2, most)) ?? found
      }
      if found.misfit < best?.misfit ?? .infinity { best = found }
    }
    return best
  }

  private static func explanation(
    of measured: AllanDeviation, _ degrees: [PowerLawNoise: [Double]], skipping skipped: Int
  ) -> Explanation? {
    let points = measured.points[skipped...]
    let regression = NoiseRegression(
      points: points, interval: measured.interval, degrees: degrees.mapValues { Array($0.dropFirst(skipped)) })
    guard let found = regression.solution() else { return nil }
    let free = Double(max(1, points.count - found.parameterCount))
    let limit = ChiSquareDistribution(degreesOfFreedom: free).quantile(chance)
    return Explanation(
      coefficients: found.coefficients, skippedCount: skipped, misfit: found.residual / free,
      isWithinChance: found.residual < limit)
  }

  /// The Allan variance of the fit at an averaging time in seconds.
  public func variance(averagingTime: Double) -> Double {
    let factor = max(1, Int((averagingTime / measured.interval).rounded()))
    return coefficients.reduce(0) {
      $0 + $1.value.variance(of: $1.key, factor: factor, interval: measured.interval)
    }
  }

  /// A coefficient where its process was seen.
  public subscript(process: NoiseProcess) -> NoiseCoefficient? { coefficients[process] }
}
