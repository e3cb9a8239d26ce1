import AttitudeFilters
import Rotations

/// The tuning parameters of the smoother. The defaults are meant for every recording.
///
/// Angles are in radians. A smaller standard deviation gives the term it belongs to more weight. The article
/// <doc:TheSmoother> lists all of them with symbols and equations.
public struct AttitudeSmootherParameters: Sendable {
  /// Time between two knots, s. Default 0.2. The cost is per knot: on the 16 BROAD trials 0.1 takes nearly twice the time,
  /// with an RMSE of 1.301 instead of 1.304 degrees.
  public var knotInterval = 0.2
  /// Least number of samples between two knots of a slow recording: `knotInterval` is stretched to hold this many, by half
  /// at most. Default 15; 0 never stretches. At 48 Hz this saves a third of the time, and the RMSE on the 16 BROAD trials
  /// grows by less than 1 %.
  public var samplesPerKnot = 15.0
  /// Angle random walk of the gyroscope, rad/√s. Default 0.02 degrees/√s.
  public var angleRandomWalk = Double.degrees(0.02)
  /// Error of the angular rate relative to the rate, beyond `gyroscopeMatrix`. Default 0.002; doubled while the evidence
  /// rises, up to `largestRelativeRateNoise`.
  public var relativeRateNoise = 0.002
  /// Upper limit of `relativeRateNoise` as raised by the evidence. Default 0.064; the value of `relativeRateNoise` switches
  /// raising off.
  public var largestRelativeRateNoise = 0.064
  /// Correlation time of the relative rate error, s. Default 0.3.
  public var relativeRateNoiseTime = 0.3
  /// Standard deviation of the rate while the gyroscope is saturated, rad/s. Default 100 degrees/s.
  public var saturatedRateDeviation = Double.degrees(100)
  /// Standard deviation of the rate while it is missing for less than 0.05 s, rad/s. Default 100 degrees/s.
  public var briefGapRateDeviation = Double.degrees(100)
  /// Standard deviation of the rate while it is missing for longer, rad/s. Default 500 degrees/s.
  public var longGapRateDeviation = Double.degrees(500)
  /// Standard deviation of the gyroscope's bias at the first sample, rad/s; at least half of the bias that the causal filter
  /// found. Default 0.3 degrees/s.
  public var biasDeviation = Double.degrees(0.3)
  /// Random walk of the gyroscope's bias, (rad/s)/√s; more where the recording shows it. Default 0.005 (degrees/s)/√s.
  public var biasWalk = Double.degrees(0.005)
  /// Standard deviation of each entry of the gyroscope's matrix of scale and misalignment. Default 0.003; a value near zero
  /// keeps the matrix zero.
  public var gyroscopeMatrixDeviation = 0.003
  /// Standard deviation of the accelerometer's bias, m/s². Default 0.05.
  public var accelerometerBiasDeviation = 0.05
  /// Standard deviation of the accelerometer's scale error; more where the recording shows it. Default 0.005.
  public var accelerometerScaleDeviation = 0.005
  /// Standard deviation of the accelerometer's lag behind the gyroscope, s. Default 0.003.
  public var accelerometerLagDeviation = 0.003
  /// Standard deviation of each component of the lever arm from the point whose velocity is near zero to the sensor, m.
  /// Default 0.3; a value near zero puts the sensor there.
  public var leverArmDeviation = 0.3
  /// Noise density of the accelerometer, (m/s)/√s. Default 0.02.
  public var accelerometerNoise = 0.02
  /// Integration error of a specific force that changes between two samples, relative to the change. Default 0.3, about
  /// 1/√12. It reduces the weight of taps and impacts.
  public var jumpNoise = 0.3
  /// Standard deviation of the specific force while the accelerometer is saturated, m/s². Default 50.
  public var saturatedForceDeviation = 50.0
  /// Spectral density of the velocity about zero in the first iteration, (m/s)² s. Default 0.5; later estimated at every
  /// knot, within the limits that follow. Equal limits fix it.
  public var velocityDensity = 0.5
  /// The smallest estimated density of the velocity, (m/s)² s. Default 0.1.
  public var leastVelocityDensity = 0.1
  /// The largest estimated density of the velocity, (m/s)² s. Default 1000, as of vehicles.
  public var largestVelocityDensity = 1000.0
  /// The largest estimated density of the vertical velocity, and of all velocities beside a saturated gyroscope, (m/s)² s.
  /// Default 2. A carrier with a larger density travels.
  public var stayingVelocityDensity = 2.0
  /// The estimated density per mean square of the velocity in one axis, s. Default 20.
  public var velocityTime = 20.0
  /// The time before and after a knot whose velocities count for its density, s. Default 2.
  public var velocityWindow = 2.0
  /// Standard deviation of an observed velocity over ground that has none of its own, m/s per axis. Default 0.1.
  public var velocityDeviation = 0.1
  /// Lag of an observed velocity over ground that has none of its own, s. Default 0.15, as of satellite receivers.
  public var velocityLag = 0.15
  /// Position of the antenna that measures the velocity over ground relative to the sensor, in body axes, m. Default zero.
  public var antenna = Vector3<Double>.zero
  /// Standard deviation of each component of `antenna`, m. Default 0.5.
  public var antennaDeviation = 0.5
  /// Standard deviation of an observed speed that has none of its own, m/s. Default 0.1.
  public var speedDeviation = 0.1
  /// Standard deviation of the speed across the forward axis, which is taken for zero with an observed speed, m/s. Default 0.2.
  public var lateralDeviation = 0.2
  /// Standard deviation of the rotation in an interval in which the causal filter found that the gyroscope missed one, rad.
  /// Default 60 degrees.
  public var missedRotationDeviation = Double.degrees(60)
  /// Standard deviation of the mean rate at rest over 1 s, rad/s/√Hz. Default 0.1 degrees/s/√Hz.
  public var restRateDeviation = Double.degrees(0.1)
  /// Standard deviation of the tilt of the first knot about the current estimate, rad. Default 0.7.
  public var initialTiltDeviation = 0.7
  /// Standard deviation of the heading of the first knot about the current estimate, rad. Default 1.
  public var initialHeadingDeviation = 1.0
  /// The magnitude of gravity, m/s². Default 9.81.
  public var gravity = 9.81
  /// Thresholds of rest.
  public var rest = RestParameters()
  /// Use of the magnetometer.
  public var field = FieldParameters()
  /// The smallest and the largest number of iterations. Default 4 and 10.
  public var iterationRange = 4...10
  /// Iterations end when the tilt of every knot changes by less than this, rad. Default 0.05 degrees.
  public var tiltTolerance = Double.degrees(0.05)
  /// Longest duration that is smoothed as a whole, s; longer recordings are smoothed in windows. Default 3600. It bounds the
  /// memory: about 120 bytes a sample of one window.
  public var windowDuration = 3600.0
  /// Overlap of two windows, s, in which the estimate blends from one to the other. Default 60.
  public var windowOverlap = 60.0
  /// The attitude is given for this much later than the sample, s, by rotating forward with its rate. Default 0. For sensors
  /// whose group delay is known: the delay of the gyroscope less half a sample interval.
  public var outputLead = 0.0

