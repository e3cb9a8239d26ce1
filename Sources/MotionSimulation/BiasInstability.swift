/// How a sensor's bias wanders, in the sensor's own unit, independently per axis.
public enum BiasInstability: Equatable, Sendable {
  /// The bias is constant.
  case none
  /// A first-order Gauss-Markov process: it stays within about three standard deviations and forgets itself over the
  /// correlation time in seconds. It starts at a random value of that spread.
  case gaussMarkov(standardDeviation: Double, correlationTime: Double)
  /// A random walk that starts at zero and reaches a standard deviation of `density` times the square root of the
  /// seconds that have passed.
  case randomWalk(density: Double)
}
