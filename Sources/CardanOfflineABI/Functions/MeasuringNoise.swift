// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan
import CCardanOffline
import CardanABI
import OfflineEstimation

@c @implementation
public func cardan_measure_noise(
  _ recording: UnsafePointer<cardan_recording>?, _ takesMovement: Int32, _ name: UnsafePointer<CChar>?,
  _ noise: UnsafeMutablePointer<OpaquePointer?>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let noise else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  let (rows, status) = RecordingRows.reading(recording)
  guard let rows else { return message.write("the recording is described wrongly", for: status) }
  var readings = StillReadings(takesMovement: takesMovement != 0)
  rows.forEachStamped { sample, stamp in
    readings.add(
      timestamp: stamp, angularRate: sample.angularRate, specificForce: sample.specificForce,
      magneticField: sample.magneticField)
  }
  let (gyroscope, accelerometer) = (readings.gyroscope.noise(), readings.accelerometer.noise())
  let magnetometer = readings.magnetometer.noise()
  let sensors = [("gyroscope", gyroscope), ("accelerometer", accelerometer), ("magnetometer", magnetometer)]
  let problems = sensors.compactMap { name, found in found.error.map { "\(name): \($0)" } }.joined(separator: "\n")
  let found = SensorNoise(
    recording: name.map { String(cString: $0) } ?? "", restDuration: readings.restDuration,
    gyroscope: gyroscope.axes, accelerometer: accelerometer.axes, magnetometer: magnetometer.axes)
  guard let found, let text = try? found.text else {
    return message.write(problems.isEmpty ? "no sensor has a reading at rest" : problems, for: CARDAN_UNDETERMINED)
  }
  noise.pointee = Handle.make(Document(text))
  return message.write(problems, for: CARDAN_OK)
}
