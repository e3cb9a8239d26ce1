import Rotations

/// The parameters of VQF, with the defaults of the paper (table 1 and section 4), in SI units.
@frozen
public struct VQFParameters<Scalar: RealLanes>: Sendable {
  /// Time constant of the low-pass of the specific force, in seconds; default 3. Shorter trusts the accelerometer more
  /// (0 takes every reading as up), longer trusts the gyroscope more.
  public var accelerometerTimeConstant: Scalar = 3.0
  /// Time constant of the heading correction, in seconds; default 9. 0 takes every reading of the magnetometer as it
  /// is, longer trusts the gyroscope more.
  public var magnetometerTimeConstant: Scalar = 9.0

  /// Whether the gyroscope's bias is estimated in motion; default true.
  public var estimatesBiasInMotion: Bool = true
  /// Whether rest is used to estimate the gyroscope's bias; default true.
  public var estimatesBiasAtRest: Bool = true
  /// Whether disturbed magnetic fields are detected and ignored; default true.
  public var rejectsMagneticDisturbances: Bool = true

  /// One standard deviation of the bias before the first sample, and the largest one later, in rad/s; default 0.5 °/s.
  public var initialBiasDeviation: Scalar = .degrees(0.5)
  /// Time in which the standard deviation of the bias grows from 0 to 0.1 °/s without measurement, in seconds; default
  /// 100. Shorter follows a drifting bias faster and is noisier.
  public var biasForgettingTime: Scalar = 100.0
  /// Largest bias in every axis, in rad/s; default 2 °/s. Rest is only believed below it.
  public var largestBias: Scalar = .degrees(2)
  /// Standard deviation of the bias to which estimation in motion converges, in rad/s; default 0.1 °/s. Smaller trusts
  /// the tilt corrections less.
  public var biasDeviationInMotion: Scalar = .degrees(0.1)
  /// How much weaker, in variance, the vertical bias, which tilt cannot show, is drawn to zero in motion; default
  /// 0.0001. 1 draws it as strongly as the others are estimated, 0 (taken as 1e-10) leaves it.
  public var verticalForgettingFactor: Scalar = 0.0001
  /// Standard deviation of the bias to which estimation at rest converges, in rad/s; default 0.03 °/s.
  public var biasDeviationAtRest: Scalar = .degrees(0.03)

  /// Time without motion that is rest, in seconds; default 1.5.
  public var restTime: Scalar = 1.5
  /// Time constant of the low-passes of the rest detection, in seconds; default 0.5.
  public var restFilterTimeConstant: Scalar = 0.5
  /// Deviation of the angular rate from its low-passed value that ends rest, in rad/s; default 2 °/s.
  public var restRateThreshold: Scalar = .degrees(2)
  /// Deviation of the specific force from its low-passed value that ends rest, in m/s²; default 0.5.
  public var restForceThreshold: Scalar = 0.5

  /// Time constant of the low-pass of norm and dip of the field, in seconds; default 0.05. 0 takes them as they are.
  public var fieldTimeConstant: Scalar = 0.05
  /// Time constant with which the reference follows an undisturbed field, in seconds; default 20.
  public var fieldReferenceTimeConstant: Scalar = 20.0
  /// Largest deviation of the norm of an undisturbed field from its reference, relative; default 0.1.
  public var fieldNormThreshold: Scalar = 0.1
  /// Largest deviation of the dip of an undisturbed field from its reference, in radians; default 10°.
  public var fieldDipThreshold: Scalar = .degrees(10)
  /// Time in motion after which a new homogeneous field becomes the reference, in seconds; default 20.
  public var fieldAcceptanceTime: Scalar = 20.0
  /// The same for the first reference, in seconds; default 5.
  public var firstFieldAcceptanceTime: Scalar = 5.0
  /// Angular rate above which time counts for the acceptance of a new field, in rad/s; default 20 °/s.
  public var fieldAcceptanceRate: Scalar = .degrees(20)
  /// Time that a field must fit its reference before it counts as undisturbed, in seconds; default 0.5.
  public var undisturbedTime: Scalar = 0.5
  /// Time for which a disturbed field is ignored, in seconds; default 60.
  public var longestRejectionTime: Scalar = 60.0
  /// The factor by which a disturbed field counts less after that time, and by which undisturbed time restores it; default
  /// 2.
  public var rejectionFactor: Scalar = 2.0
  /// The undisturbed field of the place; default nil, which learns it as in the paper. With it a disturbed field is ignored
  /// from the second reading on, and the heading is found again when the field first fits. It counts while
  /// disturbances are rejected.
  public var magneticReference: MagneticReference<Scalar>?

  /// The parameters of the paper.
  @export(implementation)
  public init() {}

  /// The same parameters in another number type, rounded to it; in lanes the same for every lane.
  @export(implementation)
  public init<Other: LaneElement>(_ other: VQFParameters<Other>) { self.init(converting: other) }
}

extension VQFParameters: NamedParameters {
  @export(implementation)
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

  @export(implementation)
  mutating func visitBias<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
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

  @export(implementation)
  mutating func visitRest<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
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

  @export(implementation)
  mutating func visitField<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
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