  /// The default parameters.
  public init() {}

  /// The parameters of the causal filter.
  var filter: VelocityBoundedParameters<Double> {
    var filter = VelocityBoundedParameters<Double>()
    (filter.velocityDeviation, filter.velocityLag, filter.antenna) = (velocityDeviation, velocityLag, antenna)
    (filter.speedDeviation, filter.lateralDeviation) = (speedDeviation, lateralDeviation)
    return filter
  }

  /// Thresholds of rest, over centred windows.
  public struct RestParameters: Sendable {
    /// Length of the window, s. Default 0.5.
    public var windowDuration = 0.5
    /// Largest standard deviation of the angular rate, rad/s. Default 1 degree/s. Zero switches rest detection off.
    public var rateDeviation = Double.degrees(1)
    /// Largest standard deviation of the specific force, m/s². Default 0.25.
    public var specificForceDeviation = 0.25
    /// Largest mean rate about an axis, rad/s; above it the rate cannot be a bias. Default 3 degrees/s.
    public var biasLimit = Double.degrees(3)
    /// Shortest rest, s. Default 1.5.
    public var duration = 1.5

    /// The default thresholds.
    public init() {}
  }

  /// Use of the magnetometer, which corrects heading and never tilt.
  public struct FieldParameters: Sendable {
    /// Standard deviation of the direction of the field in the first iteration, rad. Default 5 degrees; later estimated
    /// from the recording.
    public var directionDeviation = Double.degrees(5)
    /// Limits of the estimated standard deviation of the direction, rad. Default 1 to 10 degrees.
    public var directionDeviationRange = Double.degrees(1)...Double.degrees(10)
    /// Correlation time of the field's unevenness along the path, s. Default 2.
    public var correlationTime = 2.0
    /// Standard deviation of the heading for an anomaly as large as the horizontal field, rad. Default 0.8.
    public var anomalyWeight = 0.8
    /// Decay time of an anomaly, forward and backward, s. Default 0.3.
    public var anomalyMemory = 0.3
    /// Width of the robust weights of heading in the first iteration, rad. Default 10 degrees; later three standard
    /// deviations of the direction.
    public var robustWidth = Double.degrees(10)
    /// Width of the robust weights in the calibration, relative to the field. Default 0.1.
    public var calibrationWidth = 0.1
    /// Standard deviation of the hard iron, relative to the field. Default 0.3.
    public var hardIronDeviation = 0.3
    /// Ratio of the residuals without and with hard iron above which it is estimated. Default 2; infinite switches it off.
    public var hardIronRatio = 2.0
    /// Standard deviation of the magnetometer's lag behind the gyroscope, s. Default 0.02.
    public var lagDeviation = 0.02
    /// The largest lag of either sign, s. Default 0.05.
    public var lagLimit = 0.05
    /// Standard deviation of the site's field from magnetic north, rad: part of the heading's standard deviation, because no
    /// recording contains it. Default 1.5 degrees.
    public var siteDeviation = Double.degrees(1.5)

