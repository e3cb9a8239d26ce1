import MotionLogs
import MotionSamples
import OfflineEstimation

/// The calibration of one recording, step by step: read, calibrate, write.
struct CalibrationRun {
  /// What was asked for.
  let target: CalibrateCommand.Target
  var magnetometerOptions = MagnetometerCalibrator.Options()
  var accelerometerOptions = AccelerometerCalibrator.Options()
  /// The degree of the polynomial by which the gyroscope's bias follows the temperature; nil for a constant bias.
  var temperatureOrder: Int?
  private(set) var magnetometer: MagnetometerCalibration?
  private(set) var accelerometer: AccelerometerCalibration?
  private(set) var gyroscope: GyroscopeCalibration?
  /// Why sensors were refused.
  private(set) var problems: [CalibrationError] = []
  /// Whether the gyroscope's matrix was found with a calibrated accelerometer.
  private(set) var usesCalibratedAccelerometer = false
  private var calibrator = DeviceCalibrator()

  init(target: CalibrateCommand.Target) { self.target = target }

  /// Reads a recording to its end, or until `progress` answers false.
  mutating func read(
    _ reader: inout any MotionLogReader, axes: AxisMapping, progress: (Int) -> Bool
  ) throws(LogError) {
    var clock = SampleClock()
    var records: [LogRecord] = []
    repeat {
      try reader.read(into: &records, atMost: 1024)
      for record in records {
        calibrator.add(
          MotionSample(
            interval: clock.read(Timestamp(nanoseconds: record.timestamp)).interval,
            angularRate: axes.apply(to: record.angularRate), specificForce: axes.apply(to: record.specificForce),
            magneticField: axes.apply(to: record.magneticField)),
          temperature: record.temperature)
      }
    } while progress(records.count) && !records.isEmpty
    calibrator.finish()
  }

  /// Calibrates the sensors asked for.
  mutating func calibrate() {
    let sensors = target.sensors
    // The gyroscope's matrix needs the direction of gravity: of the calibrated accelerometer where that works.
    let accelerometer = result { () throws(CalibrationError) in try calibrator.accelerometer(accelerometerOptions) }
    if sensors.contains(.accelerometer) { self.accelerometer = take(accelerometer) }
    if sensors.contains(.gyroscope) {
      let model = (try? accelerometer.get())?.model
      usesCalibratedAccelerometer = model != nil
      gyroscope = take(
        result { () throws(CalibrationError) in
          try calibrator.gyroscope(accelerometer: model ?? .identity, temperatureOrder: temperatureOrder)
        })
    }
    if sensors.contains(.magnetometer) {
      magnetometer = take(
        result { () throws(CalibrationError) in try calibrator.magnetometer(magnetometerOptions) })
    }
  }

  private func result<Value>(_ work: () throws(CalibrationError) -> Value) -> Result<Value, CalibrationError> {
    do throws(CalibrationError) { return .success(try work()) } catch { return .failure(error) }
  }

  private mutating func take<Value>(_ result: Result<Value, CalibrationError>) -> Value? {
    switch result {
    case .success(let value): return value
    case .failure(let problem):
      problems.append(problem)
      return nil
    }
  }

  /// How many rests the recording has.
  var restCount: Int { calibrator.rests.count }

  /// Whether at least one sensor was calibrated.
  var hasResult: Bool { magnetometer != nil || accelerometer != nil || gyroscope != nil }

  /// The result as a file.
  func file(_ provenance: CalibrationFile.Provenance) -> CalibrationFile {
    CalibrationFile(
      gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer, provenance: provenance)
  }

  /// Pictures with the names of their files.
  var pictures: [(name: String, picture: SVGDocument)] {
    var pictures: [(String, SVGDocument)] = []
    if let magnetometer {
      pictures.append(("magnetometer-coverage.svg", CalibrationPictures.coverage(of: magnetometer)))
      pictures.append(("magnetometer-residuals.svg", CalibrationPictures.residuals(of: magnetometer)))
    }
    if let accelerometer {
      pictures.append(("accelerometer-residuals.svg", CalibrationPictures.residuals(of: accelerometer)))
    }
    return pictures
  }
}
