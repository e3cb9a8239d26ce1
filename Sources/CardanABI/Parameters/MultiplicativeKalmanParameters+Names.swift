import AttitudeFilters
import MotionSamples
import Rotations

extension MultiplicativeKalmanParameters: NamedParameters where Scalar == Real {
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "gyroscope_noise_density", "rad/s/sqrt(Hz)", .positive, &gyroscopeNoiseDensity,
      "Noise density of the gyroscope. Large trusts the gyroscope less.")
    visitor.number(
      "bias_random_walk", "rad/s/sqrt(s)", .positive, &biasRandomWalk,
      "Random walk of the gyroscope's bias. 0 takes the bias as constant; large takes motion for bias.")
    visitor.number(
      "specific_force_noise_density", "m/s^2/sqrt(Hz)", .positive, &specificForceNoiseDensity,
      "Noise density of the specific force. Large rests tilt on the gyroscope.")
    visitor.number(
      "magnetic_field_noise_density", "uT/sqrt(Hz)", .positive, &magneticFieldNoiseDensity,
      "Noise density of the magnetic field. Large rests heading on the gyroscope.")
    visitor.number(
      "initial_tilt_deviation", "rad", .positive, &initialTiltDeviation,
      "Standard deviation of the first tilt about each level axis.")
    visitor.number(
      "initial_heading_deviation", "rad", .positive, &initialHeadingDeviation,
      "Standard deviation of the first heading.")
    visitor.number(
      "initial_bias_deviation", "rad/s", .positive, &initialBiasDeviation,
      "Standard deviation of the gyroscope's bias before the first sample.")
    visitor.number("gravity", "m/s^2", 1...30, &gravity, "Gravity at the place.")
    visitor.number(
      "bias_limit", "rad/s", .positive, &biasLimit,
      "The estimate of the bias is kept within plus and minus this about every axis.")
  }
}
