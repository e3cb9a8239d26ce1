extension TableFormat {
  /// SensorLog: a table with a time for each sensor.
  package static let sensorLog = TableFormat(
    name: "SensorLog", recognition: "a line with the columns gyroTimestamp_sinceReboot(s), ..."
  ) { header in
    let isMarked = header.columns.contains { $0.text.lowercased().hasSuffix("timestamp_sincereboot(s)") }
    return isMarked ? TableConvention.sensorLog : nil
  }
}

extension TableConvention {
  /// All columns but those of a part are ignored.
  package static let sensorLog: TableConvention = {
    var convention = TableConvention(formatName: "SensorLog", units: [.time: "s"])
    convention.names = columns("gyrorotation", .angularRate)
    return convention
  }()
}
