import AttitudeFilters

/// What can be tuned in the smoother. One set of defaults serves every recording; they are not meant to be changed for
/// each.
///
/// Angles are in radians; "degrees" in the text only say where a value comes from. A deviation is a standard deviation,
/// and a smaller one trusts what it belongs to more.
public struct AttitudeSmootherParameters: Sendable {
  /// Time between two knots, s, at which the attitude is estimated; between them the gyroscope is integrated. Default 0.2.
  /// The cost is per knot. On the 16 BROAD trials 0.1 costs nearly twice the time for 1.301 instead of 1.304 degrees.
  public var knotInterval = 0.2
  /// The samples between two knots of a slow recording: where `knotInterval` has fewer, it is stretched to so many, but at most
  /// by a half. Default 15; 0 never stretches it. At 48 Hz that takes a third less time, and the 16 BROAD trials lose under 1 %.
  public var samplesPerKnot = 15.0
  /// Angle random walk of the gyroscope, rad per root second. Default 0.02 degrees.
  public var angleRandomWalk = Double.degrees(0.02)
  /// Error of the angular rate in proportion to it, beyond what the gyroscope's matrix explains. Default 0.002; raised
  /// from the recording itself where the evidence is for it, up to `largestRelativeRateNoise`.
  public var relativeRateNoise = 0.002
  /// The largest value that `relativeRateNoise` is raised to. Default 0.064; the default of `relativeRateNoise` itself
  /// switches that off.
  public var largestRelativeRateNoise = 0.064
  /// Correlation time of the error in proportion to the rate, s. Default 0.3.
  public var relativeRateNoiseTime = 0.3
  /// Deviation of the rate while the gyroscope is saturated, rad/s. Default 100 degrees/s.
  public var saturatedRateDeviation = Double.degrees(100)
  /// Deviation of the rate where it is missing for less than 0.05 s, rad/s. Default 100 degrees/s.
  public var briefGapRateDeviation = Double.degrees(100)
  /// Deviation of the rate where it is missing for longer, rad/s. Default 500 degrees/s.
  public var longGapRateDeviation = Double.degrees(500)
  /// Deviation of the gyroscope's bias at the first sample, rad/s. Default 1 degree/s.
  public var biasDeviation = Double.degrees(1)
  /// How fast the bias wanders, rad/s per root second. Default 0.005 degrees/s.
  public var biasWalk = Double.degrees(0.005)
  /// Deviation of each entry of the gyroscope's matrix of scale and misalignment. Default 0.006; nearly zero keeps it zero.
  public var gyroscopeMatrixDeviation = 0.006
  /// Deviation of the accelerometer's bias, m/s². Default 0.05.
  public var accelerometerBiasDeviation = 0.05
  /// Deviation of the accelerometer's scale error. Default 0.005.
  public var accelerometerScaleDeviation = 0.005
  /// Noise density of the accelerometer, m/s per root second. Default 0.02.
  public var accelerometerNoise = 0.02
  /// Error of the integral of a specific force that jumps between two samples, as a part of the jump. Default 0.3, about
  /// 1/√12. It makes taps and impacts harmless.
  public var jumpNoise = 0.3
  /// Deviation of the specific force while the accelerometer is saturated, m/s². Default 50.
  public var saturatedForceDeviation = 50.0
  /// Spectral density of the velocity of a carried body about zero, (m/s)² s. Default 0.5; raised where the recording
  /// moves faster, up to `largestVelocityDensity`.
  public var velocityDensity = 0.5
  /// The largest value that `velocityDensity` is raised to, (m/s)² s. Default infinite; the default of `velocityDensity`
  /// switches that off.
  public var largestVelocityDensity = Double.infinity
  /// Deviation of the mean rate at rest, rad/s per root hertz. Default 0.1 degrees/s.
  public var restRateDeviation = Double.degrees(0.1)
  /// Deviation of the tilt of the first knot from the causal filter's, rad. Default 0.7.
  public var initialTiltDeviation = 0.7
  /// Deviation of the heading of the first knot from the causal filter's, rad. Default 1.
  public var initialHeadingDeviation = 1.0
  /// The magnitude of gravity, m/s². Default 9.81.
  public var gravity = 9.81
  /// When the sensor is taken to lie still.
  public var rest = RestParameters()
  /// How the magnetometer is used.
  public var field = FieldParameters()
  /// The smallest and the largest number of iterations. Default 4 and 10.
  public var iterationRange = 4...10
  /// Iterations end when no knot's tilt changes by more than this, rad. Default 0.05 degrees.
  public var tiltTolerance = Double.degrees(0.05)
  /// A longer recording is smoothed window by window, s. Default 3600. It bounds the memory: about 120 bytes a sample of
  /// one window.
  public var windowDuration = 3600.0
  /// How long two windows overlap, s; in the overlap the estimate passes from the one to the other. Default 60.
  public var windowOverlap = 60.0

  /// The default parameters.
  public init() {}

  /// Thresholds of rest, over centred windows.
  public struct RestParameters: Sendable {
    /// Length of the window, s. Default 0.5.
    public var windowDuration = 0.5
    /// Largest standard deviation of the angular rate, rad/s. Default 1 degree/s. Zero never finds rest.
    public var rateDeviation = Double.degrees(1)
    /// Largest standard deviation of the specific force, m/s². Default 0.25.
    public var specificForceDeviation = 0.25
    /// Largest mean rate about an axis that can still be a bias, rad/s. Default 3 degrees/s.
    public var biasLimit = Double.degrees(3)
    /// How long rest must last, s. Default 1.5.
    public var duration = 1.5

    /// The default thresholds.
    public init() {}
  }

  /// How the magnetometer is used: it corrects heading and never tilt.
  public struct FieldParameters: Sendable {
    /// Deviation of the direction of the field at first, rad. Default 5 degrees; then estimated from the recording.
    public var directionDeviation = Double.degrees(5)
    /// Limits of the estimated deviation of the direction, rad. Default 1 to 10 degrees.
    public var directionDeviationRange = Double.degrees(1)...Double.degrees(10)
    /// Correlation time of the field's unevenness along the path, s. Default 2.
    public var correlationTime = 2.0
    /// Expected heading error for an anomaly as large as the horizontal field, rad. Default 0.8.
    public var anomalyWeight = 0.8
    /// How long an anomaly is remembered, forward and backward, s. Default 0.3.
    public var anomalyMemory = 0.3
    /// Width of the robust weights on heading at first, rad. Default 10 degrees; then three deviations.
    public var robustWidth = Double.degrees(10)
    /// Width of the robust weights in the calibration, as a part of the field. Default 0.1.
    public var calibrationWidth = 0.1
    /// Deviation of the hard iron as a part of the field. Default 0.3.
    public var hardIronDeviation = 0.3
    /// Hard iron is believed where the residual without it is so many times that with it. Default 2; infinite never
    /// estimates it.
    public var hardIronRatio = 2.0
    /// Deviation of the magnetometer's lag behind the gyroscope, s. Default 0.02.
    public var lagDeviation = 0.02
    /// The largest lag either way, s. Default 0.05.
    public var lagLimit = 0.05
    /// Deviation of the site's field from magnetic north, rad: part of the heading's deviation, as no recording shows it.
    /// Default 1.5 degrees.
    public var siteDeviation = Double.degrees(1.5)

    /// The default parameters.
    public init() {}
  }
}

extension Double {
  /// An angle given in degrees, in radians.
  static func degrees(_ value: Double) -> Double { value * .pi / 180 }
}

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
