import AttitudeFilters
import MotionSamples
import Rotations

/// A smoothed recording: an attitude for every sample, and the estimated sensor errors.
public struct SmoothedRecording: Sendable {
  /// One for each sample, in order.
  public internal(set) var samples: [SmoothedSample] = []
  /// The windows that were estimated separately; one, unless the recording is longer than
  /// `AttitudeSmootherParameters.windowDuration`.
  public internal(set) var windows: [Window] = []

  /// The sensor errors from the window with the most samples; nil for a recording without samples.
  public var sensorErrors: SmoothedSensorErrors? { windows.sensorErrors }

  /// The number of places where the gyroscope missed a rotation; see `missedRotationCount` of the windows.
  public var missedRotationCount: Int { windows.missedRotationCount }

  /// Appends samples; the first ones are not copied.
  mutating func append(_ samples: [SmoothedSample]) {
    if self.samples.isEmpty { self.samples = samples } else { self.samples += samples }
  }

  /// A range of samples that was estimated as a whole.
  public struct Window: Sendable {
    /// The samples; neighbouring windows overlap.
    public var samples: Range<Int>
    /// The sensor errors in the window.
    public var sensorErrors: SmoothedSensorErrors
    /// The number of Gauss-Newton iterations.
    public var iterationCount: Int
    /// The number of places where the gyroscope missed a rotation.
    public var missedRotationCount: Int
    /// The share of the observed velocities that the estimate contradicts, so that they count less than half.
    public var refusedVelocityShare = 0.0
    /// Whether so many are contradicted that all were left out: they are of another body, or in other axes.
    public var contradictsVelocities = false
    /// What the causal filter found of the velocities over ground, which are used only if it has proven them; nil without.
    public var velocitySetup: VelocitySetup?
    /// The mean squared difference of tilt from the causal filter's, in its variances; zero with observed velocities. Well above 1 at least
    /// one of both is wrong by more than its standard deviation.
    public var squaredDifference = 0.0
    /// Whether the motion does not fit the smoother's model, so that the attitudes are those of the causal filter.
    public var isCausal = false
  }
}

extension [SmoothedRecording.Window] {
  /// The sensor errors from the window with the most samples; nil without windows.
  public var sensorErrors: SmoothedSensorErrors? { self.max { $0.samples.count < $1.samples.count }?.sensorErrors }

  /// The share of the observed velocities that the estimates contradict; in windows without velocities none.
  public var refusedVelocityShare: Double { self.map(\.refusedVelocityShare).max() ?? 0 }

  /// What the causal filter found of the velocities over ground: of a window without the velocities, if there is one, else at the end;
  /// nil without velocities.
  public var velocitySetup: VelocitySetup? {
    let setups = compactMap(\.velocitySetup)
    return setups.last { $0.isRefuted } ?? setups.last
  }

  /// The largest mean squared difference of tilt from the causal filter's in a window that has the smoother's attitudes, in variances.
  public var squaredDifference: Double { filter { !$0.isCausal }.map(\.squaredDifference).max() ?? 0 }

  /// The share of the windows whose attitudes are those of the causal filter.
  public var causalShare: Double { isEmpty ? 0 : Double(count { $0.isCausal }) / Double(count) }

  /// The number of places where the gyroscope missed a rotation, as where rows are missing without a gap in time; in the
  /// overlap of two windows counted for both.
  public var missedRotationCount: Int { reduce(0) { $0 + $1.missedRotationCount } }
}

/// The smoother's estimate for one sample.
public struct SmoothedSample: Sendable {
  /// The attitude in ENU, y to magnetic north; without magnetometer in a level frame with arbitrary heading.
  public var enuFromBody: Rotation<Double>
  /// The gyroscope's bias, rad/s.
  public var gyroscopeBias: Vector3<Double>
  /// The angular rate corrected for bias, scale and misalignment, rad/s; if it is missing, that of the sample before.
  public var angularRate: Vector3<Double>
  /// One standard deviation of tilt about each level axis, rad.
  public var tiltStandardDeviation: Double
  /// One standard deviation of the heading, rad; NaN without magnetometer.
  public var headingStandardDeviation: Double
  /// The state of the readings; `isBridged` is derived from it.
  public var flags: OutcomeFlags

