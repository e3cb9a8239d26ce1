// Function names match the header.
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
  /// The polynomial from C; nil for non-finite numbers or an empty range.
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

// Firmware reads no calibration files.
#if !hasFeature(Embedded)
  extension cardan_gyroscope_temperature {
    /// The C struct for a temperature polynomial.
    public init(_ model: BiasTemperatureModel) {
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
