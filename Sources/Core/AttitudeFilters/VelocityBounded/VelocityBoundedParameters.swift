import MotionSamples
import Rotations

/// The tuning parameters of the default filter. The defaults serve hand-held, worn, mounted and flying sensors and are not meant
/// to be changed for each recording; for vehicles, change `platform`. Angles are in radians.
///
/// TheDefaultFilter.md, section 8, lists them with symbols and equations.
@frozen
public struct VelocityBoundedParameters<Scalar: RealLanes>: Sendable {
  /// Time between two steps of the Kalman filter, s. Default 0.05. Shorter costs time and gains nothing.
  public var stepInterval: Scalar = 0.05
  /// Whether a step is spread over two samples: prediction and what the velocity shows at its own, the other measurements and the
  /// correction before the next is taken. Default false. With it no update takes as long as a step, for control loops; the outputs at
  /// the step's own sample lack the correction, and all others are the same, bit for bit. A step that uses a velocity is never spread.
  public var spreadsSteps = false
  /// Duration of the first alignment, s, in which the mean specific force is taken as up. Default 2. Zero trusts the first
  /// sample; long delays the estimate of bias and heading.
  public var alignmentDuration: Scalar = 2.0
  /// Standard deviation of the first tilt, rad. Default 2 degrees.
  public var initialTiltDeviation: Scalar = .degrees(2.0)
  /// Standard deviation of the first velocity, m/s. Default 0.5.
  public var initialVelocityDeviation: Scalar = 0.5
  /// Prior standard deviation of the gyroscope's bias, rad/s. Default 1.5 degrees/s. Zero disables the
  /// estimate.
  public var biasDeviation: Scalar = .degrees(1.5)
  /// Random walk of the bias, rad/s per root second. Default 0.02 degrees/s. Large follows temperature, and motion.
  public var biasWalk: Scalar = .degrees(0.02)
  /// Random walk of the bias for each rad/s of angular rate, 1 per root second. Default 0.0002.
  public var relativeBiasWalk: Scalar = 0.0002
  /// Prior standard deviation of the gyroscope's scale error. Default 0.006. Zero disables the estimate.
  public var scaleDeviation: Scalar = 0.006
  /// Prior standard deviation of the gyroscope's cross-axis terms, with 14 states. Default 0.006.
  public var crossAxisDeviation: Scalar = 0.006
  /// Angle random walk of the gyroscope, rad per root second. Default 0.02 degrees. Large trusts the accelerometer more.
  public var angleRandomWalk: Scalar = .degrees(0.02)
  /// Noise of the angle for each rad/s of angular rate, from scale and alignment errors that are not estimated, root seconds.
  /// Default 0.0011.
  public var relativeRateNoise: Scalar = 0.0011
  /// Noise density of the accelerometer, m/s per root second. Default 0.02.
  public var accelerometerNoise: Scalar = 0.02
  /// What carries the sensor. Default `automatic`, which learns how its velocity varies.
  public var platform: Platform = .automatic
  /// The axis of the body along which a vehicle moves, and along which speeds are observed. Default x.
  public var forwardAxis: SignedAxis = .x
  /// Standard deviation of an observed velocity over ground that has none of its own, m/s per axis. Default 0.1.
  public var velocityDeviation: Scalar = 0.1
  /// Lag of an observed velocity over ground that has none of its own, s. Default 0.15, as of satellite receivers.
  public var velocityLag: Scalar = 0.15
  /// Position of the antenna that measures the velocity over ground relative to the sensor, in body axes, m. Default zero.
  public var antenna: Vector3<Scalar> = .zero
  /// Standard deviation of an observed speed that has none of its own, m/s. Default 0.1.
  public var speedDeviation: Scalar = 0.1
  /// Standard deviation of the speed across the forward axis, which is taken for zero with an observed speed, m/s. Default 0.2.
  public var lateralDeviation: Scalar = 0.2
  /// Standard deviation of the accelerometer's scale error times gravity, m/s². Default 0.03 g, as of consumer sensors. Zero takes
  /// gravity for 9.81 m/s².
  public var gravityDeviation: Scalar = 0.2943
  /// Spectral density of the vertical acceleration, of which gravity's reading is learned, m/s² times root seconds. Default 0.5.
  public var gravityNoise: Scalar = 0.5
  /// The smallest learned density of the velocity, (m/s)² s. Default 0.25. Small trusts the accelerometer as a plumb line.
  public var leastVelocityDensity: Scalar = 0.25
  /// The largest learned density without proof that the carrier accelerates, (m/s)² s. Default 4.
  public var largestVelocityDensity: Scalar = 4.0
  /// What the largest density grows by with that proof, (m/s)² s. Default 1000.
  public var addedDensityOfTravel: Scalar = 1000.0
  /// The spectral density of the velocity at rest, (m/s)² s. Default 1e-4.
  public var velocityDensityAtRest: Scalar = 1e-4
  /// The share of the velocity's gain that the level part of a bias has that is well known: the velocity of a carrier is not white.
  /// Default 0.3.
  public var biasShare: Scalar = 0.3
  /// Standard deviation of the angular rate at rest, for the update of the bias, rad/s per root hertz. Default 0.1 degrees/s.
  public var restRateDeviation: Scalar = .degrees(0.1)
  /// Thresholds of the rest detector.
  public var rest = RestDetectorParameters<Scalar>(biasLimit: .degrees(10.0))
  /// Standard deviation of the direction of the magnetic field in an undisturbed place, rad. Default 5 degrees. Large
  /// trusts the gyroscope.
  public var fieldDirectionDeviation: Scalar = .degrees(5.0)
  /// Correlation time of the field's unevenness along the path, s. Default 2.
  public var fieldCorrelationTime: Scalar = 2.0
  /// Expected heading error for an anomaly of the field as large as its horizontal part, rad. Default 0.8. Zero trusts a
  /// disturbed field like a good one.
  public var anomalyWeight: Scalar = 0.8
  /// Prior standard deviation of the magnetometer's lag behind the gyroscope, s. Default 0.02. Zero disables the
  /// correction.
  public var lagDeviation: Scalar = 0.02
  /// The undisturbed field of the place. Default nil, which learns it. With it a field that is disturbed at the start is an
  /// anomaly at once: the heading follows the gyroscope and is reported as uncertain.
  public var magneticReference: MagneticReference<Scalar>?
  /// The time by which the attitude is extrapolated with the last rate, s. Default 0. For recordings whose ground truth runs
  /// ahead, and for displays; at most a few samples.
  public var outputLead: Scalar = 0.0

