import CCardanOffline
import MotionLogs
import MotionSamples

extension LogOptions {
  /// Takes the options of a caller; what is wrong with them, or nil.
  mutating func read(_ options: cardan_log_options) -> String? {
    func unit<Unit: MeasurementUnit>(_ name: UnsafePointer<CChar>?, _ target: inout Unit?, _ sensor: String) -> String?
    {
      guard let name else { return nil }
      target = Unit(spelling: String(cString: name))
      return target == nil ? "\(sensor): unknown unit '\(String(cString: name))'" : nil
    }
    if let wrong = unit(options.time_unit, &timeUnit, "time") { return wrong }
    if let wrong = unit(options.gyroscope_unit, &angularRateUnit, "gyroscope") { return wrong }
    if let wrong = unit(options.accelerometer_unit, &accelerationUnit, "accelerometer") { return wrong }
    if let wrong = unit(options.magnetometer_unit, &magneticFieldUnit, "magnetometer") { return wrong }
    guard options.rate >= 0, options.rate.isFinite else { return "rate: should be a number above 0" }
    samplingRate = options.rate > 0 ? options.rate : nil
    return nil
  }
}
