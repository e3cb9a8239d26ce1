import Rotations

/// The constants of the vote on one kind of sensor, in its unit U: rad/s or m/s² (article Voting, table of constants).
@frozen @usableFromInline
struct VotingLimits<Scalar: LaneElement>: Sendable {
  /// The deviation that one reading may have, U.
  @usableFromInline var deviation: Scalar
  /// The mean deviation over `residualTime`, U.
  @usableFromInline var residual: Scalar
  /// The deviation before the offsets are known, and the largest difference of offsets, U.
  @usableFromInline var offset: Scalar
  /// The fastest change of a known offset, U/s.
  @usableFromInline var offsetRate: Scalar
  /// The change of a bias within minutes that is a drift, U.
  @usableFromInline var drift: Scalar
  /// The deviation by scale and mounting, relative to the reading.
  @usableFromInline var relative: Scalar
  /// The least standard deviation of the noise that is a fault, U.
  @usableFromInline var noise: Scalar
  /// The least movement of the other sensors that proves a stuck axis, U.
  @usableFromInline var movement: Scalar
  /// The least standard deviation of the noise that weights are computed with, U.
  @usableFromInline var leastNoise: Scalar
  /// The largest valid reading, U.
  @usableFromInline var largestReading: Scalar

  @export(implementation)
  init(
    deviation: Scalar, residual: Scalar, offset: Scalar, offsetRate: Scalar, drift: Scalar, relative: Scalar,
    noise: Scalar, movement: Scalar, leastNoise: Scalar, largestReading: Scalar
  ) {
    self.deviation = deviation
    self.residual = residual
    self.offset = offset
    self.offsetRate = offsetRate
    self.drift = drift
    self.relative = relative
    self.noise = noise
    self.movement = movement
    self.leastNoise = leastNoise
    self.largestReading = largestReading
  }

  /// The limits of gyroscopes. The offset is PX4's COM_ARM_IMU_GYR.
  @export(implementation) static var gyroscope: Self {
    Self(
      deviation: 0.06, residual: 0.02, offset: 0.25, offsetRate: 0.001, drift: 0.006, relative: 0.02, noise: 0.03,
      movement: 0.02, leastNoise: 1e-5, largestReading: SampleGuard<Scalar>.largestAngularRate)
  }

  /// The limits of accelerometers. The offset is PX4's COM_ARM_IMU_ACC.
  @export(implementation) static var accelerometer: Self {
    Self(
      deviation: 0.5, residual: 0.25, offset: 0.7, offsetRate: 0.01, drift: 0.15, relative: 0.02, noise: 0.5,
      movement: 0.1, leastNoise: 1e-4, largestReading: SampleGuard<Scalar>.largestSpecificForce)
  }
}

extension VotingLimits {
  /// The time constant of the offsets, s.
  @export(implementation) static var offsetTime: Scalar { 20.0 }
  /// The time over which biases are compared, s.
  @export(implementation) static var driftTime: Scalar { 300.0 }
  /// The time before biases are compared, s.
  @export(implementation) static var driftStart: Scalar { 10.0 }
  /// The time after which a drift has a name, s.
  @export(implementation) static var driftPatience: Scalar { 5.0 }
  /// The time constant of the deviation from the consensus that is part of a drift, s.
  @export(implementation) static var lagTime: Scalar { 10.0 }
  /// What a drift adds to the noise variance of a sensor, in units of it.
  @export(implementation) static var driftPenalty: Scalar { 100.0 }
  /// The time constant of the residuals, s.
  @export(implementation) static var residualTime: Scalar { 0.5 }
  /// The time constants of the noise variances for faults and for weights, s.
  @export(implementation) static var noiseTimes: (fast: Scalar, slow: Scalar) { (0.3, 5.0) }
  /// The time constant of rising weights, s: 95 % after 0.3 s.
  @export(implementation) static var weightTime: Scalar { 0.1 }
  /// The time without readings after which a sensor is silent, s, and the same in usual intervals.
  @export(implementation) static var longestSilence: (time: Scalar, intervals: Scalar) { (0.1, 5.0) }
  /// The time of continued deviation after which a sensor has failed, s.
  @export(implementation) static var patience: Scalar { 0.2 }
  /// The time of good readings after which a failed sensor returns, s.
  @export(implementation) static var recoveryTime: Scalar { 2.0 }
  /// The time after which offsets are known well enough for `deviation`, s.
  @export(implementation) static var learningTime: Scalar { 1.0 }
  /// The difference of the delays of sensors, s.
  @export(implementation) static var delay: Scalar { 0.005 }
  /// The time constant of the envelope of the slew rate, s.
  @export(implementation) static var slewTime: Scalar { 0.1 }
  /// The number of standard deviations of noise in every limit.
  @export(implementation) static var noiseFactor: Scalar { 6.0 }
}
