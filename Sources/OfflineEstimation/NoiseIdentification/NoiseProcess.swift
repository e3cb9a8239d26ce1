import Foundation

/// The five processes that the noise of an inertial sensor is made of, each with one coefficient.
///
/// Of a sensor that reads U (rad/s, m/s², µT). Source: IEEE Std 952-1997, annex C (equations C.11 to C.22); N. El-Sheimy,
/// H. Hou and X. Niu, "Analysis and modeling of inertial sensors using Allan variance", IEEE Transactions on
/// Instrumentation and Measurement 57(1), 2008.
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

  /// The Allan variance for a coefficient of 1 and windows of `factor` readings, one each `interval` seconds.
  ///
  /// The random walk is one in steps from reading to reading, as filters model it: K² tau (2 m² + 1) / (6 m²), which is the
  /// K² tau / 3 of continuous time but for the shortest windows.
  public func unitVariance(factor: Int, interval: Double) -> Double {
    let windows = Double(factor)
    let time = windows * interval
    return switch self {
    case .quantization: 3 / (time * time)
    case .whiteNoise: 1 / time
    case .biasInstability: 2 * log(2) / Double.pi
    case .randomWalk: time * (2 * windows * windows + 1) / (6 * windows * windows)
    case .ramp: time * time / 2
    }
  }

  /// The one-sided power spectral density at a frequency in Hz, for a coefficient of 1; 0 for the drift, which is no noise.
  func unitDensity(frequency: Double, interval: Double) -> Double {
    switch self {
    case .quantization:
      let sine = sin(Double.pi * frequency * interval)
      return 8 * sine * sine / interval
    case .whiteNoise: return 2
    case .biasInstability: return 1 / (Double.pi * frequency)
    case .randomWalk: return 1 / (2 * Double.pi * Double.pi * frequency * frequency)
    case .ramp: return 0
    }
  }

  /// The colour that stands for the process; a drift has none and counts as the slowest.
  var colour: PowerLawNoise {
    switch self {
    case .quantization: .differencedWhite
    case .whiteNoise: .white
    case .biasInstability: .flicker
    case .randomWalk, .ramp: .randomWalk
    }
  }
}
