import SystemLibrary

/// The noise processes of an inertial sensor with readings in a unit U (rad/s, m/s², µT), each with one coefficient.
///
/// Source: IEEE Std 952-1997, annex C; N. El-Sheimy, H. Hou and X. Niu,
/// "Analysis and modeling of inertial sensors using Allan variance", IEEE Transactions on Instrumentation and Measurement
/// 57(1), 2008.
public enum NoiseProcess: String, CaseIterable, Codable, Sendable {
  /// Quantisation of the integral, Q in U s: variance 3 Q² / tau². Slope -1.
  case quantization
  /// White noise of density N in U/√Hz: variance N² / tau. Angle or velocity random walk. Slope -1/2.
  case whiteNoise
  /// Flicker of the bias, B in U: variance B² 2 log 2 / pi. Slope 0.
  case biasInstability
  /// Random walk of the bias, K in U/√s: variance K² tau / 3. Rate random walk. Slope +1/2.
  case randomWalk
  /// A steady drift, R in U/s: variance R² tau² / 2. Slope +1.
  case ramp
  /// A first-order Gauss-Markov bias, of standard deviation s in U and correlation time T: variance
  /// s² (2 a - 3 + 4 exp(-a) - exp(-2 a)) / a², a = tau / T. Maximum at 1.89 T.
  case gaussMarkovBias

  /// The Allan variance for a coefficient of 1 and windows of `factor` readings, `interval` seconds apart.
  ///
  /// The random walk is discrete, as filters model it: K² tau (2 m² + 1) / (6 m²), which approaches K² tau / 3 for long
  /// windows.
  ///
  /// - Parameter correlationTime: T in s, for the Gauss-Markov bias.
  func unitVariance(factor: Int, interval: Double, correlationTime: Double = .infinity) -> Double {
    let windows = Double(factor)
    let time = windows * interval
    return switch self {
    case .quantization: 3 / (time * time)
    case .whiteNoise: 1 / time
    case .biasInstability: 2 * log(2) / Double.pi
    case .randomWalk: time * (2 * windows * windows + 1) / (6 * windows * windows)
    case .ramp: time * time / 2
    case .gaussMarkovBias: Self.hump(time / correlationTime)
    }
  }

  private static func hump(_ a: Double) -> Double {
    // A Taylor series where the terms cancel.
    if a < 1e-2 { return a * (2.0 / 3.0 - a * (0.5 - a * (7.0 / 30.0))) }
    return (2 * a - 3 + 4 * exp(-a) - exp(-2 * a)) / (a * a)
  }

  /// The one-sided power spectral density at a frequency in Hz, for a coefficient of 1; 0 for the drift.
  func unitDensity(frequency: Double, interval: Double, correlationTime: Double = .infinity) -> Double {
    switch self {
    case .quantization:
      let sine = sin(Double.pi * frequency * interval)
      return 8 * sine * sine / interval
    case .whiteNoise: return 2
    case .biasInstability: return 1 / (Double.pi * frequency)
    case .randomWalk: return 1 / (2 * Double.pi * Double.pi * frequency * frequency)
    case .ramp: return 0
    case .gaussMarkovBias:
      let ratio = 2 * Double.pi * frequency * correlationTime
      return 4 * correlationTime / (1 + ratio * ratio)
    }
  }

  /// The nearest colour. A drift counts as the slowest; a Gauss-Markov bias is between the random walk of its short times and
  /// the white noise of its long ones.
  var colour: PowerLawNoise {
    switch self {
    case .quantization: .differencedWhite
    case .whiteNoise: .white
    case .biasInstability, .gaussMarkovBias: .flicker
    case .randomWalk, .ramp: .randomWalk
    }
  }

  /// The number of parameters.
  var parameterCount: Int { self == .gaussMarkovBias ? 2 : 1 }
}

/// The coefficient of a noise process with its uncertainty.
///
/// The estimate is of its square, whose errors are nearly normal.
public struct NoiseCoefficient: Equatable, Sendable {
  /// The square of the coefficient, above zero.
  public internal(set) var square: Double
  /// One standard deviation of `square`.
  public internal(set) var squareDeviation: Double
  /// The correlation time of a Gauss-Markov bias, s; infinite for other processes.
  public internal(set) var correlationTime = Double.infinity
  /// One standard deviation of the natural logarithm of `correlationTime`; 0 for other processes.
  public internal(set) var logCorrelationTimeDeviation = 0.0

  /// The coefficient, in the unit of its process.
  public var value: Double { square.squareRoot() }
  /// One standard deviation of the coefficient, to first order.
  public var standardDeviation: Double { squareDeviation / (2 * value) }

  /// The interval of a number of standard deviations to both sides of the square, not below zero.
  func interval(deviations: Double = 1) -> ClosedRange<Double> {
    let reach = deviations * squareDeviation
    return max(0, square - reach).squareRoot()...(square + reach).squareRoot()
  }

  /// The process's part of the Allan variance, for windows of `factor` readings, `interval` seconds apart.
  public func variance(of process: NoiseProcess, factor: Int, interval: Double) -> Double {
    square * process.unitVariance(factor: factor, interval: interval, correlationTime: correlationTime)
  }
}