    /// The default parameters.
    public init() {}
  }
}

extension AttitudeSmootherParameters: NamedParameters {
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "knot_interval", "s", 0.01...10, &knotInterval,
      "Time between two knots; the cost is per knot.")
    visitor.number(
      "window_duration", "s", 60...1e6, &windowDuration,
      "Longest duration smoothed as a whole; longer recordings in windows.")
    visitor.number("window_overlap", "s", 1...3600, &windowOverlap, "Overlap of two windows.")
    visitor.number(
      "output_lead", "s", -0.1...0.1, &outputLead,
      "The attitude is given for this much later than the sample, by rotating forward with its rate.")
    visitGyroscope(&visitor)
    visitAccelerometer(&visitor)
    visitAiding(&visitor)
    visitMagnetometer(&visitor)
  }

  private mutating func visitGyroscope<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number("angle_random_walk", "rad/s^0.5", .positive, &angleRandomWalk, "Noise density of the gyroscope.")
    visitor.number(
      "relative_rate_noise", "", 0...1, &relativeRateNoise,
      "Error of the angular rate relative to the rate; raised if the recording gives evidence of it.")
    visitor.number(
      "largest_relative_rate_noise", "", 0...1, &largestRelativeRateNoise,
      "Upper limit of relative_rate_noise as raised by the evidence.")
    visitor.number(
      "bias_deviation", "rad/s", .positive, &biasDeviation, "Standard deviation of the bias at the first sample.")
    visitor.number("bias_walk", "rad/s^1.5", .positive, &biasWalk, "Random walk of the bias.")
    visitor.number(
      "gyroscope_matrix_deviation", "", .positive, &gyroscopeMatrixDeviation,
      "Standard deviation of each entry of the matrix of scale and misalignment; near zero keeps it zero.")
    visitor.number(
      "missed_rotation_deviation", "rad", 0...10, &missedRotationDeviation,
      "Standard deviation of the rotation where the causal filter found that the gyroscope missed one.")
    visitor.number(
      "rest_rate_deviation", "rad/s/Hz^0.5", .positive, &restRateDeviation,
      "Standard deviation of the mean rate at rest.")
  }

  private mutating func visitAccelerometer<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "accelerometer_bias_deviation", "m/s^2", .positive, &accelerometerBiasDeviation,
      "Standard deviation of the accelerometer's bias.")
    visitor.number(
      "accelerometer_scale_deviation", "", .positive, &accelerometerScaleDeviation,
      "Standard deviation of the accelerometer's scale error.")
    visitor.number(
      "accelerometer_lag_deviation", "s", .positive, &accelerometerLagDeviation,
      "Standard deviation of the accelerometer's lag behind the gyroscope.")
    visitor.number(
      "lever_arm_deviation", "m", .positive, &leverArmDeviation,
      "Standard deviation of the lever arm from the point whose velocity is near zero to the sensor.")
    visitor.number(
      "accelerometer_noise", "m/s/s^0.5", .positive, &accelerometerNoise, "Noise density of the accelerometer.")
    visitor.number(
      "velocity_density", "(m/s)^2 s", 1e-6...1e6, &velocityDensity,
      "Spectral density of the velocity about zero in the first iteration; later estimated.")
    visitor.number(
      "least_velocity_density", "(m/s)^2 s", 1e-6...1e6, &leastVelocityDensity,
      "Smallest estimated density of the velocity.")
    visitor.number(
      "largest_velocity_density", "(m/s)^2 s", 1e-6...1e6, &largestVelocityDensity,
      "Largest estimated density of the velocity; equal to the smallest, it is fixed.")
    visitor.number(
      "staying_velocity_density", "(m/s)^2 s", 1e-6...1e6, &stayingVelocityDensity,
      "Largest estimated density of the velocity of a carrier that does not travel, and of vertical velocities.")
    visitor.number(
      "velocity_time", "s", .positive, &velocityTime,
      "Estimated density of the velocity per mean square of the velocity in one axis.")
  }

  private mutating func visitAiding<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "velocity_deviation", "m/s", 1e-3...100, &velocityDeviation,
      "Standard deviation of an observed velocity over ground.")
    visitor.number(
      "velocity_lag", "s", 0...10, &velocityLag, "Lag of an observed velocity over ground, as of satellite receivers.")
    visitor.number("antenna_x", "m", -100...100, &antenna.x, "Position of the antenna relative to the sensor.")
    visitor.number("antenna_y", "m", -100...100, &antenna.y, "Position of the antenna relative to the sensor.")
    visitor.number("antenna_z", "m", -100...100, &antenna.z, "Position of the antenna relative to the sensor.")
    visitor.number(
      "antenna_deviation", "m", 1e-3...100, &antennaDeviation,
      "Standard deviation of each component of the position of the antenna.")
    visitor.number(
      "speed_deviation", "m/s", 1e-3...100, &speedDeviation, "Standard deviation of an observed speed.")
    visitor.number(
      "lateral_deviation", "m/s", 1e-3...100, &lateralDeviation,
      "Standard deviation of the speed across body x, which is taken for zero with an observed speed.")
  }

  private mutating func visitMagnetometer<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "field_direction_deviation", "rad", 1e-6...Double.pi, &field.directionDeviation,
      "Standard deviation of the direction of the field in the first iteration; later estimated.")
    visitor.number(
      "field_anomaly_weight", "rad", .positive, &field.anomalyWeight,
      "Standard deviation of the heading for an anomaly as large as the horizontal field.")
    visitor.number(
      "field_site_deviation", "rad", 0...Double.pi, &field.siteDeviation,
      "Standard deviation of the site's field from magnetic north; part of the heading's.")
    visitor.number(
      "hard_iron_ratio", "", 1...1e12, &field.hardIronRatio,
      "Ratio of residuals without and with hard iron above which it is estimated; large switches it off.")
  }
}

extension Double {
  /// An angle in degrees, converted to radians.
  static func degrees(_ value: Double) -> Double { value * .pi / 180 }
}