  /// Whether the attitude bridges missing information: no angular rate, a gap before the sample, or a saturated sensor.
  public var isBridged: Bool {
    var holes = OutcomeFlags(rawValue: 0)
    holes.set(.angularRateRejected, when: true)
    holes.set(.angularRateAbsent, when: true)
    holes.set(.discontinuity, when: true)
    holes.set(.saturated, when: true)
    return flags.intersects(holes)
  }
}

/// The constant sensor errors that the smoother estimated from a recording (46).
///
/// Each has a prior of zero mean: an error that the motion does not excite stays near zero, and its standard deviation is
/// that of the prior.
public struct SmoothedSensorErrors: Sendable {
  /// Scale and misalignment M of the gyroscope: true rate = (I - M)(measured rate - bias).
  public var gyroscopeMatrix = Matrix3<Double>.zero
  /// One standard deviation of each entry of `gyroscopeMatrix`.
  public var gyroscopeMatrixStandardDeviation = Matrix3<Double>.zero
  /// The mean over the knots of the gyroscope's bias, rad/s; each sample has the bias at its time.
  public var gyroscopeBias = Vector3<Double>.zero
  /// Bias of the accelerometer, m/s²: true specific force = (1 - scale) · measured - bias.
  public var accelerometerBias = Vector3<Double>.zero
  /// One standard deviation of `accelerometerBias`, m/s².
  public var accelerometerBiasStandardDeviation = Vector3<Double>.zero
  /// Relative scale error of each axis of the accelerometer.
  public var accelerometerScale = Vector3<Double>.zero
  /// One standard deviation of `accelerometerScale`.
  public var accelerometerScaleStandardDeviation = Vector3<Double>.zero
  /// Lag of the accelerometer behind the gyroscope, s, where the rate of a sample is the mean over the interval that ends
  /// with it.
  public var accelerometerLag = 0.0
  /// One standard deviation of `accelerometerLag`, s.
  public var accelerometerLagStandardDeviation = 0.0
  /// The position of the sensor in body axes, m, relative to the point of the body whose velocity is zero on average, such as
  /// the elbow of a forearm.
  public var leverArm = Vector3<Double>.zero
  /// One standard deviation of `leverArm`, m.
  public var leverArmStandardDeviation = Vector3<Double>.zero
  /// Lag of the magnetometer behind the gyroscope, s; zero without magnetometer.
  public var magnetometerLag = 0.0
  /// The hard iron in body axes, µT; nil if it was not estimated.
  public var magnetometerHardIron: Vector3<Double>?
  /// Rate error relative to the rate, as raised by the evidence; see `AttitudeSmootherParameters.relativeRateNoise`.
  public var relativeRateNoise = 0.0

  /// The sensor model that corrects the gyroscope's errors.
  public var gyroscope: SensorModel<Double> {
    SensorModel(matrix: Matrix3.identity - gyroscopeMatrix, bias: gyroscopeBias)
  }
  /// The sensor model that corrects the accelerometer's errors.
  public var accelerometer: SensorModel<Double> {
    let gain = Vector3(repeating: 1.0) - accelerometerScale
    let bias = Vector3(
      x: accelerometerBias.x / gain.x, y: accelerometerBias.y / gain.y, z: accelerometerBias.z / gain.z)
    return SensorModel(matrix: Matrix3(diagonal: gain), bias: bias)
  }
  /// The sensor model that corrects the magnetometer's hard iron; it does not contain the lag.
  public var magnetometer: SensorModel<Double> { SensorModel(bias: magnetometerHardIron ?? .zero) }
}
