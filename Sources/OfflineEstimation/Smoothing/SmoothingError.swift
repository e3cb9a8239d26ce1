/// Why a recording cannot be smoothed.
public enum SmoothingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No sample has an angular rate that is a measurement.
  case noAngularRate
  /// No sample has a specific force that is a measurement.
  case noSpecificForce
  /// The equations have no solution: numbers so large or so different that they leave the range of a `Double`.
  case unsolvable(LinearAlgebraError)

  public var description: String {
    switch self {
    case .noAngularRate: "there is no usable reading of the gyroscope"
    case .noSpecificForce: "there is no usable reading of the accelerometer"
    case .unsolvable: "the smoother's equations have no solution; are the units of the recording right?"
    }
  }
}
