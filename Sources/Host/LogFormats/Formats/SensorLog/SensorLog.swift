import FileAccess
import LogTables

extension LogFormat {
  /// SensorLog.
  static let sensorLog = text(.sensorLog) { file, options throws(LogError) in
    guard file.file != "-" else {
      throw LogError(path: file.path, message: "SensorLog needs a file, not standard input")
    }
    let parts = SensorLog.recording(try file.table(), .file(file.file))
    return try MergedTables.reader(parts, formatName: "SensorLog", options: options, path: file.path)
  }
}

/// The tables of SensorLog for iOS: some sensors in one table, each with its own timestamps. A row repeats the last reading of
/// a sensor without a new one.
///
/// Accelerations have the sign of Core Motion: -1 g along the axis that points up.
enum SensorLog {
  private static let parts: [(prefix: String, vector: String, quantity: Quantity)] = [
    ("gyro", "gyroRotation", .angularRate), ("motion", "motionRotationRate", .angularRate),
    ("accelerometer", "accelerometerAcceleration", .specificForce),
    // With gravity beside it.
    ("motion", "motionUserAcceleration", .specificForce),
    ("magnetometer", "magnetometer", .magneticField), ("motion", "motionMagneticField", .magneticField),
    ("motion", "motionQuaternion", .attitude),
  ]

  /// The name of the attitude of the device, for `LogOptions.truthTopic`.
  static let attitude = "motionQuaternion"

  /// The parts of a recording in one table with these columns.
  static func recording(_ table: TableHeader, _ source: TableSource) -> [RecordingPart] {
    let names = Set(table.columns.map(\.foldedName))
    var taken: Set<Quantity> = []
    return parts.compactMap { prefix, vector, quantity in
      var columns = TableConvention.columns(vector.lowercased(), quantity)
      if vector == "motionUserAcceleration" {
        columns.merge(TableConvention.columns("motiongravity", .gravity)) { $1 }
      }
      guard names.isSuperset(of: columns.keys), names.contains("\(prefix)timestampsincereboot"),
        taken.insert(quantity).inserted
      else { return nil }
      var convention = TableConvention(formatName: TableFormat.sensorLog.name, units: [.time: "s"])
      convention.names = columns
      convention.names["\(prefix)timestampsincereboot"] = .init(quantity: .time, axis: 0)
      convention.signs = [.specificForce: -1, .gravity: -1]
      return RecordingPart(
        name: vector, kinds: quantity.kinds, convention: convention, sources: [source], repeatsReadings: true)
    }
  }
}
