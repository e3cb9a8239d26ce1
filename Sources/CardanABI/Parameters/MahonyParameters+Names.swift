import AttitudeFilters
import MotionSamples
import Rotations

extension MahonyParameters: NamedParameters where Scalar == Real {
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "gain", "1/s", .positive, &gain,
      "k_P: how fast the attitude is drawn towards the measured directions. 0 rests on the gyroscope alone; large follows every acceleration."
    )
    visitor.number(
      "bias_gain", "1/s^2", .positive, &biasGain,
      "k_I: how fast the bias of the gyroscope is learnt. 0 estimates none; beyond the square of gain / 2 it overshoots."
    )
    visitor.number("accelerometer_weight", "", .positive, &accelerometerWeight, "k_1: weight of the accelerometer.")
    visitor.number(
      "magnetometer_weight", "", .positive, &magnetometerWeight,
      "k_2: weight of the magnetometer. 0 leaves the heading free after the start.")
    visitor.number(
      "bias_limit", "rad/s", .positive, &biasLimit,
      "The estimate of the bias is kept within plus and minus this about every axis.")
  }
}
