import FileAccess
import LogTables

/// Tables that the caller gives as one recording.
enum GivenTables {
  /// The reader of tables with one or several sensors each. A table whose columns are x, y and z is of the sensor in the
  /// name of its file: `gyro`, `acc` or `mag`. Throws if two tables have the same sensor.
  static func reader(_ paths: [String], options: LogOptions) throws(LogError) -> any MotionLogReader {
    var options = options
    options.truthTopic = nil
    var owners: [Quantity: String] = [:]
    var parts: [RecordingPart] = []
    for path in paths {
      guard path != "-" else { throw LogError(path: path, message: "one of several files cannot be standard input") }
      let table = try TableHeader(
        from: ByteReader(path: path), options: options, fallback: .ofSensor(inName: FilePath.name(of: path)))
      var kinds: StreamKinds = []
      for quantity in [Quantity.angularRate, .specificForce, .magneticField, .temperature, .attitude] {
        guard table.columns.contains(where: { $0.quantity == quantity }) else { continue }
        if let owner = owners.updateValue(path, forKey: quantity), quantity != .temperature {
          throw LogError(path: path, message: "a second \(quantity.sensorName); the first is in \(owner)")
        }
        kinds.formUnion(quantity.kinds)
      }
      if kinds.isEmpty {
        throw LogError(path: path, line: table.line, message: "no column of a sensor")
      }
      let name = String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
      parts.append(
        RecordingPart(
          name: name, kinds: kinds, convention: table.convention,
          sources: [.file(path)]))
    }
    let attitude = parts.first { $0.kinds.contains(.attitude) }
    options.truthTopic = attitude?.name
    return try MergedTables.reader(parts, formatName: "merged tables", options: options, path: paths[0])
  }
}
