import JSONCoding

/// The noise of a set of sensors, as a JSON file.
public struct SensorNoise: Codable, Equatable, Sendable {
  /// The format of the file.
  public var format = Self.currentFormat
  /// The name of the recording.
  public var recording: String
  /// The duration of its rests, s.
  public var restDuration: Double
  /// The gyroscope's noise; nil if unknown.
  public var gyroscope: TriadNoise?
  /// The accelerometer's noise; nil if unknown.
  public var accelerometer: TriadNoise?
  /// The magnetometer's noise; nil if unknown.
  public var magnetometer: TriadNoise?

  private static let currentFormat = "cardan-noise-1"

  private enum CodingKeys: String, CodingKey {
    case format, recording
    case restDuration = "rest_duration_s"
    case gyroscope, accelerometer, magnetometer
  }

  init(
    recording: String, restDuration: Double, gyroscope: TriadNoise?, accelerometer: TriadNoise?,
    magnetometer: TriadNoise?
  ) {
    self.recording = recording
    self.restDuration = restDuration
    self.gyroscope = gyroscope
    self.accelerometer = accelerometer
    self.magnetometer = magnetometer
  }

  /// The noise measured in a recording; nil if no axis was identified.
  public init?(recording: String, restDuration: Double, _ measured: [MeasuredNoise]) {
    guard measured.contains(where: { !$0.axes.isEmpty }) else { return nil }
    func triad(_ sensor: CalibratedSensor) -> TriadNoise? {
      guard let axes = measured.first(where: { $0.sensor == sensor })?.axes, !axes.isEmpty else { return nil }
      return TriadNoise(unit: sensor.unit, axes: (0..<3).map { axis in axes.first { $0.axis == axis }?.fit })
    }
    self.init(
      recording: recording, restDuration: restDuration, gyroscope: triad(.gyroscope),
      accelerometer: triad(.accelerometer), magnetometer: triad(.magnetometer))
  }

  /// Parses the bytes of a file.
  public init(json: some Sequence<UInt8>) throws(SensorNoiseError) {
    do {
      self = try JSON.value(from: json)
    } catch {
      throw .notANoiseFile
    }
    guard format == Self.currentFormat else { throw .unknownFormat(format) }
    guard gyroscope != nil || accelerometer != nil || magnetometer != nil else { throw .empty }
  }

  /// The content of the file as text: sorted keys, one value per line.
  public var text: String { get throws { try JSON.text(of: self, .lines) + "\n" } }
}

/// The noise of a three-axis sensor: for each process the coefficients of x, y and z, nil if the process was not found.
public struct TriadNoise: Codable, Equatable, Sendable {
  /// The unit U of a reading: "rad/s", "m/s²", "µT".
  public var unit: String
  /// White noise (angle or velocity random walk), U/√Hz.
  public var whiteNoise: [Double?]
  /// One standard deviation of `whiteNoise`, U/√Hz.
  public var whiteNoiseDeviation: [Double?]
  /// Bias instability, U.
  public var biasInstability: [Double?]
  /// Random walk of the bias, U/√s.
  public var randomWalk: [Double?]
  /// Quantisation of the integral, U s.
  public var quantization: [Double?]
  /// Drift, U/s.
  public var ramp: [Double?]
  /// The standard deviation of a Gauss-Markov bias, U.
  public var gaussMarkovBias: [Double?]
  /// The correlation time of the Gauss-Markov bias, s.
  public var correlationTime: [Double?]
  /// The least Allan deviation, U.
  public var leastDeviation: [Double?]
  /// The averaging time of the least Allan deviation, s.
  public var leastDeviationTime: [Double?]

  private enum CodingKeys: String, CodingKey {
    case unit
    case whiteNoise = "white_noise_U_per_root_Hz"
    case whiteNoiseDeviation = "white_noise_sigma_U_per_root_Hz"
    case biasInstability = "bias_instability_U"
    case randomWalk = "random_walk_U_per_root_s"
    case quantization = "quantization_U_s"
    case ramp = "ramp_U_per_s"
    case gaussMarkovBias = "wandering_bias_U"
    case correlationTime = "wandering_bias_correlation_time_s"
    case leastDeviation = "least_allan_deviation_U"
    case leastDeviationTime = "least_allan_deviation_time_s"
  }

  /// The noise of three axes; nil for an unknown axis.
  init(unit: String, axes: [NoiseFit?]) {
    func values(_ process: NoiseProcess) -> [Double?] { axes.map { $0?[process]?.value } }
    self.unit = unit
    whiteNoise = values(.whiteNoise)
    whiteNoiseDeviation = axes.map { $0?[.whiteNoise]?.standardDeviation }
    biasInstability = values(.biasInstability)
    randomWalk = values(.randomWalk)
    quantization = values(.quantization)
    ramp = axes.map { $0?[.ramp] == nil ? nil : $0?.drift?.slope }
    gaussMarkovBias = values(.gaussMarkovBias)
    correlationTime = axes.map { $0?[.gaussMarkovBias]?.correlationTime }
    leastDeviation = axes.map { $0?.least?.deviation }
    leastDeviationTime = axes.map { $0?.least?.averagingTime }
  }

  /// The root mean square over the axes with a value; nil without values, and for an invalid one.
  static func mean(_ values: [Double?]) -> Double? {
    let known = values.compactMap { $0 }
    guard !known.isEmpty, known.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    return (known.reduce(0) { $0 + $1 * $1 } / Double(known.count)).squareRoot()
  }
}

/// Why a file is not sensor noise.
public enum SensorNoiseError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Not JSON, or without the keys of a noise file.
  case notANoiseFile
  /// Unknown format.
  case unknownFormat(String)
  /// No sensor.
  case empty

  /// What is wrong with the file.
  public var description: String {
    switch self {
    case .notANoiseFile: "not a noise file"
    case .unknownFormat(let format): "unknown format '\(format)'"
    case .empty: "no sensor in the file"
    }
  }
}
