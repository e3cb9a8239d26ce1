import ProbabilityDistributions

/// The straight line in the readings of a sensor at rest (rate ramp), as far as their own noise lets it be known.
///
/// A line is no noise: its slope is found by weighted least squares from the readings, not from their Allan variance, which
/// sees it only at the longest times. The weights and the standard deviation are those of white noise and of a random walk
/// whose strengths are found in the same step (`DriftRegression`). A random walk of the strength that just begins to show over
/// the whole recording cannot be told from a line: around it the intervals hold less than they say (simulated: those of
/// 68 % hold 62 % at worst, those of 95 % 84 %), without any random walk more (79 % and 97 %).
public struct SteadyDrift: Equatable, Sendable {
  /// The slope, in the unit of the readings per second, with its sign.
  public let slope: Double
  /// One standard deviation of the slope.
  public let standardDeviation: Double
  /// How many independent squares the variance of the slope is worth: few, where the noise wanders.
  public let degreesOfFreedom: Double
  /// Twice the logarithm of how much better the line explains the readings than a random walk alone does.
  public let evidence: Double

  /// Evidence that a drift must have to be reported. Without drift one recording in 100 has it where the noise is well known;
  /// one in 20 where a random walk just begins to show, fewer than one in 1000 for white noise alone (simulated).
  public static let leastEvidence = ChiSquareDistribution(degreesOfFreedom: 1).quantile(0.99)

  /// Whether the line is more than the wandering of the noise.
  public var isSeen: Bool { evidence > Self.leastEvidence }

  /// The interval of the slope of a probability in 0 ..< 1, by Student's distribution. Default: 0.6827.
  public func interval(probability: Double = 0.6827) -> ClosedRange<Double> {
    let reach =
      standardDeviation * StudentDistribution(degreesOfFreedom: degreesOfFreedom).reach(probability: probability)
    return slope - reach...slope + reach
  }

  /// The drift as one of the coefficients of the noise.
  var coefficient: NoiseCoefficient {
    NoiseCoefficient(square: slope * slope, squareDeviation: 2 * slope.magnitude * standardDeviation)
  }
}
