/// How much of a sensor's response is fitted to its readings of a vector of constant length.
public enum EllipsoidShape: String, CaseIterable, Codable, Sendable {
  /// Only the offset: 3 parameters (for a magnetometer the strength of the field is a fourth).
  case offset
  /// Offset and a scale for each axis: 6 parameters.
  case scales
  /// Offset and a symmetric matrix: 9 parameters.
  case full

  /// The number of parameters, the strength of an unknown field not counted.
  public var parameterCount: Int {
    switch self {
    case .offset: 3
    case .scales: 6
    case .full: 9
    }
  }
}
