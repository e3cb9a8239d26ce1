extension TableFormat {
  /// SensorLog: a table with a time for each sensor. All columns but those of a part are ignored.
  package static let sensorLog = TableFormat(
    name: "SensorLog", recognition: "a line with the columns gyroTimestamp_sinceReboot(s), ...",
    matches: { header in
      header.columns.contains { $0.text.lowercased().hasSuffix("timestamp_sincereboot(s)") }
    },
    complete: { convention, _ in
      convention.units = [.time: "s"]
      convention.names = TableConvention.columns("gyrorotation", .angularRate)
    })
}
