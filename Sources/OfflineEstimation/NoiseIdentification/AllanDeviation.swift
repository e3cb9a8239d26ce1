import Glibc
import ProbabilityDistributions

/// How far means over a time wander from one to the next, for a range of times.
///
/// From the integral of the readings, found once: O(N) per averaging time, O(N log N) for all of a default curve. Beside
/// the readings it keeps their integral: 8 bytes per reading; `AllanAccumulator` needs neither. Each stretch without gaps
/// gives its own terms.
public struct AllanDeviation: Sendable {
  /// The deviation at one averaging time.
  public struct Point: Equatable, Sendable {
    /// Readings in a window.
    public let averagingFactor: Int
    /// Seconds in a window.
    public let averagingTime: Double
    /// The deviation, in the unit of the readings.
    public let deviation: Double
    /// How many terms were averaged.
    public let termCount: Int
    /// How many independent squares they are worth.
    public let degreesOfFreedom: Double
    /// The mean term: of the overlapping form by how much a window's mean exceeds the one before.
    let meanTerm: Double

    /// The interval in which the true deviation lies with the given probability, by the chi-square distribution, with equal
    /// tails. Default: 0.683, one standard deviation of a normal distribution.
    public func interval(probability: Double = 0.6827) -> ClosedRange<Double> {
      let squares = ChiSquareDistribution(degreesOfFreedom: degreesOfFreedom).interval(probability: probability)
      let lower = deviation * (degreesOfFreedom / squares.upperBound).squareRoot()
      let upper = deviation * (degreesOfFreedom / squares.lowerBound).squareRoot()
      return min(lower, deviation)...max(upper, deviation)
    }
  }

  /// The form of the deviation.
  public let form: AllanForm
  /// Seconds from one reading to the next.
  public let interval: Double
  /// The deviations, by increasing averaging time.
  public let points: [Point]
  /// How many stretches without gaps there are of which number of readings.
  let stretches: [Int: Int]
  /// The readings, averaged over blocks: what tells a drift.
  let blocks: MeanBlocks

  /// The deviation of a series.
  ///
  /// - Parameters:
  ///   - series: The readings.
  ///   - form: The form. Default: overlapping.
  ///   - factors: Averaging factors, above zero and increasing; those for which no stretch is long enough are left out.
  ///     Default: four per octave, up to a third of the longest stretch.
  ///
  /// Throws `tooShort` where no factor is left.
  public init(of series: SegmentedSeries, form: AllanForm = .overlapping, factors: [Int]? = nil) throws(AllanError) {
    let longest = series.longestCount
    let wanted = factors ?? Self.factors(upTo: longest / 3, perOctave: 4)
    let possible = wanted.filter { $0 > 0 && form.termCount(readings: longest, factor: $0) > 0 }
    guard !possible.isEmpty else {
      let needed = Double(form.readingsNeeded(factor: wanted.first ?? 1)) * series.interval
      throw .tooShort(longest: Double(longest) * series.interval, needed: needed)
    }
    let integrals = Self.integrals(of: series)
    let terms = possible.map { Self.term(form, integrals, factor: $0) }
    var blocks = MeanBlocks()
    for segment in series.segments {
      for reading in segment { blocks.add(reading) }
      blocks.endStretch()
    }
    let stretches = Dictionary(series.segments.map { ($0.count, 1) }, uniquingKeysWith: +)
    self.init(form: form, interval: series.interval, stretches: stretches, terms: terms, blocks: blocks)
  }

  /// The deviation from variances by increasing factor, and how many stretches of which length they come from.
  init(form: AllanForm, interval: Double, stretches: [Int: Int], terms: [Term], blocks: MeanBlocks) {
    self.form = form
    self.interval = interval
    self.stretches = stretches
    self.blocks = blocks
    let noises = PowerLawNoise.identified(factors: terms.map(\.factor), variances: terms.map(\.variance))
    points = zip(terms, noises).map { term, noise in
      Point(
        averagingFactor: term.factor, averagingTime: Double(term.factor) * interval,
        deviation: term.variance.squareRoot(), termCount: term.count,
        degreesOfFreedom: Self.degreesOfFreedom(stretches, form, noise, factor: term.factor), meanTerm: term.mean)
    }
  }

