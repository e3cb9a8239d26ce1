import MotionSamples
import NumericalMethods
import SystemLibrary

/// The Allan deviation: the typical change of means over a time from one to the next, for a range of times.
///
/// Computed from the integral of the readings: O(N) per averaging time, O(N log N) for the default times, 8 bytes per reading
/// in addition to the readings; `AllanAccumulator` needs neither. Windows do not bridge gaps.
public struct AllanDeviation: Sendable {
  /// The times between readings that are accepted, s.
  static let intervals = 1e-9...1e9

  /// The deviation at one averaging time.
  public struct Point: Equatable, Sendable {
    /// The number of readings in a window.
    public let averagingFactor: Int
    /// The duration of a window, s.
    public let averagingTime: Double
    /// The deviation, in the unit of the readings.
    public let deviation: Double
    /// The number of averaged terms.
    public let termCount: Int
    /// The equivalent number of independent squares.
    public let degreesOfFreedom: Double
    /// The mean term: for the overlapping form, the mean change from window to window.
    let meanTerm: Double

    /// The confidence interval of the deviation by the chi-square distribution, with equal tails. Default: 0.683, one standard
    /// deviation of a normal distribution.
    public func interval(probability: Double = 0.6827) -> ClosedRange<Double> {
      let squares = ChiSquareDistribution(degreesOfFreedom: degreesOfFreedom).interval(probability: probability)
      let lower = deviation * (degreesOfFreedom / squares.upperBound).squareRoot()
      let upper = deviation * (degreesOfFreedom / squares.lowerBound).squareRoot()
      return min(lower, deviation)...max(upper, deviation)
    }
  }

  /// The form of the deviation.
  public let form: AllanForm
  /// The time between readings, s.
  public let interval: Double
  /// The deviations in the order of averaging times.
  public let points: [Point]
  /// The number of gapless stretches by their number of readings.
  let stretches: [Int: Int]
  /// The readings averaged over blocks, for the drift.
  let blocks: MeanBlocks

  /// The deviation of a series.
  ///
  /// - Parameters:
  ///   - series: The readings.
  ///   - form: The form. Default: overlapping.
  ///   - factors: Averaging factors, above zero and increasing; those longer than all stretches are ignored. Default: four per
  ///     octave, up to a third of the longest stretch.
  ///
  /// Throws `tooShort` if no factor remains.
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

  /// The deviation from terms in the order of factors, and the number of stretches by length.
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

  /// The points at octaves, up to a factor.
  func octaves(upTo largest: Int) -> AllanDeviation {
    let chosen = points.filter { $0.averagingFactor <= largest && $0.averagingFactor.nonzeroBitCount == 1 }
    return AllanDeviation(
      form: form, interval: interval, stretches: stretches, terms: chosen.map { Term($0) }, blocks: blocks)
  }

  /// The overlapping deviation with a drift removed.
  ///
  /// With differences d of neighbouring windows and slope r, the mean of (d - r tau)² follows from those of d² and d. The
  /// slope, estimated from the same readings, contains some of their noise: half its variance times tau² is added back (the
  /// covariance of a best estimate with any other is its variance).
  func without(_ drift: SteadyDrift) -> AllanDeviation {
    let terms = points.map { point in
      var term = Term(point)
      let (change, error) = (drift.slope * point.averagingTime, drift.standardDeviation * point.averagingTime)
      term.variance += 0.5 * change * change - change * point.meanTerm + 0.5 * error * error
      // Rounding may make it negative.
      term.variance = max(term.variance, 1e-15 * point.deviation * point.deviation)
      term.mean -= change
      return term
    }
    return AllanDeviation(form: form, interval: interval, stretches: stretches, terms: terms, blocks: blocks)
  }

  /// Averaging factors from 1 to `largest` in equal ratios, including all powers of two.
  static func factors(upTo largest: Int, perOctave: Int) -> [Int] {
    var factors: [Int] = []
    var octave = 1
    while octave <= largest {
      for step in 0..<perOctave {
        let factor = Int(saturating: (Double(octave) * exp2(Double(step) / Double(perOctave))).rounded())
        if factor <= largest, factor > factors.last ?? 0 { factors.append(factor) }
      }
      octave *= 2
    }
    return factors
  }

  /// The least deviation with at least five degrees of freedom; longer averaging does not reduce the error. Nil if no point has
  /// them.
  public var minimum: Point? {
    points.filter { $0.degreesOfFreedom >= 5 }.min { $0.deviation < $1.deviation }
  }

  /// The integral of each stretch, less the mean of all readings, which would cost precision.
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

  /// The degrees of freedom of each point for a colour of noise.
  func degreesOfFreedom(_ noise: PowerLawNoise) -> [Double] {
    points.map { Self.degreesOfFreedom(stretches, form, noise, factor: $0.averagingFactor) }
  }

  /// The degrees of freedom of the mean over stretches: those of the parts combine like parallel variances, weighted by the
  /// squares of their shares.
  private static func degreesOfFreedom(
    _ stretches: [Int: Int], _ form: AllanForm, _ noise: PowerLawNoise, factor: Int
  ) -> Double {
    let rule = EquivalentDegreesOfFreedom(form: form, noise: noise)
    var (terms, scatter) = (0.0, 0.0)
    // A fixed order makes the sum reproducible.
    for (length, occurrences) in stretches.sorted(by: { $0.key < $1.key }) {
      let count = Double(form.termCount(readings: length, factor: factor))
      guard count > 0 else { continue }
      terms += count * Double(occurrences)
      scatter += count * count * Double(occurrences) / rule.count(readings: length, factor: factor)
    }
    return terms * terms / scatter
  }
}

extension AllanDeviation {
  /// The mean term and the mean squared term at one averaging factor.
  struct Term {
    var factor: Int
    var variance: Double
    /// In the unit of the readings; meaningful for the overlapping form only.
    var mean: Double
    var count: Int

    /// The term of an integral sampled at every `spacing`-th reading, in which `factor` counts.
    init(_ form: AllanForm, _ sums: AllanForm.Sums, factor: Int, spacing: Int, count: Int) {
      self.factor = spacing * factor
      let scale = Double(spacing)
      variance = sums.squares / (form.divisor(factor: factor) * scale * scale * Double(count))
      mean = sums.terms / (Double(factor) * scale * Double(count))
      self.count = count
    }

    /// The term of a point.
    init(_ point: Point) {
      factor = point.averagingFactor
      variance = point.deviation * point.deviation
      mean = point.meanTerm
      count = point.termCount
    }
  }
}

/// Why noise cannot be identified.
public enum AllanError: Error, Equatable, Sendable {
  /// The longest stretch without gaps lasts `longest` of the `needed` seconds.
  case tooShort(longest: Double, needed: Double)
  /// No finite reading.
  case noReadings
  /// All readings are equal: the sensor is stuck, or its noise is below its resolution.
  case constant
  /// The time between readings is not positive.
  case invalidInterval
}

extension AllanError: CustomStringConvertible {
  /// What is wrong, and what to record instead.
  public var description: String {
    switch self {
    case .tooShort(let longest, let needed):
      let found = (longest * 10).rounded() / 10
      let wanted = (needed * 10).rounded() / 10
      return
        "the longest stretch without gaps lasts \(found) s, at least \(wanted) s needed; leave the sensor untouched on a firm "
        + "table for an hour, or for ten minutes if only the white noise matters"
    case .noReadings: return "no finite reading"
    case .constant:
      return "all readings are equal: the sensor is stuck, or its noise is smaller than its resolution"
    case .invalidInterval: return "the time between readings is unknown or not from 1e-9 s to 1e9 s"
    }
  }
}
