import FoundationEssentials
import MotionSamples
import Rotations

/// The calibration of a device as a file: JSON that people can read, with units in the names of its numbers.
///
/// The same calibration gives the same bytes: keys are sorted, and numbers are the shortest that read back exactly.
/// Sections that are missing stand for perfect sensors.
public struct CalibrationFile: Codable, Equatable, Sendable {
  /// What it says of one sensor.
  public var gyroscope: GyroscopeSection?
  /// What it says of one sensor.
  public var accelerometer: AccelerometerSection?
  /// What it says of one sensor.
  public var magnetometer: MagnetometerSection?
  /// Where it comes from.
  public var provenance: Provenance?
  private let format: String
  private let version: Int

  /// The value of the key "format".
  static let formatName = "cardan-calibration"
  /// The newest version that this program knows; it is written.
  static let newestVersion = 1

  /// Where a calibration comes from.
  public struct Provenance: Codable, Equatable, Sendable {
    /// The recording, as the user named it.
    public var recording: String
    /// The day, as the caller says it: 2026-11-20.
    public var date: String?
    /// The program that made it.
    public var program: String?
    /// The sensor axes that were read for body x, y and z; the calibration is for body axes.
    public var axes: String

    /// A provenance from its parts.
    public init(recording: String, date: String? = nil, program: String? = nil, axes: String = "x,y,z") {
      self.recording = recording
      self.date = date
      self.program = program
      self.axes = axes
    }
  }

  /// A file from the calibrations that there are.
  public init(
    gyroscope: GyroscopeCalibration? = nil, accelerometer: AccelerometerCalibration? = nil,
    magnetometer: MagnetometerCalibration? = nil, provenance: Provenance? = nil
  ) {
    self.gyroscope = gyroscope.map(GyroscopeSection.init)
    self.accelerometer = accelerometer.map(AccelerometerSection.init)
    self.magnetometer = magnetometer.map(MagnetometerSection.init)
    self.provenance = provenance
    format = Self.formatName
    version = Self.newestVersion
  }

  /// The models of the sensors; perfect ones where a section is missing.
  public var deviceModel: DeviceModel<Double> {
    DeviceModel(
      gyroscope: gyroscope?.model ?? .identity, accelerometer: accelerometer?.model ?? .identity,
      magnetometer: magnetometer?.model ?? .identity)
  }

  /// How the gyroscope's bias follows its temperature, in place of the constant one of `deviceModel`; nil where it is not known.
  public var gyroscopeTemperature: BiasTemperatureModel? { gyroscope?.temperatureFit?.model }

  /// Reads a calibration. `path` is for error messages.
  public init(json: Data, path: String = "calibration") throws(CalibrationFileError) {
    do {
      self = try JSONDecoder().decode(Self.self, from: json)
    } catch let error as DecodingError {
      throw CalibrationFileError(error, path: path)
    } catch {
      throw CalibrationFileError(path: path, keyPath: "", message: "cannot be read: \(error)")
    }
    guard format == Self.formatName else {
      throw CalibrationFileError(
        path: path, keyPath: "format", message: "is '\(format)', and a calibration has '\(Self.formatName)'")
    }
    guard version <= Self.newestVersion else {
      throw CalibrationFileError(
        path: path, keyPath: "version", message: "is \(version), and this program knows up to \(Self.newestVersion)")
    }
    try checkModels(path)
  }

  private func checkModels(_ path: String) throws(CalibrationFileError) {
    let models = [
      ("gyroscope", gyroscope?.model), ("accelerometer", accelerometer?.model), ("magnetometer", magnetometer?.model),
    ]
    for case (let name, let model?) in models where model.matrix.inverse == nil {
      throw CalibrationFileError(
        path: path, keyPath: name, message: "has a matrix without inverse: directions are lost")
    }
  }

  /// The content of the file.
  public var json: Data { Data(text.utf8) }

  /// The content of the file, as a text.
  public var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Numbers that are not finite have no place in JSON; none is in a calibration that was found or read.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let text = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    return Self.withNumbersInRows(text) + "\n"
  }

  /// Each list of numbers on one line: a matrix has three. Only a list has a line's end behind its bracket, and no text.
  private static func withNumbersInRows(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let bracket = rest.firstIndex(of: "[") {
      result += rest[...bracket]
      rest = rest[rest.index(after: bracket)...]
      guard rest.first == "\n", let end = rest.firstIndex(where: { !"-+0123456789.eE, \n".contains($0) }),
        rest[end] == "]"
      else { continue }
      result += rest[..<end].split { $0 == "," || $0.isWhitespace }.joined(separator: ", ")
      rest = rest[end...]
    }
    return result + rest
  }
}
