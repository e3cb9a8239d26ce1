import FoundationEssentials

/// The noise of a set of sensors, in the file that `cardan allan` writes and `cardan fuse --tune-from` reads.
public struct SensorNoise: Codable, Equatable, Sendable {
  /// The mark of the format, for people and for `init(contentsOf:)`.
  public var format = Self.currentFormat
  /// Where the readings came from.
  public var recording: String
  /// How long the sensor lay still in it, in seconds.
  public var restDuration: Double
  /// The gyroscope's noise.
  public var gyroscope: TriadNoise?
  /// The accelerometer's noise.
  public var accelerometer: TriadNoise?
  /// The magnetometer's noise.
  public var magnetometer: TriadNoise?

  private static let currentFormat = "cardan-noise-1"

  private enum CodingKeys: String, CodingKey {
    case format, recording
    case restDuration = "rest_duration_s"
    case gyroscope, accelerometer, magnetometer
  }

  /// The noise of sensors, nil for those that are not there.
  public init(
    recording: String, restDuration: Double, gyroscope: TriadNoise?, accelerometer: TriadNoise?,
    magnetometer: TriadNoise?
  ) {
    self.recording = recording
    self.restDuration = restDuration
    self.gyroscope = gyroscope
    self.accelerometer = accelerometer
    self.magnetometer = magnetometer
  }

  /// The noise of the axes that are known of each sensor; nil where that is none at all.
  public init?(
    recording: String, restDuration: Double, gyroscope: [AxisNoise], accelerometer: [AxisNoise],
    magnetometer: [AxisNoise]
  ) {
    guard !gyroscope.isEmpty || !accelerometer.isEmpty || !magnetometer.isEmpty else { return nil }
    self.init(
      recording: recording, restDuration: restDuration, gyroscope: TriadNoise(unit: "rad/s", axes: gyroscope),
      accelerometer: TriadNoise(unit: "m/s²", axes: accelerometer),
      magnetometer: TriadNoise(unit: "µT", axes: magnetometer))
  }

  /// The noise from the bytes of a file. Throws `SensorNoiseError`.
  public init(json: Data) throws(SensorNoiseError) {
    do {
      self = try JSONDecoder().decode(SensorNoise.self, from: json)
    } catch {
      throw .notANoiseFile
    }
    guard format == Self.currentFormat else { throw .unknownFormat(format) }
    guard gyroscope != nil || accelerometer != nil || magnetometer != nil else { throw .empty }
  }

  /// The bytes of the file without the line feed at its end: sorted keys, one value per line.
  public var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }

  /// The content of the file.
  public var text: String { get throws { String(decoding: try json, as: UTF8.self) + "\n" } }
}
