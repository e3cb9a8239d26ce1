import Glibc

/// The processes that the noise of an inertial sensor is made of, each with one coefficient.
///
/// Of a sensor that reads U (rad/s, m/s², µT). Source: IEEE Std 952-1997, annex C; N. El-Sheimy, H. Hou and X. Niu,
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
  /// A bias that wanders and comes back, of the standard deviation s in U, which forgets itself over the correlation time T
  /// (first-order Gauss-Markov): variance s² (2 a - 3 + 4 exp(-a) - exp(-2 a)) / a², a = tau / T. A hump, highest at 1.89 T.
  case wanderingBias

  /// The Allan variance for a coefficient of 1 and windows of `factor` readings, one each `interval` seconds.
  ///
  /// The random walk is one in steps from reading to reading, as filters model it: K² tau (2 m² + 1) / (6 m²), which is the
  /// K² tau / 3 of continuous time but for the shortest windows.
  /// - Parameter correlationTime: T in s; of the wandering bias alone.
  public func unitVariance(factor: Int, interval: Double, correlationTime: Double = .infinity) -> Double {
    let windows = Double(factor)
    let time = windows * interval
    return switch self {
    case .quantization: 3 / (time * time)
    case .whiteNoise: 1 / time
    case .biasInstability: 2 * log(2) / Double.pi
    case .randomWalk: time * (2 * windows * windows + 1) / (6 * windows * windows)
    case .ramp: time * time / 2
    case .wanderingBias: Self.hump(time / correlationTime)
    }
  }

  private static func hump(_ a: Double) -> Double {
    // Taylor below: there the terms cancel.
    if a < 1e-2 { return a * (2.0 / 3.0 - a * (0.5 - a * (7.0 / 30.0))) }
    return (2 * a - 3 + 4 * exp(-a) - exp(-2 * a)) / (a * a)
  }

  /// The one-sided power spectral density at a frequency in Hz, for a coefficient of 1; 0 for the drift, which is no noise.
  func unitDensity(frequency: Double, interval: Double, correlationTime: Double = .infinity) -> Double {
    switch self {
    case .quantization:
      let sine = sin(Double.pi * frequency * interval)
      return 8 * sine * sine / interval
    case .whiteNoise: return 2
    case .biasInstability: return 1 / (Double.pi * frequency)
    case .randomWalk: return 1 / (2 * Double.pi * Double.pi * frequency * frequency)
    case .ramp: return 0
    case .wanderingBias:
      let ratio = 2 * Double.pi * frequency * correlationTime
      return 4 * correlationTime / (1 + ratio * ratio)
    }
  }

  /// The colour that stands for the process: a drift has none and counts as the slowest, a wandering bias is between the
  /// random walk that it is at first and the white noise that it is at last.
  var colour: PowerLawNoise {
    switch self {
    case .quantization: .differencedWhite
    case .whiteNoise: .white
    case .biasInstability, .wanderingBias: .flicker
    case .randomWalk, .ramp: .randomWalk
    }
  }

  /// How many parameters the process has.
  var parameterCount: Int { self == .wanderingBias ? 2 : 1 }
}
