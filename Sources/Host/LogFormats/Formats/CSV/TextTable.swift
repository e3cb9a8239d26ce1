import FileAccess
import LogTables

extension LogFormat {
  /// Text tables. Those of `TableFormat.all` that need more than a convention have a reader of their own.
  static let tables = TableFormat.all.map { format in
    [LogFormat.sensorLog, .euroc].first { $0.name == format.name } ?? text(format)
  }

  /// A text table of a known header.
  static func text(
    _ format: TableFormat,
    open: @escaping @Sendable (LogFile, LogOptions) throws(LogError) -> any MotionLogReader = {
      file, options throws(LogError) in try CSVLogReader(reader: file.reader, table: file.table(), options: options)
    }
  ) -> LogFormat {
    LogFormat(
      name: format.name, recognition: format.recognition,
      matches: { file throws(LogError) in
        guard file.isText else { return false }
        return try file.table().convention.formatName == format.name
      },
      content: { file throws(LogError) in Content(try file.table()) }, open: open)
  }
}
