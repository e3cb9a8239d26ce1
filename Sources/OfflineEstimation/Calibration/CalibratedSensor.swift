/// A sensor that can be calibrated; the raw value is its name.
public enum CalibratedSensor: String, CaseIterable, Codable, Sendable {
  /// Angular rate, rad/s.
  case gyroscope
  /// Specific force, m/s².
  case accelerometer
  /// Magnetic field, µT.
  case magnetometer
}
