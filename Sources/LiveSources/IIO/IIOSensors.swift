import Rotations

/// The sensors of motion of a context.
struct IIOSensors {
  let accelerometer: IIOSensor?
  let gyroscope: IIOSensor?
  let magnetometer: IIOSensor?

  init(_ context: IIOContext, usesMagnetometer: Bool) {
    accelerometer = context.sensor(.accelerometer)
    gyroscope = context.sensor(.gyroscope)
    magnetometer = usesMagnetometer ? context.sensor(.magnetometer) : nil
  }

  /// The time between two polls in seconds.
  var pollInterval: Double { min(max((gyroscope ?? accelerometer)?.interval ?? 0.01, 0.001), 1) }

  /// The magnetometer is polled no more often than it measures: the same reading twice would count twice.
  var magnetometerInterval: Double { min(magnetometer?.interval ?? 0, 1) }
}
