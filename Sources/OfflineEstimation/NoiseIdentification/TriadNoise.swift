/// The noise of a sensor of three axes, as it is written to files: for each process three coefficients, null where the
/// process was not seen.
public struct TriadNoise: Codable, Equatable, Sendable {
  /// The unit U of a reading: "rad/s", "m/s²", "µT".
  public var unit: String
  /// White noise in U/√Hz: angle or velocity random walk.
  public var whiteNoise: [Double?]
  /// One standard deviation of `whiteNoise`.
  public var whiteNoiseDeviation: [Double?]
  /// Bias instability in U.
  public var biasInstability: [Double?]
  /// Random walk of the bias in U/√s.
  public var randomWalk: [Double?]
  /// Quantisation of the integral in U s.
  public var quantization: [Double?]
  /// Drift in U/s, with its sign.
  public var ramp: [Double?]
  /// The standard deviation of a wandering bias in U.
  public var wanderingBias: [Double?]
  /// The correlation time of the wandering bias in s.
  public var correlationTime: [Double?]
  /// The least Allan deviation, in U.
  public var leastDeviation: [Double?]
  /// The averaging time of the least Allan deviation, in s.
  public var leastDeviationTime: [Double?]

  private enum CodingKeys: String, CodingKey {
    case unit
    case whiteNoise = "white_noise_U_per_root_Hz"
    case whiteNoiseDeviation = "white_noise_sigma_U_per_root_Hz"
    case biasInstability = "bias_instability_U"
    case randomWalk = "random_walk_U_per_root_s"
    case quantization = "quantization_U_s"
    case ramp = "ramp_U_per_s"
    case wanderingBias = "wandering_bias_U"
    case correlationTime = "wandering_bias_correlation_time_s"
    case leastDeviation = "least_allan_deviation_U"
    case leastDeviationTime = "least_allan_deviation_time_s"
  }

  /// The noise of three axes; nil for an axis of which nothing is known.
  public init(unit: String, axes: [NoiseFit?]) {
    func values(_ process: NoiseProcess) -> [Double?] { axes.map { $0?[process]?.value } }
    self.unit = unit
    whiteNoise = values(.whiteNoise)
    whiteNoiseDeviation = axes.map { $0?[.whiteNoise]?.standardDeviation }
    biasInstability = values(.biasInstability)
    randomWalk = values(.randomWalk)
    quantization = values(.quantization)
    ramp = axes.map { $0?[.ramp] == nil ? nil : $0?.drift?.slope }
    wanderingBias = values(.wanderingBias)
    correlationTime = axes.map { $0?[.wanderingBias]?.correlationTime }
    leastDeviation = axes.map { $0?.least?.deviation }
    leastDeviationTime = axes.map { $0?.least?.averagingTime }
  }

  /// The root mean square over the axes that have a value; nil where none has, or where one is no proper coefficient.
  static func mean(_ values: [Double?]) -> Double? {
    let known = values.compactMap { $0 }
    guard !known.isEmpty, known.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    return (known.reduce(0) { $0 + $1 * $1 } / Double(known.count)).squareRoot()
  }
}
