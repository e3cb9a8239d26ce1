import CardanABI
import OfflineEstimation

extension AttitudeSmootherParameters: NamedParameters {
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "knot_interval", "s", 0.01...10, &knotInterval,
      "Time between two knots, at which the attitude is estimated; the cost is per knot.")
    visitor.number(
      "window_duration", "s", 60...1e6, &windowDuration, "A longer recording is smoothed window by window.")
    visitor.number("window_overlap", "s", 1...3600, &windowOverlap, "How long two windows overlap.")
    visitGyroscope(&visitor)
    visitAccelerometer(&visitor)
    visitMagnetometer(&visitor)
  }

  private mutating func visitGyroscope<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number("angle_random_walk", "rad/s^0.5", .positive, &angleRandomWalk, "Noise density of the gyroscope.")
    visitor.number(
      "relative_rate_noise", "", 0...1, &relativeRateNoise,
      "Error of the angular rate in proportion to it; raised where the recording speaks for it.")
    visitor.number(
      "largest_relative_rate_noise", "", 0...1, &largestRelativeRateNoise,
      "The largest value that relative_rate_noise is raised to.")
    visitor.number("bias_deviation", "rad/s", .positive, &biasDeviation, "Deviation of the bias at the first sample.")
    visitor.number("bias_walk", "rad/s^1.5", .positive, &biasWalk, "How fast the bias wanders.")
    visitor.number(
      "gyroscope_matrix_deviation", "", .positive, &gyroscopeMatrixDeviation,
      "Deviation of each entry of the matrix of scale and misalignment; nearly zero keeps it zero.")
    visitor.number(
      "rest_rate_deviation", "rad/s/Hz^0.5", .positive, &restRateDeviation, "Deviation of the mean rate at rest.")
  }

  private mutating func visitAccelerometer<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "accelerometer_bias_deviation", "m/s^2", .positive, &accelerometerBiasDeviation,
      "Deviation of the accelerometer's bias.")
    visitor.number(
      "accelerometer_scale_deviation", "", .positive, &accelerometerScaleDeviation,
      "Deviation of the accelerometer's scale error.")
    visitor.number(
      "accelerometer_noise", "m/s/s^0.5", .positive, &accelerometerNoise, "Noise density of the accelerometer.")
    visitor.number(
      "velocity_density", "(m/s)^2 s", 1e-6...1e6, &velocityDensity,
      "Spectral density of the velocity of the carrier about zero; raised where the recording moves faster.")
  }

  private mutating func visitMagnetometer<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "field_direction_deviation", "rad", 1e-6...Double.pi, &field.directionDeviation,
      "Deviation of the direction of the field at first; then it is estimated.")
    visitor.number(
      "field_anomaly_weight", "rad", .positive, &field.anomalyWeight,
      "Expected heading error for an anomaly as large as the horizontal field.")
    visitor.number(
      "field_site_deviation", "rad", 0...Double.pi, &field.siteDeviation,
      "Deviation of the site's field from magnetic north: part of the heading's deviation.")
    visitor.number(
      "hard_iron_ratio", "", 1...1e12, &field.hardIronRatio,
      "Hard iron is believed where the residual without it is so many times that with it; large never estimates it.")
  }
}
