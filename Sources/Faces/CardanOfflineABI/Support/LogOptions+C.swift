import CCardan
import CCardanOffline
import LogTables
import MotionSamples

/// Why the options of a caller are refused.
struct OptionsError: Error {
  var status: cardan_status
  var text: String
}

extension LogOptions {
  /// The options of a caller; NULL for none. Throws the status and what is wrong.
  init(_ options: UnsafePointer<cardan_log_options>?) throws(OptionsError) {
    self.init()
    guard let options else { return }
    let size = UnsafeRawPointer(options).load(as: Int.self)
    guard size == MemoryLayout<cardan_log_options>.size else {
      throw OptionsError(status: CARDAN_BAD_SIZE, text: "invalid options size")
    }
    if let wrong = read(options.pointee) { throw OptionsError(status: CARDAN_BAD_ARGUMENT, text: wrong) }
  }

  /// Takes the options; returns what is wrong, or nil.
  private mutating func read(_ options: cardan_log_options) -> String? {
    func unit<Unit: MeasurementUnit>(
      _ name: UnsafePointer<CChar>?, _ target: inout ScaledUnit<Unit>?, _ sensor: String
    ) -> String? {
      guard let name else { return nil }
      target = ScaledUnit(spelling: String(cString: name))
      return target == nil ? "\(sensor): unknown unit '\(String(cString: name))'" : nil
    }
    if let wrong = unit(options.time_unit, &timeUnit, "time") { return wrong }
    if let wrong = unit(options.gyroscope_unit, &angularRateUnit, "gyroscope") { return wrong }
    if let wrong = unit(options.accelerometer_unit, &accelerationUnit, "accelerometer") { return wrong }
    if let wrong = unit(options.magnetometer_unit, &magneticFieldUnit, "magnetometer") { return wrong }
    guard options.rate >= 0, options.rate.isFinite else { return "rate: expected a number above 0" }
    samplingRate = options.rate > 0 ? options.rate : nil
    return nil
  }
}
