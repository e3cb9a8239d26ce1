// SensorCalibration: calibration, noise and mounting of sensors from recordings.
// It applies no calibration (MotionSamples does) and estimates no attitude over time.

import MotionSamples
import Rotations

/// A sensor of a device; the raw value is its name.
public enum CalibratedSensor: String, CaseIterable, Codable, Sendable {
  /// Angular rate, rad/s.
  case gyroscope
  /// Specific force, m/s².
  case accelerometer
  /// Magnetic field, µT.
  case magnetometer

  /// The SI unit of a reading.
  public var unit: String {
    switch self {
    case .gyroscope: "rad/s"
    case .accelerometer: "m/s²"
    case .magnetometer: "µT"
    }
  }
}

/// What to calibrate, and how.
public struct CalibrationRequest: Sendable {
  /// The sensors to calibrate. Default: all.
  public var sensors = Set(CalibratedSensor.allCases)
  /// How to calibrate the magnetometer.
  public var magnetometer = MagnetometerCalibrator.Options()
  /// How to calibrate the accelerometer.
  public var accelerometer = AccelerometerCalibrator.Options()
  /// The degree, 0 to 4, of the polynomial of the gyroscope's bias over temperature; nil for a constant bias. Default nil.
  public var temperatureOrder: Int?
  /// The sensor axes that are read for body x, y and z; the calibration is for body axes. Default: x, y, z.
  public var axes = AxisMapping.identity

  /// The defaults.
  public init() {}

  /// Fits the same shape to magnetometer and accelerometer; nil chooses a shape for each.
  public mutating func fit(_ shape: EllipsoidShape?) { (magnetometer.shape, accelerometer.shape) = (shape, shape) }
}

/// The calibrations of one recording.
public struct CalibrationResult: Sendable {
  /// The gyroscope's calibration; nil if refused or not requested.
  public internal(set) var gyroscope: GyroscopeCalibration?
  /// The accelerometer's calibration; nil if refused or not requested.
  public internal(set) var accelerometer: AccelerometerCalibration?
  /// The magnetometer's calibration; nil if refused or not requested.
  public internal(set) var magnetometer: MagnetometerCalibration?
  /// Why requested sensors were refused.
  public internal(set) var problems: [CalibrationError] = []
  /// Whether gravity for the gyroscope's matrix came from the calibrated accelerometer.
  public internal(set) var usesCalibratedAccelerometer = false
  /// The number of rests in the recording.
  public internal(set) var restCount = 0

  /// Whether no sensor was calibrated.
  public var isEmpty: Bool { gyroscope == nil && accelerometer == nil && magnetometer == nil }

  /// Keeps the outcome of one sensor, or the reason for its refusal.
  fileprivate mutating func take<Value>(
    _ outcome: Result<Value, CalibrationError>, as place: WritableKeyPath<CalibrationResult, Value?>
  ) {
    switch outcome {
    case .success(let value): self[keyPath: place] = value
    case .failure(let problem): problems.append(problem)
    }
  }
}

/// Calibrates the sensors of a device from one recording, read once, in bounded memory.
///
/// A good recording rests for two seconds on each side and on some edges, with turns in between, far from iron.
public struct DeviceCalibrator: Sendable {
  private let request: CalibrationRequest
  private var magnetometerCalibrator = MagnetometerCalibrator()
  private var recorder = TransitionRecorder()

  /// A calibrator before the first sample.
  public init(_ request: CalibrationRequest = CalibrationRequest()) { self.request = request }

  /// Takes the next sample, in sensor axes, with the temperature in degrees Celsius if known. Absent and non-finite readings
  /// are ignored.
  public mutating func add(_ sample: MotionSample<Double>, temperature: Double? = nil) {
    let sample = request.axes.apply(to: sample)
    magnetometerCalibrator.add(sample)
    recorder.add(sample, temperature: temperature)
  }

  /// Calibrates the requested sensors from the samples so far. A rest that lasts to the last sample counts.
  public func result() -> CalibrationResult {
    var result = CalibrationResult()
    result.restCount = rests.count
    // The gyroscope's matrix needs the direction of gravity, from the calibrated accelerometer if that works.
    let accelerometer = Result { () throws(CalibrationError) in try self.accelerometer() }
    if request.sensors.contains(.accelerometer) { result.take(accelerometer, as: \.accelerometer) }
    if request.sensors.contains(.gyroscope) {
      let model = (try? accelerometer.get())?.model
      result.usesCalibratedAccelerometer = model != nil
      result.take(
        Result { () throws(CalibrationError) in try gyroscope(accelerometer: model ?? .identity) }, as: \.gyroscope)
    }
    if request.sensors.contains(.magnetometer) {
      result.take(Result { () throws(CalibrationError) in try magnetometer() }, as: \.magnetometer)
    }
    return result
  }

  /// The rests so far, including an unfinished one.
  var rests: [RestSegment] { finishedRecorder.rests }

  func magnetometer() throws(CalibrationError) -> MagnetometerCalibration {
    try magnetometerCalibrator.calibration(request.magnetometer)
  }

  func accelerometer() throws(CalibrationError) -> AccelerometerCalibration {
    try AccelerometerCalibrator.calibration(from: rests, request.accelerometer)
  }

  /// The gyroscope's calibration, with gravity measured by an accelerometer of this model.
  func gyroscope(accelerometer: SensorModel<Double> = .identity) throws(CalibrationError) -> GyroscopeCalibration {
    let recorder = finishedRecorder
    return try GyroscopeCalibrator.calibration(
      rests: recorder.rests, transitions: recorder.transitions, accelerometer: accelerometer,
      temperatureOrder: request.temperatureOrder)
  }

  private var finishedRecorder: TransitionRecorder {
    var recorder = recorder
    recorder.finish()
    return recorder
  }
}
