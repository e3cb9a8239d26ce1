import FileAccess
import JSONCoding
import MotionSamples
import Rotations

/// A device calibration as a JSON file, with units in its keys.
///
/// The same calibration gives the same bytes: keys are sorted, and numbers are the shortest that read back exactly. A missing
/// section stands for a perfect sensor.
public struct CalibrationFile: Codable, Equatable, Sendable {
  /// The gyroscope; nil for a perfect one.
  public var gyroscope: GyroscopeSection?
  /// The accelerometer; nil for a perfect one.
  public var accelerometer: AccelerometerSection?
  /// The magnetometer; nil for a perfect one.
  public var magnetometer: MagnetometerSection?
  /// Where it comes from.
  public var provenance: Provenance?
  private let format: String
  private let version: Int

  private static let formatName = "cardan-calibration"
  /// The version that is written, and the newest that is read.
  private static let newestVersion = 1

  /// Where a calibration comes from.
  public struct Provenance: Codable, Equatable, Sendable {
    /// The name of the recording.
    public var recording: String
    /// The day, such as 2026-11-20.
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

  /// A calibration of perfect sensors.
  public init(provenance: Provenance? = nil) {
    self.provenance = provenance
    format = Self.formatName
    version = Self.newestVersion
  }

  /// The calibrated sensors of a result.
  public init(_ result: CalibrationResult, provenance: Provenance? = nil) {
    self.init(provenance: provenance)
    gyroscope = result.gyroscope.map(GyroscopeSection.init)
    accelerometer = result.accelerometer.map(AccelerometerSection.init)
    magnetometer = result.magnetometer.map(MagnetometerSection.init)
  }

  /// The calibration of the device, without its statistics and provenance.
  public var deviceCalibration: DeviceCalibration<Double> {
    DeviceCalibration(
      gyroscope: gyroscope?.model ?? .identity, accelerometer: accelerometer?.model ?? .identity,
      magnetometer: magnetometer?.model ?? .identity, gyroscopeTemperature: gyroscope?.temperatureFit?.model)
  }

  /// Reads a file.
  public init(contentsOf path: String) throws(CalibrationFileError) {
    guard let bytes = WholeFile.bytes(at: path) else {
      throw CalibrationFileError(.unreadable, path: path, message: "cannot read the file")
    }
    try self.init(json: bytes, path: path)
  }

  /// Parses the bytes of a file; `path` is named in errors.
  public init(json: some Sequence<UInt8>, path: String = "") throws(CalibrationFileError) {
    do {
      self = try JSON.value(from: json)
    } catch let error as DecodingError {
      throw CalibrationFileError(error, path: path)
    } catch {
      throw CalibrationFileError(.invalid, path: path, message: "\(error)")
    }
    guard format == Self.formatName else {
      throw CalibrationFileError(
        .invalid, path: path, keyPath: "format", message: "expected '\(Self.formatName)', found '\(format)'")
    }
    guard version >= 1 else {
      throw CalibrationFileError(
        .invalid, path: path, keyPath: "version", message: "expected \(Self.newestVersion), found \(version)")
    }
    guard version <= Self.newestVersion else {
      throw CalibrationFileError(
        .newerVersion, path: path, keyPath: "version",
        message: "\(version) is newer than \(Self.newestVersion), the newest supported version")
    }
    let sections: [(name: String, model: SensorModel<Double>?, largestBias: Double)] = [
      ("gyroscope", gyroscope?.model, Self.largestRateBias),
      ("accelerometer", accelerometer?.model, Self.largestForceBias),
      ("magnetometer", magnetometer?.model, Self.largestFieldBias),
    ]
    for case (let name, let model?, let largestBias) in sections {
      guard let fault = model.fault(largestBias: largestBias) else { continue }
      throw CalibrationFileError(.unusableModel, path: path, keyPath: name, message: fault)
    }
  }

  /// The largest coordinate of a bias: ranges of sensors, 4000 °/s, 200 g, and 20 times a strong field of the Earth.
  private static let largestRateBias = 70.0
  private static let largestForceBias = 2000.0
  private static let largestFieldBias = 1300.0

  /// The content of the file.
  public var json: [UInt8] { Array(text.utf8) }

  /// The content of the file as text.
  public var text: String {
    let text = (try? JSON.text(of: self, .lines)) ?? "{}"
    return Self.withNumbersInRows(text) + "\n"
  }

  /// Puts each list of numbers on one line. Only a list has a line break after its bracket, never a string.
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

extension SensorModel<Double> {
  /// The largest condition number of a matrix. That of a sensor with 10 % scale errors and axes 5 degrees off is 1.5.
  private static var largestCondition: Double { 100 }

  /// Why no sensor has this model; nil for a usable one.
  fileprivate func fault(largestBias: Double) -> String? {
    guard let inverse = matrix.inverse else { return "the matrix has no inverse" }
    guard matrix.determinant > 0 else { return "the matrix mirrors the axes; its determinant must be positive" }
    // The Frobenius norms overestimate the condition number of a 3 x 3 matrix up to threefold.
    guard matrix.frobeniusNorm * inverse.frobeniusNorm < 3 * Self.largestCondition else {
      return "the matrix has a condition number above \(Self.largestCondition)"
    }
    guard bias.entries.allSatisfy({ abs($0) <= largestBias }) else {
      return "the bias is beyond \(largestBias), the range of such sensors"
    }
    return nil
  }
}

extension Matrix3<Double> {
  fileprivate var frobeniusNorm: Double { entries.joined().reduce(0) { $0 + $1 * $1 }.squareRoot() }
}

/// What is wrong with a calibration file, and where.
public struct CalibrationFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Kind: Equatable, Sendable {
    /// The file cannot be read.
    case unreadable
    /// The content is not a calibration.
    case invalid
    /// The calibration was made by a newer version.
    case newerVersion
    /// A matrix is singular, mirrors or is ill-conditioned, or a bias is beyond the range of sensors.
    case unusableModel
  }

  /// The kind of error.
  public var kind: Kind
  /// The file; empty for bytes without a name.
  public var path: String
  /// The keys that lead to the error, separated by points; empty for the file as a whole.
  public var keyPath: String
  /// What is wrong.
  public var message: String

  /// An error from its parts.
  public init(_ kind: Kind, path: String = "", keyPath: String = "", message: String) {
    self.kind = kind
    self.path = path
    self.keyPath = keyPath
    self.message = message
  }

  /// `file: key.path: message`.
  public var description: String { [path, keyPath, message].filter { !$0.isEmpty }.joined(separator: ": ") }

  /// An error of the decoder.
  init(_ error: DecodingError, path: String) {
    func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
      (context.codingPath + (key.map { [$0] } ?? [])).map { $0.intValue.map(String.init) ?? $0.stringValue }
        .joined(separator: ".")
    }
    func invalid(_ keyPath: String, _ message: String) -> Self {
      Self(.invalid, path: path, keyPath: keyPath, message: message)
    }
    self =
      switch error {
      case .keyNotFound(let key, let context): invalid(place(context, key), "missing")
      case .typeMismatch(let type, let context): invalid(place(context), "expected \(Self.name(of: type))")
      case .valueNotFound(let type, let context): invalid(place(context), "expected \(Self.name(of: type)), found null")
      case .dataCorrupted(let context):
        invalid(place(context), context.debugDescription)
      @unknown default: invalid("", "\(error)")
      }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is Double.Type: "a number"
    case is Int.Type: "a whole number"
    case is String.Type: "a string"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
