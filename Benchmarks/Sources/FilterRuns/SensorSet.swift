/// Which sensors a run uses.
public enum SensorSet: String, Codable, CaseIterable, Sendable {
  case withMagnetometer = "9D"
  case withoutMagnetometer = "6D"
}
