import Rotations

/// The noise model of `MultiplicativeKalmanFilter`, in physical units. Densities make the filter the same at every rate:
/// the variance of a reading is the squared density divided by the interval.
///
/// The defaults are for a carried sensor and contain what the model does not: scale errors in the gyroscope's noise,
/// accelerations in the accelerometer's, the unevenness of the field in the magnetometer's. For the sensors' own
/// noise alone, take the data sheet's.
@frozen
public struct MultiplicativeKalmanParameters<Scalar: RealLanes>: Sendable {
  /// Noise density of the gyroscope, rad/s/√Hz. Default 0.2 degrees/s/√Hz. Large trusts the gyroscope less.
  public var gyroscopeNoiseDensity: Scalar = .degrees(0.2)
  /// Random walk of the gyroscope's bias, rad/s/√s. Default 0.002 degrees/s/√s. Zero takes the bias as constant; large
  /// takes motion for bias.
  public var biasRandomWalk: Scalar = .degrees(0.002)
  /// Noise density of the specific force, m/s²/√Hz. Default 0.3. Large rests tilt on the gyroscope.
  public var specificForceNoiseDensity: Scalar = 0.3
  /// Noise density of the magnetic field, µT/√Hz. Default 2. Large rests heading on the gyroscope.
  public var magneticFieldNoiseDensity: Scalar = 2.0
  /// Standard deviation of the first tilt about each level axis, rad. Default 5 degrees: the first specific force may
  /// contain acceleration.
  public var initialTiltDeviation: Scalar = .degrees(5.0)
  /// Standard deviation of the first heading, rad. Default 10 degrees.
  public var initialHeadingDeviation: Scalar = .degrees(10.0)
  /// Standard deviation of the gyroscope's bias before the first sample, rad/s. Default 0.5 degrees/s. Zero, with a random
  /// walk of zero, switches the estimate of the bias off.
  public var initialBiasDeviation: Scalar = .degrees(0.5)
  /// Gravity at the place, m/s². Default 9.81.
  public var gravity: Scalar = 9.81
  /// The largest bias about each axis, rad/s. Default 3 degrees/s. Large lets lasting disturbances wind the estimate up.
  public var biasLimit: Scalar = .degrees(3.0)

  /// The default parameters.
  @export(implementation)
  public init() {}

  /// The same parameters in another number type, rounded to it; in lanes the same for every lane.
  @export(implementation)
  public init<Other: LaneElement>(_ other: MultiplicativeKalmanParameters<Other>) { self.init(converting: other) }
}

extension MultiplicativeKalmanParameters: NamedParameters {
  @export(implementation)
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "gyroscope_noise_density", "rad/s/sqrt(Hz)", .positive, &gyroscopeNoiseDensity,
      "Noise density of the gyroscope. Large trusts the gyroscope less.")
    visitor.number(
      "bias_random_walk", "rad/s/sqrt(s)", .positive, &biasRandomWalk,
      "Random walk of the gyroscope's bias. 0 takes the bias as constant; large takes motion for bias.")
    visitor.number(
      "specific_force_noise_density", "m/s^2/sqrt(Hz)", 1e-6...1e6, &specificForceNoiseDensity,
      "Noise density of the specific force. Large rests tilt on the gyroscope.")
    visitor.number(
      "magnetic_field_noise_density", "uT/sqrt(Hz)", 1e-6...1e6, &magneticFieldNoiseDensity,
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
