import Rotations

/// A stretch of a recording in which the sensor lay still.
public struct RestSegment: Sendable {
  /// Seconds from the beginning of the recording to the beginning of the rest.
  public var start: Double
  /// How long it lasted, s.
  public var duration: Double
  /// The mean of the gyroscope's readings, rad/s: its bias.
  public var angularRate: Vector3<Double>
  /// One standard deviation of that mean, from the scatter within the rest, rad/s.
  public var angularRateDeviation: Vector3<Double>
  /// The mean of the accelerometer's readings, m/s²: gravity, upwards.
  public var specificForce: Vector3<Double>
  /// The mean temperature of the sensor, degrees Celsius; nil where it was not told.
  public var temperature: Double?

  /// A rest from its parts.
  public init(
    start: Double, duration: Double, angularRate: Vector3<Double>, angularRateDeviation: Vector3<Double> = .zero,
    specificForce: Vector3<Double>, temperature: Double? = nil
  ) {
    self.start = start
    self.duration = duration
    self.angularRate = angularRate
    self.angularRateDeviation = angularRateDeviation
    self.specificForce = specificForce
    self.temperature = temperature
  }
}
