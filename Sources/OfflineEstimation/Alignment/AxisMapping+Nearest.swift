import MotionSamples
import Rotations

extension AxisMapping {
  /// The mounting in quarter turns that is nearest to a rotation, and the angle in rad that is left between them, at most
  /// 62.8 degrees.
  public static func nearest(to bodyFromSensor: Rotation<Double>) -> (mapping: AxisMapping, deviation: Double) {
    var best = (mapping: AxisMapping.identity, deviation: bodyFromSensor.angle)
    for mapping in allCases {
      let deviation = bodyFromSensor.angle(to: Rotation(matrix: mapping.bodyFromSensor()))
      if deviation < best.deviation { best = (mapping, deviation) }
    }
    return best
  }
}

extension SignedAxis {
  /// The unit vector along the axis.
  var unitVector: Vector3<Double> {
    var vector = Vector3<Double>.zero
    vector[index] = isNegative ? -1 : 1
    return vector
  }
}
