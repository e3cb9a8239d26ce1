// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan
import CCardanOffline
import CardanABI
import MotionSamples
import SensorCalibration

@c @implementation
public func cardan_calibrate(
  _ recording: UnsafePointer<cardan_recording>?, _ request: UnsafePointer<cardan_calibration_request>?,
  _ calibration: UnsafeMutablePointer<OpaquePointer?>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let calibration else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  if let request, UnsafeRawPointer(request).load(as: Int.self) != MemoryLayout<cardan_calibration_request>.size {
    return message.write("invalid request size", for: CARDAN_BAD_SIZE)
  }
  let wanted: CalibrationRequest
  switch CalibrationRequest.reading(request?.pointee) {
  case .success(let read): wanted = read
  case .failure(let invalid): return message.write("invalid request", for: invalid.status)
  }
  let (rows, status) = RecordingRows.reading(recording)
  guard let rows else { return message.write("invalid recording description", for: status) }
  var calibrator = DeviceCalibrator(wanted)
  rows.forEachSample { sample, _ in calibrator.add(sample) }
  let result = calibrator.result()
  let problems = result.problems.map(\.description).joined(separator: "\n")
  guard !result.isEmpty else { return message.write(problems, for: CARDAN_UNDETERMINED) }
  let provenance = request?.pointee.provenance(axes: wanted.axes)
  calibration.pointee = Handle.make(Document(CalibrationFile(result, provenance: provenance).text))
  return message.write(problems, for: CARDAN_OK)
}

@c @implementation
public func cardan_calibration_parse(
  _ json: UnsafePointer<CChar>?, _ length: Int, _ calibration: UnsafeMutablePointer<cardan_calibration>?,
  _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  return message.store(in: calibration, cardan_calibration.store) { () throws(CalibrationFileError) in
    try parse(json, length)
  }
}

@c @implementation
public func cardan_calibration_read(
  _ path: UnsafePointer<CChar>?, _ calibration: UnsafeMutablePointer<cardan_calibration>?,
  _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  return message.store(in: calibration, cardan_calibration.store) { () throws(CalibrationFileError) in
    try read(path)
  }
}

@c @implementation
public func cardan_gyroscope_temperature_parse(
  _ json: UnsafePointer<CChar>?, _ length: Int, _ model: UnsafeMutablePointer<cardan_gyroscope_temperature>?,
  _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  return message.store(in: model, cardan_gyroscope_temperature.store) { () throws(CalibrationFileError) in
    try parse(json, length)
  }
}

@c @implementation
public func cardan_gyroscope_temperature_read(
  _ path: UnsafePointer<CChar>?, _ model: UnsafeMutablePointer<cardan_gyroscope_temperature>?,
  _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  return message.store(in: model, cardan_gyroscope_temperature.store) { () throws(CalibrationFileError) in
    try read(path)
  }
}

/// Parses a file in memory; nil for a NULL pointer.
private func parse(_ json: UnsafePointer<CChar>?, _ length: Int) throws(CalibrationFileError) -> CalibrationFile? {
  guard let json else { return nil }
  return try CalibrationFile(json: UnsafeRawBufferPointer(start: json, count: max(0, length)))
}

/// Reads a file; nil for a NULL pointer.
private func read(_ path: UnsafePointer<CChar>?) throws(CalibrationFileError) -> CalibrationFile? {
  guard let path else { return nil }
  return try CalibrationFile(contentsOf: String(cString: path))
}

extension MessageBuffer {
  /// Stores a part of a file in a caller's struct, or writes what is wrong.
  fileprivate func store<Target>(
    in target: UnsafeMutablePointer<Target>?,
    _ store: (CalibrationFile, UnsafeMutablePointer<Target>, MessageBuffer) -> cardan_status,
    _ open: () throws(CalibrationFileError) -> CalibrationFile?
  ) -> cardan_status {
    do throws(CalibrationFileError) {
      guard let target, let file = try open() else { return write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
      return store(file, target, self)
    } catch {
      return write("\(error)", for: error.kind.status)
    }
  }
}

extension cardan_calibration {
  fileprivate static func store(
    _ file: CalibrationFile, _ calibration: UnsafeMutablePointer<Self>, _ message: MessageBuffer
  ) -> cardan_status {
    calibration.pointee = Self(file.deviceCalibration)
    return message.write("", for: CARDAN_OK)
  }
}

extension cardan_gyroscope_temperature {
  fileprivate static func store(
    _ file: CalibrationFile, _ model: UnsafeMutablePointer<Self>, _ message: MessageBuffer
  ) -> cardan_status {
    guard model.pointee.size == MemoryLayout<Self>.size else {
      return message.write("invalid model size", for: CARDAN_BAD_SIZE)
    }
    guard let found = file.deviceCalibration.gyroscopeTemperature else {
      return message.write("gyroscope: no temperature model", for: CARDAN_UNSUPPORTED)
    }
    model.pointee = Self(found)
    return message.write("", for: CARDAN_OK)
  }
}

extension CalibrationFileError.Kind {
  fileprivate var status: cardan_status {
    switch self {
    case .unreadable: CARDAN_UNREADABLE
    case .invalid: CARDAN_BAD_FORMAT
    case .newerVersion: CARDAN_WRONG_VERSION
    case .unusableModel: CARDAN_BAD_CALIBRATION
    }
  }
}

extension CalibrationRequest {
  /// Why a caller's request is invalid.
  fileprivate struct Invalid: Error { var status: cardan_status }

  /// The request of a caller; the defaults for nil.
  fileprivate static func reading(_ request: cardan_calibration_request?) -> Result<Self, Invalid> {
    var read = Self()
    guard let request else { return .success(read) }
    let bits: [CalibratedSensor: UInt32] = [
      .gyroscope: CARDAN_CALIBRATE_GYROSCOPE, .accelerometer: CARDAN_CALIBRATE_ACCELEROMETER,
      .magnetometer: CARDAN_CALIBRATE_MAGNETOMETER,
    ]
    read.sensors = Set(bits.filter { request.sensors & $0.value != 0 }.keys)
    guard !read.sensors.isEmpty, request.sensors & ~bits.values.reduce(0, |) == 0,
      request.field_strength == 0 || (10...100).contains(request.field_strength), (9.7...9.9).contains(request.gravity)
    else { return .failure(Invalid(status: CARDAN_BAD_ARGUMENT)) }
    switch request.shape {
    case CARDAN_SHAPE_ANY: break
    case CARDAN_SHAPE_OFFSET: read.fit(.offset)
    case CARDAN_SHAPE_SCALES: read.fit(.scales)
    case CARDAN_SHAPE_FULL: read.fit(.full)
    default: return .failure(Invalid(status: CARDAN_BAD_ARGUMENT))
    }
    read.magnetometer.fieldStrength = request.field_strength == 0 ? nil : request.field_strength
    read.accelerometer.gravity = request.gravity
    guard let axes = AxisMapping(request.axes) else { return .failure(Invalid(status: CARDAN_BAD_AXES)) }
    read.axes = axes
    return .success(read)
  }
}

extension cardan_calibration_request {
  /// The provenance for the file; nil without name and date.
  fileprivate func provenance(axes: AxisMapping) -> CalibrationFile.Provenance? {
    guard recording_name != nil || date != nil else { return nil }
    return CalibrationFile.Provenance(
      recording: recording_name.map { String(cString: $0) } ?? "", date: date.map { String(cString: $0) },
      program: "libcardan-offline \(String(cString: cardan_version_text()))",
      axes: axes.description)
  }
}
