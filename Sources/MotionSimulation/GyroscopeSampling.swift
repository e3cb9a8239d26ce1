/// What one reading of a gyroscope says about the interval that ends at it.
public enum GyroscopeSampling: Sendable {
  /// The mean of the angular rate over the interval: what the integrating converter of a real sensor delivers. Taking it
  /// for a rotation vector leaves the coning error, which a filter may correct.
  case averaged
  /// The constant rate that leads exactly from the attitude at the interval's start to that at its end: products of its
  /// exponentials reproduce the true attitude to rounding.
  case rotationIncrement
  /// The angular rate at the instant of the reading.
  case instantaneous
}
