/// Why a file does not tell the noise of sensors.
public enum SensorNoiseError: Error, Equatable, Sendable, CustomStringConvertible {
  /// It is not JSON, or lacks what a noise file has.
  case notANoiseFile
  /// It is of a format that is not known.
  case unknownFormat(String)
  /// It has no sensor.
  case empty

  /// One sentence about the file.
  public var description: String {
    switch self {
    case .notANoiseFile: "is not a noise file; 'cardan allan LOG -o noise.json' writes one"
    case .unknownFormat(let format): "has the unknown format '\(format)'"
    case .empty: "holds no sensor"
    }
  }
}
