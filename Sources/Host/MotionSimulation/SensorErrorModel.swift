import Rotations

/// The errors of a nine-axis sensor and its clock. The defaults describe a perfect sensor.
public struct SensorErrorModel: Sendable {
  /// The errors of the gyroscope, in rad/s.
  public var gyroscope: TriadErrorModel
  /// The errors of the accelerometer, in m/s².
  public var accelerometer: TriadErrorModel
  /// The errors of the magnetometer, in µT.
  public var magnetometer: TriadErrorModel
  /// The meaning of a gyroscope reading. Default: the mean over its interval.
  public var gyroscopeSampling: GyroscopeSampling
  /// The standard deviation of the timestamps, s. Errors are limited to 0.45 intervals, so that timestamps stay in order.
  /// Default 0.
  public var timestampJitter: Double
  /// The probability that a row is lost, 0 to 1; the next gyroscope reading does not include it. Default 0.
  public var rowDropoutProbability: Double

  /// A sensor with these errors and no others.
  public init(
    gyroscope: TriadErrorModel = TriadErrorModel(), accelerometer: TriadErrorModel = TriadErrorModel(),
    magnetometer: TriadErrorModel = TriadErrorModel(), gyroscopeSampling: GyroscopeSampling = .averaged,
    timestampJitter: Double = 0.0, rowDropoutProbability: Double = 0.0
  ) {
    self.gyroscope = gyroscope
    self.accelerometer = accelerometer
    self.magnetometer = magnetometer
    self.gyroscopeSampling = gyroscopeSampling
    self.timestampJitter = timestampJitter
    self.rowDropoutProbability = rowDropoutProbability
  }

  /// A perfect sensor.
  public static var none: Self { Self() }

  /// A sensor of phones and hobby boards, after a coarse calibration: gyroscope 0.007 °/s/√Hz, bias near 0.5 °/s with a
  /// drift of 0.01 °/s, scale within 0.5 %, ±2000 °/s in 16 bit; accelerometer 150 µg/√Hz, bias 5 mg, ±8 g in 16 bit;
  /// magnetometer 0.06 µT/√Hz, hard iron 0.5 µT, steps of 0.15 µT, 10 ms late.
  public static var consumerGrade: Self {
    let degree = Double.pi / 180.0
    let gyroscope = TriadErrorModel(
      noiseDensity: 0.007 * degree,
      bias: Vector3(x: 0.5, y: -0.3, z: 0.4) * degree,
      biasInstability: .gaussMarkov(standardDeviation: 0.01 * degree, correlationTime: 100.0),
      response: TriadErrorModel.response(
        scaleError: Vector3(x: 0.004, y: -0.003, z: 0.005), misalignment: Vector3(x: 0.002, y: -0.001, z: 0.002)),
      range: 2000.0 * degree, resolution: 2000.0 / 32768.0 * degree)
    let accelerometer = TriadErrorModel(
      noiseDensity: 150e-6 * 9.81, bias: Vector3(x: 0.04, y: -0.03, z: 0.05),
      biasInstability: .gaussMarkov(standardDeviation: 0.0005, correlationTime: 200.0),
      response: TriadErrorModel.response(scaleError: Vector3(x: 0.002, y: 0.001, z: -0.002)),
      range: 8.0 * 9.81, resolution: 8.0 * 9.81 / 32768.0)
    let magnetometer = TriadErrorModel(
      noiseDensity: 0.06, bias: Vector3(x: 0.4, y: -0.3, z: 0.2),
      response: TriadErrorModel.response(scaleError: Vector3(x: 0.01, y: -0.01, z: 0.005)),
      range: 4900.0, resolution: 0.15, delay: 0.01)
    return Self(gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer)
  }
}

/// The meaning of a gyroscope reading for the interval that ends at it.
public enum GyroscopeSampling: Sendable {
  /// The mean of the angular rate over the interval, the output of the integrating converter of a real sensor. Treating it as
  /// a rotation vector leaves the coning error, which a filter may correct.
  case averaged
  /// The constant rate from the attitude at the start of the interval to that at its end. Products of its exponentials
  /// reproduce the true attitude to rounding.
  case rotationIncrement
  /// The angular rate at the time of the reading.
  case instantaneous
}
