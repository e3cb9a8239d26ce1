// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan
import MotionSamples
import Rotations

@c @implementation
public func cardan_calibration_identity(_ calibration: UnsafeMutablePointer<cardan_calibration>?) -> cardan_status {
  guard let calibration else { return CARDAN_NULL_ARGUMENT }
  calibration.pointee = cardan_calibration(.identity)
  return CARDAN_OK
}

#if !hasFeature(Embedded)
  @c @implementation
  public func cardan_calibration_parse(
    _ json: UnsafePointer<CChar>?, _ length: Int, _ calibration: UnsafeMutablePointer<cardan_calibration>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
  ) -> cardan_status {
    let message = MessageBuffer(start: message, size: messageSize)
    guard let json, let calibration else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
    return message.reading(json, length) { bytes throws(CalibrationReader.Problem) in
      try read(bytes, into: calibration, message)
    }
  }

  @c @implementation
  public func cardan_calibration_read(
    _ path: UnsafePointer<CChar>?, _ calibration: UnsafeMutablePointer<cardan_calibration>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
  ) -> cardan_status {
    let message = MessageBuffer(start: message, size: messageSize)
    guard let path, let calibration else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
    return message.readingFile(at: path) { bytes throws(CalibrationReader.Problem) in
      try read(bytes, into: calibration, message)
    }
  }

  private func read(
    _ bytes: UnsafeRawBufferPointer, into calibration: UnsafeMutablePointer<cardan_calibration>,
    _ message: MessageBuffer
  ) throws(CalibrationReader.Problem) -> cardan_status {
    calibration.pointee = cardan_calibration(try CalibrationReader.model(of: bytes))
    return message.write("", for: CARDAN_OK)
  }
#endif

extension cardan_calibration {
  /// The models of Swift for C.
  fileprivate init(_ model: DeviceModel<Double>) {
    self.init(
      gyroscope: cardan_sensor_model(model.gyroscope), accelerometer: cardan_sensor_model(model.accelerometer),
      magnetometer: cardan_sensor_model(model.magnetometer))
  }
}

extension cardan_sensor_model {
  fileprivate init(_ model: SensorModel<Double>) {
    let (row0, row1, row2) = (model.matrix.row0, model.matrix.row1, model.matrix.row2)
    self.init(
      matrix: (row0.x, row0.y, row0.z, row1.x, row1.y, row1.z, row2.x, row2.y, row2.z),
      bias: (model.bias.x, model.bias.y, model.bias.z))
  }
}
