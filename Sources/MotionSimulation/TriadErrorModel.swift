import Rotations

/// What is wrong with a sensor of three axes. The defaults are a perfect sensor.
///
/// A reading is quantised(clipped(`response` · truth(t - `delay`) + `bias` + wandering bias + noise)), in the sensor's
/// unit U: rad/s, m/s² or µT.
public struct TriadErrorModel: Sendable {
  /// White noise, U per square root of Hz, per axis; a reading's standard deviation is this times the square root of the
  /// rate. For a gyroscope this is the angle random walk: the integral's standard deviation after t seconds is this
  /// times the square root of t. Default 0.
  public var noiseDensity: Double
  /// The constant bias, U; for a magnetometer the hard iron. Default 0.
  public var bias: Vector3<Double>
  /// How the bias wanders around `bias`. Default none.
  public var biasInstability: BiasInstability
  /// Scale, misalignment and cross-axis sensitivity; for a magnetometer the soft iron. Default identity.
  public var response: Matrix3<Double>
  /// The end of the range on both sides, U; readings beyond stick to it. Default infinite.
  public var range: Double
  /// The step between two readings, U; 0 for none. Default 0.
  public var resolution: Double
  /// How old the truth is that a reading tells, s. Default 0.
  public var delay: Double
  /// Readings per second, Hz; nil or more than the recording has rows: one in each row. In rows between two readings the
  /// sensor is absent. Default nil.
  public var rate: Double?
  /// The probability that a reading is lost and absent, 0 to 1. Default 0.
  public var dropoutProbability: Double

  /// A sensor with the given errors and no others.
  public init(
    noiseDensity: Double = 0.0, bias: Vector3<Double> = .zero, biasInstability: BiasInstability = .none,
    response: Matrix3<Double> = .identity, range: Double = .infinity, resolution: Double = 0.0, delay: Double = 0.0,
    rate: Double? = nil, dropoutProbability: Double = 0.0
  ) {
    self.noiseDensity = noiseDensity
    self.bias = bias
    self.biasInstability = biasInstability
    self.response = response
    self.range = range
    self.resolution = resolution
    self.delay = delay
    self.rate = rate
    self.dropoutProbability = dropoutProbability
  }

  /// The response of a triad whose axes read too much by `scaleError` (0.01 is one percent) and which sits in the body
  /// turned by the small rotation vector `misalignment` in rad, to first order: (I - [misalignment]x) diag(1 + scale).
  public static func response(scaleError: Vector3<Double>, misalignment: Vector3<Double> = .zero) -> Matrix3<Double> {
    let scale = Matrix3(diagonal: Vector3(repeating: 1.0) + scaleError)
    return (Matrix3.identity - Matrix3(crossProductBy: misalignment)) * scale
  }

  /// The range and the steps of the converter applied to a value.
  func digitized(_ value: Vector3<Double>) -> Vector3<Double> {
    var result = value
    for axis in 0..<3 {
      var reading = min(max(result[axis], -range), range)
      if resolution > 0 { reading = (reading / resolution).rounded(.toNearestOrEven) * resolution }
      result[axis] = reading
    }
    return result
  }
}

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
