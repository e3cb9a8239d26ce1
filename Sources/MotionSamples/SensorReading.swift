import Rotations

/// One reading of one sensor.
@frozen
public struct SensorReading<Scalar: RealLanes>: Sendable {
  /// The sensors of a device.
  @frozen
  public enum Sensor: UInt8, Sendable {
    /// Angular rate in rad/s.
    case gyroscope
    /// Specific force in m/s².
    case accelerometer
    /// Magnetic field in µT.
    case magnetometer
  }

  /// The sensor of the reading.
  public var sensor: Sensor
  /// The time of the reading.
  public var timestamp: Timestamp
  /// The reading in body axes, in the unit of the sensor.
  public var vector: Vector3<Scalar>

  /// A reading from its parts.
  @inlinable
  public init(_ sensor: Sensor, at timestamp: Timestamp, _ vector: Vector3<Scalar>) {
    self.sensor = sensor
    self.timestamp = timestamp
    self.vector = vector
  }
}
