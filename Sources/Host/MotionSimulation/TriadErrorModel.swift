import Rotations

/// The errors of a three-axis sensor. The defaults describe a perfect sensor.
///
/// A reading is quantised(clipped(`response` · truth(t - `delay`) + `bias` + drift + noise)), in the sensor's
/// unit U: rad/s, m/s² or µT.
public struct TriadErrorModel: Sendable {
  /// White noise per axis, U/√Hz; the standard deviation of a reading is this times the square root of the rate. For a
  /// gyroscope this is the angle random walk: the standard deviation of the integral after t seconds is this times √t.
  /// Default 0.
  public var noiseDensity: Double
  /// The constant bias, U; for a magnetometer the hard iron. Default 0.
  public var bias: Vector3<Double>
  /// The drift of the bias. Default none.
  public var biasInstability: BiasInstability
  /// A sudden change of the bias. Default nil.
  public var biasStep: BiasStep?
  /// The standard deviation of additional white noise per reading while the body moves, U: vibration above half the sampling
  /// rate. Default 0.
  public var vibration: Double
  /// Scale, misalignment and cross-axis sensitivity; for a magnetometer the soft iron. Default identity.
  public var response: Matrix3<Double>
  /// The range, ±U; readings beyond are clipped. Default infinite.
  public var range: Double
  /// The quantisation step, U; 0 for none. Default 0.
  public var resolution: Double
  /// The delay of the readings, s. Default 0.
  public var delay: Double
  /// Readings per second, Hz, up to one per row; the sensor is absent in the rows between. Default nil: one per row.
  public var rate: Double?
  /// The probability that a reading is lost and absent, 0 to 1. Default 0.
  public var dropoutProbability: Double

  /// A sensor with these errors and no others.
  public init(
    noiseDensity: Double = 0.0, bias: Vector3<Double> = .zero, biasInstability: BiasInstability = .none,
    biasStep: BiasStep? = nil, vibration: Double = 0.0,
    response: Matrix3<Double> = .identity, range: Double = .infinity, resolution: Double = 0.0, delay: Double = 0.0,
    rate: Double? = nil, dropoutProbability: Double = 0.0
  ) {
    self.noiseDensity = noiseDensity
    self.bias = bias
    self.biasInstability = biasInstability
    self.biasStep = biasStep
    self.vibration = vibration
    self.response = response
    self.range = range
    self.resolution = resolution
    self.delay = delay
    self.rate = rate
    self.dropoutProbability = dropoutProbability
  }

  /// The response of a triad with relative scale errors (0.01 is one percent) that is mounted with a small rotation
  /// `misalignment` in rad, to first order: (I - [misalignment]×) diag(1 + scale).
  public static func response(scaleError: Vector3<Double>, misalignment: Vector3<Double> = .zero) -> Matrix3<Double> {
    let scale = Matrix3(diagonal: Vector3(repeating: 1.0) + scaleError)
    return (Matrix3.identity - Matrix3(crossProductBy: misalignment)) * scale
  }

  /// A value after clipping and quantisation.
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

/// The drift of a bias, in the unit of the sensor, independent per axis.
public enum BiasInstability: Equatable, Sendable {
  /// The bias is constant.
  case none
  /// A stationary first-order Gauss-Markov process with a correlation time in seconds.
  case gaussMarkov(standardDeviation: Double, correlationTime: Double)
  /// A random walk from zero whose standard deviation after t seconds is `density` times √t.
  case randomWalk(density: Double)
}

/// A sudden change of a bias.
public struct BiasStep: Equatable, Sendable {
  /// The change, in the unit of the sensor.
  public var size: Vector3<Double>
  /// The time of the change in seconds.
  public var time: Double

  /// A change from its size and its time in seconds.
  public init(size: Vector3<Double>, time: Double) {
    self.size = size
    self.time = time
  }
}
