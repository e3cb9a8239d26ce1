import CCardan
import CCardanOffline
import CardanABI
import MotionSamples
import OfflineEstimation

/// What is to be calibrated.
struct CalibrationRequest {
  /// The sensors, at least one.
  private(set) var sensors = Set(CalibratedSensor.allCases)
  /// How the magnetometer is calibrated.
  private(set) var magnetometer = MagnetometerCalibrator.Options()
  /// How the accelerometer is calibrated.
  private(set) var accelerometer = AccelerometerCalibrator.Options()
  /// How the sensor is mounted.
  private(set) var axes = AxisMapping.identity
  /// Where the calibration comes from; nil where nobody said it.
  private(set) var provenance: CalibrationFile.Provenance?

  /// Reads a request of a caller; nil stands for the defaults.
  static func reading(
    _ request: UnsafePointer<cardan_calibration_request>?
  ) -> (request: CalibrationRequest?, status: cardan_status) {
    var read = CalibrationRequest()
    guard let request else { return (read, CARDAN_OK) }
    let size = UnsafeRawPointer(request).load(as: Int.self)
    guard size == MemoryLayout<cardan_calibration_request>.size else { return (nil, CARDAN_BAD_SIZE) }
    let status = read.read(request.pointee)
    return (status == CARDAN_OK ? read : nil, status)
  }

  private mutating func read(_ request: cardan_calibration_request) -> cardan_status {
    let bits: [CalibratedSensor: UInt32] = [
      .gyroscope: CARDAN_CALIBRATE_GYROSCOPE, .accelerometer: CARDAN_CALIBRATE_ACCELEROMETER,
      .magnetometer: CARDAN_CALIBRATE_MAGNETOMETER,
    ]
    sensors = Set(bits.filter { request.sensors & $0.value != 0 }.keys)
    guard !sensors.isEmpty, request.sensors & ~bits.values.reduce(0, |) == 0 else { return CARDAN_BAD_ARGUMENT }
    switch request.shape {
    case CARDAN_SHAPE_ANY: break
    case CARDAN_SHAPE_OFFSET: (magnetometer.shape, accelerometer.shape) = (.offset, .offset)
    case CARDAN_SHAPE_SCALES: (magnetometer.shape, accelerometer.shape) = (.scales, .scales)
    case CARDAN_SHAPE_FULL: (magnetometer.shape, accelerometer.shape) = (.full, .full)
    default: return CARDAN_BAD_ARGUMENT
    }
    guard request.field_strength == 0 || (10...100).contains(request.field_strength),
      (9.7...9.9).contains(request.gravity)
    else { return CARDAN_BAD_ARGUMENT }
    magnetometer.fieldStrength = request.field_strength == 0 ? nil : request.field_strength
    accelerometer.gravity = request.gravity
    guard let axes = AxisMapping(request.axes) else { return CARDAN_BAD_AXES }
    self.axes = axes
    if request.recording_name != nil || request.date != nil {
      provenance = CalibrationFile.Provenance(
        recording: request.recording_name.map { String(cString: $0) } ?? "",
        date: request.date.map { String(cString: $0) },
        program: "libcardan-offline \(CARDAN_VERSION_MAJOR).\(CARDAN_VERSION_MINOR).\(CARDAN_VERSION_PATCH)",
        axes: axes.description)
    }
    return CARDAN_OK
  }
}
