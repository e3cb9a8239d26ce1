import AttitudeFilters
import MotionSamples
import Rotations

extension VelocityBoundedParameters: NamedParameters where Scalar == Real {
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitVelocity(&visitor)
    visitGyroscope(&visitor)
    visitRest(&visitor)
    visitField(&visitor)
    visitor.number(
      "output_lead", "s", -0.1...0.1, &outputLead,
      "The attitude is given for this much later than the sample, by rotating forward with the last rate.")
  }

  private mutating func visitVelocity<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "velocity_density", "(m/s)^2 s", .positive, &velocityDensity,
      "Spectral density of the velocity of a carried body: 0.1 for a hand or a body, about 2 for a drone or a car. Small trusts the accelerometer as a plumb line, large allows longer accelerations."
    )
    visitor.number(
      "velocity_density_at_rest", "(m/s)^2 s", .positive, &velocityDensityAtRest, "The same at rest.")
    visitor.number(
      "norm_tolerance", "", .positive, &normTolerance,
      "Relative deviation of the mean specific force from gravity at which the velocity's density is doubled.")
    visitor.number(
      "accelerometer_noise", "m/s/sqrt(s)", .positive, &accelerometerNoise, "Noise density of the accelerometer.")
    visitor.number(
      "step_interval", "s", 0.001...1, &stepInterval,
      "Time between two steps of the Kalman filter. Shorter costs time and gains nothing.")
    visitor.number(
      "alignment_duration", "s", 0...60, &alignmentDuration,
      "Duration of the first alignment, in which the mean specific force is taken as up. 0 trusts the first sample.")
    visitor.number(
      "initial_tilt_deviation", "rad", .positive, &initialTiltDeviation, "Standard deviation of the first tilt.")
    visitor.number(
      "initial_velocity_deviation", "m/s", .positive, &initialVelocityDeviation,
      "Standard deviation of the first velocity.")
  }

  private mutating func visitGyroscope<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "bias_deviation", "rad/s", .positive, &biasDeviation,
      "Standard deviation of the gyroscope's bias before anything is known. 0 switches the estimate off.")
    visitor.number(
      "bias_limit", "rad/s", .positive, &biasLimit, "The estimate of the bias is kept within plus and minus this.")
    visitor.number(
      "bias_walk", "rad/s/sqrt(s)", .positive, &biasWalk,
      "How fast the bias wanders. Large follows temperature, and motion.")
    visitor.number(
      "scale_deviation", "", .positive, &scaleDeviation,
      "Standard deviation of the gyroscope's scale error before anything is known. 0 switches the estimate off.")
    visitor.number(
      "scale_limit", "", .positive, &scaleLimit, "The estimate of the scale error is kept within plus and minus this.")
    visitor.number("scale_walk", "1/sqrt(s)", .positive, &scaleWalk, "How fast the scale error wanders.")
    visitor.number(
      "cross_axis_deviation", "", .positive, &crossAxisDeviation,
      "Standard deviation of the gyroscope's cross-axis terms; only the filter with 14 states has them.")
    visitor.number(
      "angle_random_walk", "rad/sqrt(s)", .positive, &angleRandomWalk,
      "Angle random walk of the gyroscope. Large trusts the accelerometer more.")
    visitor.number(
      "relative_rate_noise", "", .positive, &relativeRateNoise,
      "Error of the angular rate in proportion to it: scale and alignment errors that are not estimated.")
    visitor.number(
      "relative_rate_noise_time", "s", .positive, &relativeRateNoiseTime,
      "Correlation time of the error in proportion to the rate.")
    visitor.toggle(
      "detects_missed_rotations", &detectsMissedRotations,
      "Whether a turn of the field that the gyroscope did not see may correct the attitude.")
  }

  private mutating func visitRest<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "rest_rate_deviation", "rad/s/sqrt(Hz)", .positive, &restRateDeviation,
      "Standard deviation of the angular rate at rest, for the update of the bias.")
    visitor.number(
      "rest_averaging_time", "s", .positive, &rest.averagingTime,
      "Time constant of the averages that readings are compared with to find rest.")
    visitor.number(
      "rest_rate_threshold", "rad/s", .positive, &rest.rateThreshold,
      "Largest distance of the angular rate from its average at rest. 0 never finds rest.")
    visitor.number(
      "rest_specific_force_threshold", "m/s^2", .positive, &rest.specificForceThreshold,
      "Largest distance of the specific force from its average at rest.")
    visitor.number(
      "rest_bias_limit", "rad/s", .positive, &rest.biasLimit,
      "Largest average rate about an axis that can still be a bias.")
    visitor.number("rest_duration", "s", .positive, &rest.duration, "How long all of it must hold for rest.")
  }

  private mutating func visitField<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "field_direction_deviation", "rad", .positive, &fieldDirectionDeviation,
      "Standard deviation of the direction of the magnetic field in an undisturbed place. Large rests heading on the gyroscope."
    )
    visitor.number(
      "field_correlation_time", "s", .positive, &fieldCorrelationTime,
      "Correlation time of the field's unevenness along the path.")
    visitor.number(
      "anomaly_weight", "rad", .positive, &anomalyWeight,
      "Expected heading error for an anomaly of the field as large as its horizontal part. 0 trusts a disturbed field like a good one."
    )
    visitor.number(
      "lag_deviation", "s", .positive, &lagDeviation,
      "Prior standard deviation of the magnetometer's lag behind the gyroscope. 0 switches the correction off.")
    visitor.number("lag_limit", "s", 0...1, &lagLimit, "The largest lag of the magnetometer that is corrected.")
    visitor.toggle(
      "estimates_hard_iron", &estimatesHardIron,
      "Whether a constant hard iron is estimated from the motion and taken away once it is proven.")
    visitor.magneticReference(&magneticReference)
  }
}