  /// The same at octaves alone, up to a factor.
  func octaves(upTo largest: Int) -> AllanDeviation {
    let chosen = points.filter { $0.averagingFactor <= largest && $0.averagingFactor.nonzeroBitCount == 1 }
    return AllanDeviation(
      form: form, interval: interval, stretches: stretches, terms: chosen.map { Term($0) }, blocks: blocks)
  }

  /// What the overlapping deviation would be without a drift.
  ///
  /// With d the differences of neighbouring windows and r the slope the mean of (d - r tau)² follows from those of d² and d.
  /// The slope was found in the same readings and has taken some of their noise with it: half its variance times tau²,
  /// which is added again (the covariance of a best estimate with any other is its variance).
  func without(_ drift: SteadyDrift) -> AllanDeviation {
    let terms = points.map { point in
      var term = Term(point)
      let (change, error) = (drift.slope * point.averagingTime, drift.standardDeviation * point.averagingTime)
      term.variance += 0.5 * change * change - change * point.meanTerm + 0.5 * error * error
      // Rounding alone may take it below zero.
      term.variance = max(term.variance, 1e-15 * point.deviation * point.deviation)
      term.mean -= change
      return term
    }
    return AllanDeviation(form: form, interval: interval, stretches: stretches, terms: terms, blocks: blocks)
  }

  /// Averaging factors from 1 to `largest` in equal ratios, each once, the largest power of two among them.
  public static func factors(upTo largest: Int, perOctave: Int) -> [Int] {
    var factors: [Int] = []
    var octave = 1
    while octave <= largest {
      for step in 0..<perOctave {
        let factor = Int((Double(octave) * exp2(Double(step) / Double(perOctave))).rounded())
        if factor <= largest, factor > factors.last ?? 0 { factors.append(factor) }
      }
      octave *= 2
    }
    return factors
  }

  /// The least deviation among those that are worth at least five independent squares; its averaging time is the longest over
  /// which it pays to average. Nil where no deviation is worth so much.
  public var minimum: Point? {
    points.filter { $0.degreesOfFreedom >= 5 }.min { $0.deviation < $1.deviation }
  }

  /// The integral of each stretch, from which the mean of all readings is taken first: a large bias would take digits.
  private static func integrals(of series: SegmentedSeries) -> [[Double]] {
    let sum = series.segments.reduce(0.0) { $0 + $1.reduce(0, +) }
    let mean = sum / Double(series.count)
    return series.segments.map { segment in
      var integral = [0.0]
      integral.reserveCapacity(segment.count + 1)
      var total = 0.0
      for reading in segment {
        total += reading - mean
        integral.append(total)
      }
      return integral
    }
  }

  private static func term(_ form: AllanForm, _ integrals: [[Double]], factor: Int) -> Term {
    var (sums, count) = (AllanForm.Sums(), 0)
    for integral in integrals {
      sums += form.sums(ofIntegral: integral[...], factor: factor)
      count += form.termCount(readings: integral.count - 1, factor: factor)
    }
    return Term(form, sums, factor: factor, spacing: 1, count: count)
  }

  /// The degrees of freedom that each point would have for a colour of noise.
  func degreesOfFreedom(_ noise: PowerLawNoise) -> [Double] {
    points.map { Self.degreesOfFreedom(stretches, form, noise, factor: $0.averagingFactor) }
  }

  /// The variance of the mean over stretches is that of its parts: their degrees of freedom combine like resistances,
  /// weighted by the squares of their shares.
  private static func degreesOfFreedom(
    _ stretches: [Int: Int], _ form: AllanForm, _ noise: PowerLawNoise, factor: Int
  ) -> Double {
    let rule = EquivalentDegreesOfFreedom(form: form, noise: noise)
    var (terms, scatter) = (0.0, 0.0)
    // In a fixed order, so that the sum is the same each time.
    for (length, occurrences) in stretches.sorted(by: { $0.key < $1.key }) {
      let count = Double(form.termCount(readings: length, factor: factor))
      guard count > 0 else { continue }
      terms += count * Double(occurrences)
      scatter += count * count * Double(occurrences) / rule.count(readings: length, factor: factor)
    }
    return terms * terms / scatter
  }
}
