import AttitudeFilters
import MotionSamples
import Rotations

extension VQFParameters: NamedParameters where Scalar == Real {
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "accelerometer_time_constant", "s", .positive, &accelerometerTimeConstant,
      "Time constant of the low-pass of the specific force. 0 takes every reading as up, longer trusts the gyroscope more."
    )
    visitor.number(
      "magnetometer_time_constant", "s", .positive, &magnetometerTimeConstant,
      "Time constant of the heading correction. 0 takes every reading as it is, longer trusts the gyroscope more.")
    visitBias(&visitor)
    visitRest(&visitor)
    visitField(&visitor)
  }

  private mutating func visitBias<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.toggle(
      "estimates_bias_in_motion", &estimatesBiasInMotion, "Whether the gyroscope's bias is estimated in motion.")
    visitor.toggle(
      "estimates_bias_at_rest", &estimatesBiasAtRest, "Whether rest is used to estimate the gyroscope's bias.")
    visitor.number(
      "initial_bias_deviation", "rad/s", .positive, &initialBiasDeviation,
      "One standard deviation of the bias before the first sample, and the largest one later.")
    visitor.number(
      "bias_forgetting_time", "s", .positive, &biasForgettingTime,
      "Time in which the standard deviation of the bias grows from 0 to 0.1 degrees/s without measurement.")
    visitor.number(
      "largest_bias", "rad/s", .positive, &largestBias, "Largest bias in every axis. Rest is only believed below it.")
    visitor.number(
      "bias_deviation_in_motion", "rad/s", .positive, &biasDeviationInMotion,
      "Standard deviation of the bias to which estimation in motion converges. Smaller trusts tilt corrections less.")
    visitor.number(
      "vertical_forgetting_factor", "", 0...1, &verticalForgettingFactor,
      "How much weaker, in variance, the vertical bias is drawn to zero in motion.")
    visitor.number(
      "bias_deviation_at_rest", "rad/s", .positive, &biasDeviationAtRest,
      "Standard deviation of the bias to which estimation at rest converges.")
  }

  private mutating func visitRest<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number("rest_time", "s", .positive, &restTime, "Time without motion after which rest is believed.")
    visitor.number(
      "rest_filter_time_constant", "s", .positive, &restFilterTimeConstant,
      "Time constant of the low-passes of the rest detection.")
    visitor.number(
      "rest_rate_threshold", "rad/s", .positive, &restRateThreshold,
      "Deviation of the angular rate from its low-passed value that ends rest.")
    visitor.number(
      "rest_force_threshold", "m/s^2", .positive, &restForceThreshold,
      "Deviation of the specific force from its low-passed value that ends rest.")
  }

  private mutating func visitField<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.toggle(
      "rejects_magnetic_disturbances", &rejectsMagneticDisturbances,
      "Whether disturbed magnetic fields are recognised and left out.")
    visitor.number(
      "field_time_constant", "s", .positive, &fieldTimeConstant,
      "Time constant of the low-pass of norm and dip of the field. 0 takes them as they are.")
    visitor.number(
      "field_reference_time_constant", "s", .positive, &fieldReferenceTimeConstant,
      "Time constant with which the reference follows an undisturbed field.")
    visitor.number(
      "field_norm_threshold", "", .positive, &fieldNormThreshold,
      "Largest deviation of the norm of an undisturbed field from its reference, relative.")
    visitor.number(
      "field_dip_threshold", "rad", .positive, &fieldDipThreshold,
      "Largest deviation of the dip of an undisturbed field from its reference.")
    visitor.number(
      "field_acceptance_time", "s", .positive, &fieldAcceptanceTime,
      "Time in motion after which a new homogeneous field becomes the reference.")
    visitor.number(
      "first_field_acceptance_time", "s", .positive, &firstFieldAcceptanceTime, "The same for the first reference.")
    visitor.number(
      "field_acceptance_rate", "rad/s", .positive, &fieldAcceptanceRate,
      "Angular rate above which time counts for the acceptance of a new field.")
    visitor.number(
      "undisturbed_time", "s", .positive, &undisturbedTime,
      "Time that a field must fit its reference before it counts as undisturbed.")
    visitor.number(
      "longest_rejection_time", "s", .positive, &longestRejectionTime,
      "Time for which a disturbed field is left out altogether.")
    visitor.number(
      "rejection_factor", "", 1...1e6, &rejectionFactor,
      "By how much a disturbed field counts less after that time.")
    visitor.magneticReference(&magneticReference)
  }
}
