import CCardanOffline
import MotionSamples
import OfflineEstimation
import Rotations

extension cardan_alignment {
  /// The result of Swift for C.
  init(_ alignment: RelativeAlignment) {
    let nearest = alignment.nearestAxes
    self.init(
      size: MemoryLayout<cardan_alignment>.size, first_from_second: alignment.firstFromSecond.wxyz,
      rotation_sigma: alignment.rotationDeviation.xyz, clock_offset: alignment.clockOffset,
      clock_offset_sigma: alignment.clockOffsetDeviation, bias_difference: alignment.biasDifference.xyz,
      rate_ratio: alignment.rateRatio, explained: alignment.explained, residual: alignment.residual,
      nearest_axes: nearest.mapping.numbers, nearest_axes_deviation: nearest.deviation, count: alignment.count)
  }
}

extension cardan_mounting {
  /// The result of Swift for C.
  init(_ mounting: SensorMounting) {
    let nearest = mounting.nearestAxes
    self.init(
      size: MemoryLayout<cardan_mounting>.size, body_from_sensor: mounting.bodyFromSensor.wxyz,
      nearest_axes: nearest.mapping.numbers, nearest_axes_deviation: nearest.deviation,
      largest_residual: mounting.largestResidual)
  }
}

extension AxisMapping {
  /// 1, 2, 3 for x, y, z; negative for the opposite direction.
  fileprivate var numbers: (Int32, Int32, Int32) { (Self.number(x), Self.number(y), Self.number(z)) }

  private static func number(_ axis: SignedAxis) -> Int32 { Int32(axis.isNegative ? -axis.index - 1 : axis.index + 1) }
}

extension Vector3<Double> {
  fileprivate var xyz: (Double, Double, Double) { (x, y, z) }
}

extension Rotation<Double> {
  fileprivate var wxyz: (Double, Double, Double, Double) { (quaternion.w, quaternion.x, quaternion.y, quaternion.z) }
}
