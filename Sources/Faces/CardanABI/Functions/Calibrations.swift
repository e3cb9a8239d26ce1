// Function names match the header.
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

extension cardan_calibration {
  /// The C struct for a device calibration.
  public init(_ model: DeviceCalibration<Double>) {
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
