import MotionSamples
import Rotations

/// The constant errors of the sensors, as the smoother found them in a recording.
///
/// Each is estimated against a prior: where the motion does not show it, the value stays near zero and its standard
/// deviation is that of the prior.
public struct SmoothedSensorErrors: Sendable {
  /// Scale and misalignment M of the gyroscope: true rate = (I - M)(measured rate - bias).
  public var gyroscopeMatrix = Matrix3<Double>.zero
  /// One standard deviation of each entry of `gyroscopeMatrix`.
  public var gyroscopeMatrixDeviation = Matrix3<Double>.zero
  /// The mean bias of the gyroscope, rad/s; the samples have it as it wanders.
  public var gyroscopeBias = Vector3<Double>.zero
  /// Bias of the accelerometer, m/s²: true specific force = (1 - scale) · measured - bias.
  public var accelerometerBias = Vector3<Double>.zero
  /// One standard deviation of `accelerometerBias`, m/s².
  public var accelerometerBiasDeviation = Vector3<Double>.zero
  /// Relative scale error of each axis of the accelerometer.
  public var accelerometerScale = Vector3<Double>.zero
  /// One standard deviation of `accelerometerScale`.
  public var accelerometerScaleDeviation = Vector3<Double>.zero
  /// How much the magnetometer lags behind the gyroscope, s; zero without magnetometer.
  public var magnetometerLag = 0.0
  /// The hard iron in body axes, µT; nil where none was found.
  public var magnetometerHardIron: Vector3<Double>?
  /// The error of the angular rate in proportion to it that the recording speaks for; see
  /// `AttitudeSmootherParameters.relativeRateNoise`.
  public var relativeRateNoise = 0.0

  /// The gyroscope's errors as a model that takes them out.
  public var gyroscope: SensorModel<Double> {
    SensorModel(matrix: Matrix3.identity - gyroscopeMatrix, bias: gyroscopeBias)
  }
  /// The accelerometer's errors as a model that takes them out.
  public var accelerometer: SensorModel<Double> {
    let gain = Vector3(repeating: 1.0) - accelerometerScale
    let bias = Vector3(
      x: accelerometerBias.x / gain.x, y: accelerometerBias.y / gain.y, z: accelerometerBias.z / gain.z)
    return SensorModel(matrix: Matrix3(diagonal: gain), bias: bias)
  }
  /// The magnetometer's hard iron as a model that takes it out; the lag is not in it.
  public var magnetometer: SensorModel<Double> { SensorModel(bias: magnetometerHardIron ?? .zero) }
}
