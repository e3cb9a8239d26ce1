import AttitudeFilters
import MotionSamples
import Rotations

extension ComplementaryParameters: NamedParameters where Scalar == Real {
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "accelerometer_time", "s", .positive, &accelerometerTime,
      "Time constant of the tilt correction. 0 takes every specific force as up, large rests on the gyroscope.")
    visitor.number(
      "magnetometer_time", "s", .positive, &magnetometerTime,
      "Time constant of the heading correction. 0 takes every field as north, large rests on the gyroscope.")
    visitor.toggle(
      "adapts_gain", &adaptsGain,
      "Whether a specific force that is not as long as gravity corrects the tilt less.")
    visitor.number(
      "full_gain_deviation", "", .positive, &fullGainDeviation,
      "Relative deviation of the specific force from gravity up to which the tilt correction is in full force.")
    visitor.number(
      "zero_gain_deviation", "", .positive, &zeroGainDeviation,
      "Relative deviation from which on there is no tilt correction; larger than full_gain_deviation.")
    visitor.number("gravity", "m/s^2", 1...30, &gravity, "Gravity at the place.")
    visitor.toggle("estimates_bias", &estimatesBias, "Whether the bias of the gyroscope is learnt at rest.")
    visitor.number("bias_time", "s", .positive, &biasTime, "Time constant with which the bias is learnt at rest.")
    visitor.number(
      "rest_force_threshold", "m/s^2", .positive, &restForceThreshold,
      "Deviation of the specific force from gravity that ends rest.")
    visitor.number(
      "rest_rate_threshold", "rad/s", .positive, &restRateThreshold,
      "Angular rate about an axis, less its bias, that ends rest. Slower constant turns are taken for bias.")
    visitor.number(
      "rest_rate_change_threshold", "rad/s", .positive, &restRateChangeThreshold,
      "Change of the angular rate about an axis from sample to sample that ends rest.")
  }
}
