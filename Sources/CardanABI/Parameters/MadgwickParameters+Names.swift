import AttitudeFilters
import MotionSamples
import Rotations

extension MadgwickParameters: NamedParameters where Scalar == Real {
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "gain", "rad/s", .positive, &gain,
      "Beta: how fast the attitude is drawn towards accelerometer and magnetometer. 0 rests on the gyroscope alone; large follows every acceleration."
    )
    visitor.number(
      "bias_gain", "rad/s^2", .positive, &biasGain,
      "Zeta: how fast the bias of the gyroscope is learnt. 0 estimates none; large takes accelerations for bias.")
    visitor.number(
      "bias_limit", "rad/s", .positive, &biasLimit,
      "The estimate of the bias is kept within plus and minus this about every axis.")
  }
}