  /// The default parameters.
  @export(implementation)
  public init() {}

  /// The same parameters in another number type, rounded to it; in lanes the same for every lane.
  @export(implementation)
  public init<Other: LaneElement>(_ other: VelocityBoundedParameters<Other>) { self.init(converting: other) }
}

extension RealLanes {
  /// An angle given in degrees, in radians: for the constants of published algorithms.
  @export(implementation) @inline(__always)
  static func degrees(_ value: Double) -> Self { Self(value * (Double.pi / 180)) }
}

extension VelocityBoundedParameters: NamedParameters {
  @export(implementation)
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitPlatform(&visitor)
    visitVelocity(&visitor)
    visitGyroscope(&visitor)
    visitRest(&visitor)
    visitField(&visitor)
    visitor.number(
      "output_lead", "s", -0.1...0.1, &outputLead,
      "The attitude is given for this much later than the sample, by rotating forward with the last rate.")
  }

  @export(implementation)
  mutating func visitPlatform<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.platform(&platform)
    visitor.axis(
      "forward_axis", &forwardAxis, "Axis of the body along which a vehicle moves and speeds are observed.")
    visitor.number(
      "velocity_deviation", "m/s", 1e-3...100, &velocityDeviation,
      "Standard deviation of an observed velocity over ground, for each axis, where it has none of its own.")
    visitor.number(
      "velocity_lag", "s", 0...10, &velocityLag,
      "Lag of an observed velocity over ground, where it has none of its own.")
    let place: StaticString =
      "Position of the antenna that measures the velocity over ground, along this body axis from the sensor."
    visitor.number("antenna_x", "m", -100...100, &antenna.x, place)
    visitor.number("antenna_y", "m", -100...100, &antenna.y, place)
    visitor.number("antenna_z", "m", -100...100, &antenna.z, place)
    visitor.number(
      "speed_deviation", "m/s", 1e-3...100, &speedDeviation,
      "Standard deviation of an observed speed, where it has none of its own.")
    visitor.number(
      "lateral_deviation", "m/s", 1e-3...100, &lateralDeviation,
      "Standard deviation of the speed across the forward axis, which an observed speed takes for zero.")
  }

  @export(implementation)
  mutating func visitVelocity<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "gravity_deviation", "m/s^2", 0...10, &gravityDeviation,
      "Standard deviation of the accelerometer's scale error times gravity. 0 takes gravity for 9.81 m/s^2.")
    visitor.number(
      "gravity_noise", "m/s^2*sqrt(s)", 1e-3...1e3, &gravityNoise,
      "Spectral density of the vertical acceleration, of which gravity's reading is learned.")
    visitor.number(
      "least_velocity_density", "(m/s)^2 s", 1e-6...1e6, &leastVelocityDensity,
      "The least density of the velocity that is learned. Small trusts the accelerometer as a plumb line.")
    visitor.number(
      "largest_velocity_density", "(m/s)^2 s", 1e-6...1e6, &largestVelocityDensity,
      "The largest density that is learned without proof that the carrier accelerates.")
    visitor.number(
      "added_density_of_travel", "(m/s)^2 s", 0...1e6, &addedDensityOfTravel,
      "What the largest density grows by with that proof.")
    visitor.number(
      "velocity_density_at_rest", "(m/s)^2 s", 1e-6...1e6, &velocityDensityAtRest, "The same at rest.")
    visitor.number(
      "bias_share", "", 0...1, &biasShare,
      "Share of the velocity's gain that the level part of a well-known bias has.")
    visitor.number(
      "accelerometer_noise", "m/s/sqrt(s)", .positive, &accelerometerNoise, "Noise density of the accelerometer.")
    visitor.number(
      "step_interval", "s", 0.001...1, &stepInterval,
      "Time between two steps of the Kalman filter. Shorter costs time and gains nothing.")
    visitor.toggle(
      "spreads_steps", &spreadsSteps,
      "Whether a step is spread over two samples.")
    visitor.number(
      "alignment_duration", "s", 0...60, &alignmentDuration,
      "Duration of the first alignment, in which the mean specific force is taken as up. 0 trusts the first sample.")
    visitor.number(
      "initial_tilt_deviation", "rad", 0...4, &initialTiltDeviation, "Standard deviation of the first tilt.")
    visitor.number(
      "initial_velocity_deviation", "m/s", 0...1000, &initialVelocityDeviation,
      "Standard deviation of the first velocity.")
  }

  @export(implementation)
  mutating func visitGyroscope<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "bias_deviation", "rad/s", 0...100, &biasDeviation,
      "Standard deviation of the gyroscope's bias before anything is known. 0 switches the estimate off.")
    visitor.number(
      "bias_walk", "rad/s/sqrt(s)", 0...1, &biasWalk,
      "How fast the bias drifts. Large follows temperature, and motion.")
    visitor.number(
      "relative_bias_walk", "1/sqrt(s)", 0...1, &relativeBiasWalk,
      "Random walk of the bias for each rad/s of angular rate.")
    visitor.number(
      "scale_deviation", "", 0...1, &scaleDeviation,
      "Standard deviation of the gyroscope's scale error before anything is known. 0 switches the estimate off.")
    visitor.number(
      "cross_axis_deviation", "", 0...1, &crossAxisDeviation,
      "Standard deviation of the gyroscope's cross-axis terms; only the filter with 14 states has them.")
    visitor.number(
      "angle_random_walk", "rad/sqrt(s)", .positive, &angleRandomWalk,
      "Angle random walk of the gyroscope. Large trusts the accelerometer more.")
    visitor.number(
      "relative_rate_noise", "sqrt(s)", 0...1, &relativeRateNoise,
      "Noise of the angle for each rad/s of angular rate: scale and alignment errors that are not estimated.")
  }

  @export(implementation)
  mutating func visitRest<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "rest_rate_deviation", "rad/s/sqrt(Hz)", 1e-6...1e6, &restRateDeviation,
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
      "bias_limit", "rad/s", .positive, &rest.biasLimit,
      "Largest average rate about an axis that can be a bias; the estimate is kept within plus and minus this.")
    visitor.number("rest_duration", "s", .positive, &rest.duration, "How long all of it must hold for rest.")
  }

  @export(implementation)
  mutating func visitField<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "field_direction_deviation", "rad", 1e-6...1e6, &fieldDirectionDeviation,
      "Standard deviation of the direction of the magnetic field in an undisturbed place. Large rests heading on the gyroscope."
    )
    visitor.number(
      "field_correlation_time", "s", 1e-3...1e6, &fieldCorrelationTime,
      "Correlation time of the field's unevenness along the path.")
    visitor.number(
      "anomaly_weight", "rad", .positive, &anomalyWeight,
      "Expected heading error for an anomaly of the field as large as its horizontal part. 0 trusts a disturbed field like a good one."
    )
    visitor.number(
      "lag_deviation", "s", .positive, &lagDeviation,
      "Prior standard deviation of the magnetometer's lag behind the gyroscope. 0 switches the correction off.")
    visitor.magneticReference(&magneticReference)
  }
}
