/// The colour of noise, by the exponent of its power spectral density over frequency: S ~ f^exponent.
public enum PowerLawNoise: Int, CaseIterable, Sendable {
  /// The difference of white noise: quantisation of the angle or the velocity.
  case differencedWhite = 2
  /// White: angle or velocity random walk.
  case white = 0
  /// Flicker: bias instability.
  case flicker = -1
  /// Random walk of the readings.
  case randomWalk = -2

  /// The colour whose Allan variance over time goes nearest to tau^slope. A slope of the variance is -exponent - 1, and -2
  /// for all exponents of 1 and above.
  init(slopeOfVariance slope: Double) {
    self = slope < -1.5 ? .differencedWhite : slope < -0.5 ? .white : slope < 0.5 ? .flicker : .randomWalk
  }
}
