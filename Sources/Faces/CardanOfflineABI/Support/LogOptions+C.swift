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
    topic = options.topic.map { String(cString: $0) }
    header = options.header.map { String(cString: $0) }
    (skipsBadRows, assumesUnits) = (options.skips_bad_rows != 0, options.assumes_units != 0)
    companions = Self.texts(options.companions, options.companion_count)
    if let spelling = options.imus.map({ String(cString: $0) }) {
      imus = IMUSelection(spelling: spelling)
      if imus == nil { return "imus: expected 'all' or numbers such as '0,2', found '\(spelling)'" }
    }
    for spelling in Self.texts(options.column_names, options.column_name_count) {
      guard let renaming = ColumnRenaming(spelling: spelling) else {
        return "column names: expected a column and a known one, as in 'rot_x=gyro_x [deg/s]', found '\(spelling)'"
      }
      columnNames.append(renaming)
    }
    if !companions.isEmpty, header != nil || !columnNames.isEmpty {
      return "companions: not with header and column names"
    }
    return nil
  }

  /// The texts of a caller's array; NULL in it ends it.
  private static func texts(_ array: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int) -> [String] {
    UnsafeBufferPointer(start: array, count: array == nil ? 0 : max(0, count)).compactMap {
      $0.map { String(cString: $0) }
    }
  }
}
