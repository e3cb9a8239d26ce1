import MotionSamples
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

  /// The sensor that sets the pace; nil where there is neither a gyroscope nor an accelerometer.
  var leader: IIOSensor? { gyroscope ?? accelerometer }

  /// All of them, the gyroscope last: its reading completes a sample.
  var all: [IIOSensor] { [accelerometer, magnetometer, gyroscope].compactMap { $0 } }

  /// The time between two samples in seconds, where it is known or chosen.
  var interval: Double? { leader?.isScanned == true ? leader?.interval : pollInterval }

  /// The time between two polls in seconds.
  var pollInterval: Double { min(max(leader?.interval ?? 0.01, 0.001), 1) }

  /// The time between two readings of a sensor in the samples, in seconds.
  func interval(of sensor: IIOSensor) -> Double? {
    guard let interval else { return sensor.interval }
    return max(sensor.interval ?? 0, interval)
  }
}
