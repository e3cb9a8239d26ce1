import MotionSamples
import Rotations

/// Mahony's explicit complementary filter on the group of rotations, with integral bias.
///
/// The cross products of measured and predicted directions are a rate that turns the estimate towards the measurement;
/// its integral is the gyroscope's bias. The paper takes the directions of up and of the field as known. Here up is +z;
/// the field's horizontal part points north, +y, and its inclination is the measured one.
///
/// Differences from the paper: a turn by more than 0.1 rad between samples is integrated exactly, so that slow sampling does
/// not shorten it. The first sample sets the attitude, as does the first after a gap. An attitude exactly opposite to the
/// measurement, where the cross products vanish, is tilted first.
///
/// Source: R. Mahony, T. Hamel, J.-M. Pflimlin, "Nonlinear complementary filters on the special orthogonal group", IEEE
/// Transactions on Automatic Control 53(5), 2008, equations 32 to 34 and 48.
/// The paper's own form, against which this one is tested, is in Tests/AttitudeFiltersTests/Published/Transcriptions.swift.
@frozen
public struct MahonyFilter<Scalar: RealLanes>: AttitudeFilter {
  public let parameters: MahonyParameters<Scalar>

  @usableFromInline var sampleGuard = SampleGuard<Scalar>()
  @usableFromInline var start = AttitudeStart<Scalar>()
  @usableFromInline var enuFromBodyEstimate: Rotation<Scalar> = .identity
  @usableFromInline var bias: Vector3<Scalar> = .zero

  /// A filter before its first sample.
  @export(implementation)
  public init(parameters: MahonyParameters<Scalar> = MahonyParameters()) { self.parameters = parameters }

  @export(implementation) @inline(__always)
  @discardableResult
  public mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> {
    let admitted = sampleGuard.admit(sample)
    start.forget(where: admitted.outcome.isAfterGap)
    let found = start.find(&enuFromBodyEstimate, admitted)
    let isStarting = found.tilt .| found.heading
    advance(admitted, where: admitted.hasInterval .& .!isStarting)

    return start.outcome(of: admitted, isStarting: isStarting)
  }

  @export(implementation) @inline(__always)
  mutating func advance(_ admitted: SampleGuard<Scalar>.AdmittedSample, where mask: Scalar.Mask) {
    let before = enuFromBody
    let (north, up) = before.northAndUpInBody
    let measuredUp = admitted.measuredUp
    let error = self.error(measuredUp, admitted, north: north, up: up)
    if (parameters.biasGain .!= 0.0).isTrueInAnyLane {
      let change = error * (parameters.biasGain * admitted.interval)
      bias.replace(with: (bias - change).clamped(to: parameters.biasLimit), where: mask)
    }
    let half = 0.5 * admitted.interval
    let halfTurn = ((admitted.angularRate - bias) * half).adding(error, times: parameters.gain * half)
    let after = before.turned(byTwice: halfTurn).leavingOpposite(cosine: up.dot(measuredUp))
    enuFromBodyEstimate.replace(with: after, where: mask)
  }

  /// The weighted sum of v × v̂ for up and for the field, in body axes (equation 32); missing readings, which are zero, add
  /// nothing.
  ///
  /// In ENU the predicted directions are up (0, 0, 1) and the field (0, h, z), where z is measured and h² = 1 - z². In body axes
  /// they are combinations of the predicted north and up.
  @export(implementation) @inline(__always)
  func error(
    _ measuredUp: Vector3<Scalar>, _ admitted: SampleGuard<Scalar>.AdmittedSample, north: Vector3<Scalar>,
    up: Vector3<Scalar>
  ) -> Vector3<Scalar> {
    let weightedUp = measuredUp * parameters.accelerometerWeight
    guard admitted.hasMagneticField.isTrueInAnyLane else { return weightedUp.cross(up).optimizationBarrier }
    let measuredField = admitted.measuredFieldDirection
    let weightedField = measuredField * parameters.magnetometerWeight
    let z = up.dot(measuredField)
    let horizontal = Scalar.maximum(1.0 - z * z, 0.0).squareRoot()
    let vertical = weightedUp.adding(weightedField, times: z).optimizationBarrier
    return vertical.cross(up).adding(weightedField.cross(north), times: horizontal).optimizationBarrier
  }

  @export(implementation)
  public mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&sampleGuard, with: other.sampleGuard)
    visitor.visit(&start, with: other.start)
    visitor.visit(&enuFromBodyEstimate, with: other.enuFromBodyEstimate)
    visitor.visit(&bias, with: other.bias)
  }
}

extension MahonyFilter {
  @export(implementation) @inline(__always)
  public var enuFromBody: Rotation<Scalar> { enuFromBodyEstimate.optimizationBarrier }
  @export(implementation) @inline(__always)
  public var gyroscopeBias: Vector3<Scalar> { bias }
  @export(implementation) @inline(__always)
  public var correctedAngularRate: Vector3<Scalar> { sampleGuard.lastAngularRate - bias }
}

/// The tuning parameters of `MahonyFilter`.
@frozen
public struct MahonyParameters<Scalar: RealLanes>: Sendable {
  /// k_P: how fast the attitude is drawn towards the measured directions, 1/s. Default 0.5, a time constant of 2 s. Zero
  /// rests on the gyroscope alone; large follows every acceleration.
  public var gain: Scalar = 0.5
  /// k_I: how fast the bias of the gyroscope is learned, 1/s². Default 0: no bias is estimated. Beyond the square of
  /// k_P / 2 the estimate overshoots; large takes accelerations for bias.
  public var biasGain: Scalar = 0.0
  /// k_1: weight of the accelerometer. Default 1.
  public var accelerometerWeight: Scalar = 1.0
  /// k_2: weight of the magnetometer. Default 1. Zero leaves the heading free after the start.
  public var magnetometerWeight: Scalar = 1.0
  /// The largest bias about each axis, rad/s. Default 3 degrees/s. Large lets lasting disturbances wind the estimate up.
  public var biasLimit: Scalar = .degrees(3.0)

  /// The default parameters.
  @export(implementation)
  public init() {}

  /// The same parameters in another number type, rounded to it; in lanes the same for every lane.
  @export(implementation)
  public init<Other: LaneElement>(_ other: MahonyParameters<Other>) { self.init(converting: other) }
}

extension MahonyParameters: NamedParameters {
  @export(implementation)
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "gain", "1/s", .positive, &gain,
      "k_P: how fast the attitude is drawn towards the measured directions. 0 rests on the gyroscope alone; large follows every acceleration."
    )
    visitor.number(
      "bias_gain", "1/s^2", .positive, &biasGain,
      "k_I: how fast the bias of the gyroscope is learned. 0 estimates none; beyond the square of gain / 2 it overshoots."
    )
    visitor.number("accelerometer_weight", "", .positive, &accelerometerWeight, "k_1: weight of the accelerometer.")
    visitor.number(
      "magnetometer_weight", "", .positive, &magnetometerWeight,
      "k_2: weight of the magnetometer. 0 leaves the heading free after the start.")
    visitor.number(
      "bias_limit", "rad/s", .positive, &biasLimit,
      "The estimate of the bias is kept within plus and minus this about every axis.")
  }
}
