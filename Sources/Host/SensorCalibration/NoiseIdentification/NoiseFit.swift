import MotionSamples
import NumericalMethods

/// The noise processes of one sensor axis, fitted to its Allan variance.
///
/// The overlapping Allan variances at octaves are fitted by a sum of the processes of IEEE Std 952-1997 (`NoiseRegression`),
/// after the idea of S. Guerrier et al., "Wavelet-variance-based estimation for composite stochastic processes", Journal of the
/// American Statistical Association 108(503), 2013. A drift (ramp) is estimated from the readings instead (`SteadyDrift`) and
/// removed from the variances first. At the shortest times, filters and resolution of the sensor hide the processes: octaves
/// are skipped there, one by one, until the misfit of the rest is within chance. A process that is not found may show in a
/// longer recording.
public struct NoiseFit: Sendable {
  /// The processes found.
  public let coefficients: [NoiseProcess: NoiseCoefficient]
  /// The deviations at octaves that were fitted.
  public let measured: AllanDeviation
  /// The least of all deviations, not only at octaves; see `AllanDeviation.minimum`.
  public let least: AllanDeviation.Point?
  /// The number of skipped shortest averaging times.
  public let skippedCount: Int
  /// The weighted sum of squared residuals over its expectation: near 1 for a good fit. If larger, the standard deviations of
  /// the coefficients contain its square root.
  public let misfit: Double
  /// The straight line in the readings, significant or not; nil for too few readings. If significant, it is among the
  /// coefficients as `ramp`.
  public let drift: SteadyDrift?

  /// The least duration of a stretch without gaps, s.
  static let leastDuration = 10.0
  /// The least number of readings in such a stretch.
  static let leastCount = 512

  /// The least number of octaves of a fit.
  private static let leastOctaves = 5
  /// The probability of residuals within chance.
  private static let chance = 0.9999

  /// Fits a series; see `init(of:)` for a deviation.
  public init(of series: SegmentedSeries) throws(AllanError) {
    let factors = AllanDeviation.factors(upTo: max(1, series.longestCount / 8), perOctave: 1)
    guard series.longestCount > 1 else { throw Self.tooShort(series.longestCount, series.interval) }
    try self.init(of: AllanDeviation(of: series, factors: factors))
  }

  /// Fits the overlapping deviation at those of its averaging factors that are powers of two.
  ///
  /// Throws `tooShort` below 10 s or 512 readings in the longest stretch, and `constant`.
  public init(of deviation: AllanDeviation) throws(AllanError) {
    precondition(deviation.form == .overlapping, "noise is fitted to the overlapping form")
    let longest = deviation.stretches.keys.max() ?? 0
    // A millionth of an interval allows for rounding.
    guard Double(longest) >= Self.readingsNeeded(deviation.interval) - 1e-6 else {
      throw Self.tooShort(longest, deviation.interval)
    }
    // Windows up to an eighth: about six independent squares at the longest.
    let measured = deviation.octaves(upTo: longest / 8)
    guard measured.points.allSatisfy({ $0.deviation > 0 }) else { throw .constant }
    let degrees = Dictionary(
      uniqueKeysWithValues: PowerLawNoise.allCases.map { ($0, measured.degreesOfFreedom($0)) })
    drift = DriftRegression(deviation.blocks, interval: deviation.interval).solution()
    let significant = drift.flatMap { $0.isSignificant ? $0 : nil }
    guard let best = Self.explanation(of: significant.map(measured.without) ?? measured, degrees) else {
      throw .constant
    }
    self.measured = measured
    least = deviation.minimum
    skippedCount = best.skippedCount
    misfit = best.misfit
    var coefficients = best.coefficients.mapValues { coefficient in
      var coefficient = coefficient
      coefficient.squareDeviation *= max(1, best.misfit).squareRoot()
      return coefficient
    }
    coefficients[.ramp] = significant?.coefficient
    self.coefficients = coefficients
  }

  private static func readingsNeeded(_ interval: Double) -> Double {
    max(leastDuration / interval, Double(leastCount))
  }

  private static func tooShort(_ longest: Int, _ interval: Double) -> AllanError {
    .tooShort(longest: Double(longest) * interval, needed: readingsNeeded(interval) * interval)
  }

  /// A fit without the shortest times.
  private struct Explanation {
    var coefficients: [NoiseProcess: NoiseCoefficient]
    var skippedCount: Int
    var misfit: Double
    var isWithinChance: Bool
  }

  /// The fit within chance that skips the fewest octaves; if none is, the one with the least misfit.
  ///
  /// If octaves must be skipped, two more are: a disturbance just below significance would still bias the fit, and the effect
  /// of a filter, relative to chance, falls by 2√2 per octave.
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

  /// The Allan variance of the fit at an averaging time in s.
  public func variance(averagingTime: Double) -> Double {
    let factor = max(1, Int(saturating: (averagingTime / measured.interval).rounded()))
    return NoiseProcess.allCases.reduce(0) {
      $0 + (coefficients[$1]?.variance(of: $1, factor: factor, interval: measured.interval) ?? 0)
    }
  }

  /// The coefficient of a process; nil if not found.
  public subscript(process: NoiseProcess) -> NoiseCoefficient? { coefficients[process] }
}
