/// What can be said of a source before its first sample.
public struct SourceDescription: Sendable {
  /// One sensor of a source.
  public struct Sensor: Hashable, Sendable {
    /// The time between two readings in seconds; nil where it is not known.
    public var interval: Double?

    /// A sensor with the time between its readings in seconds, where it is known.
    public init(interval: Double? = nil) { self.interval = interval }
  }

  /// What the source is called in messages: a file, a device, an address.
  public var name: String
  /// The accelerometer; nil where there is none.
  public var accelerometer: Sensor?
  /// The gyroscope; nil where there is none.
  public var gyroscope: Sensor?
  /// The magnetometer; nil where there is none.
  public var magnetometer: Sensor?
  /// What is known of the place; nil where nothing is. Without it there is no true north.
  public var trueNorth: TrueNorthReference?
  /// Where on the user the sensors are. Default: in the device.
  public var sensorLocation: SensorLocation

  /// A description from its parts; what is left out is not there.
  public init(
    name: String, accelerometer: Sensor? = nil, gyroscope: Sensor? = nil, magnetometer: Sensor? = nil,
    trueNorth: TrueNorthReference? = nil, sensorLocation: SensorLocation = .default
  ) {
    self.name = name
    self.accelerometer = accelerometer
    self.gyroscope = gyroscope
    self.magnetometer = magnetometer
    self.trueNorth = trueNorth
    self.sensorLocation = sensorLocation
  }
}
