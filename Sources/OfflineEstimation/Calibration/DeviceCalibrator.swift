import MotionSamples
import Rotations

/// Calibrates all sensors of a device from one recording, read once, in bounded memory.
///
/// A good recording: rest for two seconds on each side and on some edges, with turns in between, far from iron.
public struct DeviceCalibrator: Sendable {
  private var magnetometerCalibrator = MagnetometerCalibrator()
  private var recorder: TransitionRecorder

  /// A calibrator before the first sample.
  public init(restThresholds: RestFinder.Thresholds = RestFinder.Thresholds()) {
    recorder = TransitionRecorder(thresholds: restThresholds)
  }

  /// Takes a sample in the order of the recording, with the temperature in degrees Celsius where it is known. Readings
  /// that are absent or not finite are left out.
  public mutating func add(_ sample: MotionSample<Double>, temperature: Double? = nil) {
    magnetometerCalibrator.add(sample)
    recorder.add(sample, temperature: temperature)
  }

  /// Ends the recording: a rest at its end counts too.
  public mutating func finish() { recorder.finish() }

  /// The rests found so far.
  public var rests: [RestSegment] { recorder.rests }

  /// The magnetometer's calibration; see `MagnetometerCalibrator.calibration`.
  public func magnetometer(
    _ options: MagnetometerCalibrator.Options = .init()
  ) throws(CalibrationError) -> MagnetometerCalibration {
    try magnetometerCalibrator.calibration(options)
  }

  /// The accelerometer's calibration; see `AccelerometerCalibrator.calibration`.
  public func accelerometer(
    _ options: AccelerometerCalibrator.Options = .init()
  ) throws(CalibrationError) -> AccelerometerCalibration {
    try AccelerometerCalibrator.calibration(from: recorder.rests, options)
  }

  /// The gyroscope's calibration: at least its bias.
  ///
  /// - Parameters:
  ///   - accelerometer: The accelerometer's model, which gives the direction of gravity; default: as it is.
  ///   - temperatureOrder: The degree, from 0 to 4, of a polynomial by which the bias follows the temperature; default nil,
  ///     a constant bias.
  public func gyroscope(
    accelerometer: SensorModel<Double> = .identity, temperatureOrder: Int? = nil
  ) throws(CalibrationError) -> GyroscopeCalibration {
    try GyroscopeCalibrator.calibration(
      rests: recorder.rests, transitions: recorder.transitions, accelerometer: accelerometer,
      temperatureOrder: temperatureOrder)
  }
}
