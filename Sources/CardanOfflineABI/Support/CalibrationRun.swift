import MotionSamples
import OfflineEstimation

/// The calibration of one recording, as `cardan calibrate` does it: the gyroscope's matrix needs the direction of gravity, of
/// the calibrated accelerometer where that works.
struct CalibrationRun {
  private let request: CalibrationRequest
  private var calibrator = DeviceCalibrator()
  private var magnetometer: MagnetometerCalibration?
  private var accelerometer: AccelerometerCalibration?
  private var gyroscope: GyroscopeCalibration?
  /// Why sensors were refused.
  private(set) var problems: [CalibrationError] = []

  init(request: CalibrationRequest) { self.request = request }

  /// Reads a recording to its end.
  mutating func read(_ rows: RecordingRows) {
    rows.forEachSample { raw, _ in calibrator.add(request.axes.apply(to: raw)) }
    calibrator.finish()
  }

  /// Calibrates the sensors asked for.
  mutating func calibrate() {
    let calibrator = calibrator
    var level = SensorModel<Double>.identity
    do throws(CalibrationError) {
      let found = try calibrator.accelerometer(request.accelerometer)
      level = found.model
      if request.sensors.contains(.accelerometer) { accelerometer = found }
    } catch {
      if request.sensors.contains(.accelerometer) { problems.append(error) }
    }
    if request.sensors.contains(.gyroscope) {
      gyroscope = take { () throws(CalibrationError) in try calibrator.gyroscope(accelerometer: level) }
    }
    if request.sensors.contains(.magnetometer) {
      magnetometer = take { [request] () throws(CalibrationError) in
        try calibrator.magnetometer(request.magnetometer)
      }
    }
  }

  private mutating func take<Value>(_ work: () throws(CalibrationError) -> Value) -> Value? {
    do throws(CalibrationError) {
      return try work()
    } catch {
      problems.append(error)
      return nil
    }
  }

  /// Whether at least one sensor was calibrated.
  var hasResult: Bool { magnetometer != nil || accelerometer != nil || gyroscope != nil }

  /// The result as a file.
  var file: CalibrationFile {
    CalibrationFile(
      gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer, provenance: request.provenance)
  }
}
