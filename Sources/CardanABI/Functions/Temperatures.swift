// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

@c @implementation
public func cardan_set_temperature(
  _ filter: OpaquePointer?, _ model: UnsafePointer<cardan_gyroscope_temperature>?, _ celsius: Double
) -> cardan_status {
  guard let model else { return CARDAN_NULL_ARGUMENT }
  guard model.pointee.size == MemoryLayout<cardan_gyroscope_temperature>.size else { return CARDAN_BAD_SIZE }
  guard let polynomial = BiasTemperatureModel(model.pointee) else { return CARDAN_BAD_CALIBRATION }
  let bias = polynomial.bias(at: celsius)
  var operation = SetGyroscopeBias(bias: Vector3(x: Real(bias.x), y: Real(bias.y), z: Real(bias.z)))
  return perform(&operation, on: filter)
}

private struct SetGyroscopeBias: StreamOperation {
  let bias: Vector3<Real>

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    stream.conditioner.calibration.gyroscope.bias = bias
    return CARDAN_OK
  }
}

extension BiasTemperatureModel {
  /// The polynomial of C; nil where a number is not finite, or the range ends before it begins.
  fileprivate init?(_ model: cardan_gyroscope_temperature) {
    func coefficient(_ numbers: (Double, Double, Double)) -> Vector3<Double> {
      Vector3(x: numbers.0, y: numbers.1, z: numbers.2)
    }
    let rows = model.coefficients
    self.init(
      referenceTemperature: model.reference, lowestTemperature: model.range.0, highestTemperature: model.range.1,
      constant: coefficient(rows.0), linear: coefficient(rows.1), quadratic: coefficient(rows.2),
      cubic: coefficient(rows.3), quartic: coefficient(rows.4))
    guard constant.isFiniteInLane, linear.isFiniteInLane, quadratic.isFiniteInLane, cubic.isFiniteInLane,
      quartic.isFiniteInLane, referenceTemperature.isFinite, lowestTemperature.isFinite, highestTemperature.isFinite,
      lowestTemperature <= highestTemperature
    else { return nil }
  }
}

#if !hasFeature(Embedded)
  @c @implementation
  public func cardan_gyroscope_temperature_parse(
    _ json: UnsafePointer<CChar>?, _ length: Int, _ model: UnsafeMutablePointer<cardan_gyroscope_temperature>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
  ) -> cardan_status {
    let message = MessageBuffer(start: message, size: messageSize)
    guard let json, let model else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
    return message.reading(json, length) { bytes throws(CalibrationReader.Problem) in
      try read(bytes, into: model, message)
    }
  }

  @c @implementation
  public func cardan_gyroscope_temperature_read(
    _ path: UnsafePointer<CChar>?, _ model: UnsafeMutablePointer<cardan_gyroscope_temperature>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
  ) -> cardan_status {
    let message = MessageBuffer(start: message, size: messageSize)
    guard let path, let model else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
    return message.readingFile(at: path) { bytes throws(CalibrationReader.Problem) in
      try read(bytes, into: model, message)
    }
  }

  private func read(
    _ bytes: UnsafeRawBufferPointer, into model: UnsafeMutablePointer<cardan_gyroscope_temperature>,
    _ message: MessageBuffer
  ) throws(CalibrationReader.Problem) -> cardan_status {
    guard model.pointee.size == MemoryLayout<cardan_gyroscope_temperature>.size else {
      return message.write("the model has the wrong size", for: CARDAN_BAD_SIZE)
    }
    guard let found = try CalibrationReader.gyroscopeTemperature(of: bytes) else {
      return message.write("gyroscope: has no temperature", for: CARDAN_UNSUPPORTED)
    }
    model.pointee = cardan_gyroscope_temperature(found)
    return message.write("", for: CARDAN_OK)
  }

  extension cardan_gyroscope_temperature {
    fileprivate init(_ model: BiasTemperatureModel) {
      self.init(
        size: MemoryLayout<Self>.size, reference: model.referenceTemperature,
        range: (model.lowestTemperature, model.highestTemperature),
        coefficients: (
          model.constant.numbers, model.linear.numbers, model.quadratic.numbers, model.cubic.numbers,
          model.quartic.numbers
        ))
    }
  }
#endif
