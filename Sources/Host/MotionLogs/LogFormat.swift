/// A format of logs: how its files are recognised and opened. `all` lists every format.
struct LogFormat: Sendable {
  /// The name in headers and lists.
  var name: String
  /// How a file is recognised, for the list of formats.
  var recognition: String
  /// Whether a file is of this format, by its content.
  var matches: @Sendable (LogFile) throws(LogError) -> Bool
  /// What a file of this format holds, without the units that it may lack. Throws if the file is damaged so that it cannot be
  /// opened.
  var content: @Sendable (LogFile) throws(LogError) -> Content
  /// Opens a file of this format.
  var open: @Sendable (LogFile, LogOptions) throws(LogError) -> any MotionLogReader
  /// The messages of a format of several streams; nil for others.
  var schema: StreamSchema?

  /// What a file holds.
  enum Content {
    /// Readings of at least one sensor.
    case recording
    /// Attitudes without readings: a result, or a reference.
    case attitudes
    /// Anything else.
    case other

    /// The content of a table.
    init(_ table: TableHeader) {
      self = LogSchema.namesRecording(table) ? .recording : table.namesAttitude ? .attitudes : .other
    }
  }

  /// Every format, in the order in which a file is compared with them.
  static let all: [LogFormat] =
    [.broad] + RecordingLayout.all.map(LogFormat.layout) + [
      .zippedTable, .numPy, .arrow, .mcap, .ros2Database, .rosBag, .ulog, .dataFlash, .dataFlashText, .telemetry, .gpmf,
      .gcsv,
      .sensorLog, .physicsToolbox, .xsens, .repoIMU, .euroc, .table,
    ]

  /// The format of a file. Throws the reason for a file of no known format.
  static func format(of file: LogFile) throws(LogError) -> LogFormat {
    if let format = try match(file) { return format }
    throw LogError(
      path: file.path, message: "unknown format; expected one of \(all.map(\.name).joined(separator: ", "))")
  }

  /// The format of a file; nil for content of no known format. Throws for content that may hold a log, but cannot be read.
  static func match(_ file: LogFile) throws(LogError) -> LogFormat? {
    if let fact = LogError.Fact(unreadable: try file.head()) { throw LogError(path: file.path, fact) }
    for format in all where try format.matches(file) { return format }
    return nil
  }
}

extension LogFormat {
  /// A format of several streams, whose messages are read by `reader`: once to survey the file, and once for the rows.
  static func streams<Reader: MessageReader>(
    _ schema: StreamSchema, recognition: String, matches: @escaping @Sendable (LogFile) throws(LogError) -> Bool,
    reader: @escaping @Sendable (_ file: LogFile, _ isSurvey: Bool) throws(LogError) -> Reader
  ) -> LogFormat {
    LogFormat(
      name: schema.formatName, recognition: recognition, matches: matches, content: { _ in .recording },
      open: { (file, options) throws(LogError) in
        var survey = try TopicSurvey(try reader(file, true), schema: schema)
        if let offset = file.damagedAt { survey.addDamage(at: offset) }
        let choice = try RecordingChoice(schema, survey, instance: file.instance, options: options, path: file.path)
        return StreamedLogReader(
          TopicSource(try reader(file, false), schema: schema, wanted: choice.wanted),
          header: LogHeader(survey, schema, choice))
      }, schema: schema)
  }

  /// MCAP.
  static let mcap = streams(.ros("MCAP"), recognition: "89 4D 43 41 50 30 0D 0A (MCAP)") { file throws(LogError) in
    MCAPFraming.matches(try file.head())
  } reader: { file, isSurvey throws(LogError) in
    SplitReader(count: file.parts.count) { (part, topics) throws(LogError) in
      try MCAPReader(try file.blocks(part: part), topics, verifies: isSurvey)
    }
  }

  /// ROS 2 bags in SQLite databases.
  static let ros2Database = streams(.ros("ROS 2 bag"), recognition: "SQLite format 3 with the tables topics, messages")
  {
    file throws(LogError) in
    ROS2DatabaseReader.matches(try file.head())
  } reader: { file, _ throws(LogError) in
    SplitReader(count: file.parts.count) { (part, topics) throws(LogError) in
      try ROS2DatabaseReader(try file.plainPath(part: part), path: file.name(of: part), topics)
    }
  }

  /// ROS 1 bags.
  static let rosBag = streams(.ros("ROS 1 bag"), recognition: "#ROSBAG V2.0") { file throws(LogError) in
    BagFraming.matches(try file.head())
  } reader: { file, _ throws(LogError) in
    try BagReader(try file.blocks())
  }

  /// PX4 ULog.
  static let ulog = streams(.ulog, recognition: "55 4C 6F 67 01 12 35 (ULog)") { file throws(LogError) in
    ULogReader.matches(try file.head())
  } reader: { file, _ throws(LogError) in
    ULogReader(try file.blocks())
  }

  /// ArduPilot DataFlash.
  static let dataFlash = streams(.dataFlash, recognition: "A3 95 80 (FMT)") { file throws(LogError) in
    DataFlashReader.matches(try file.head())
  } reader: { file, _ throws(LogError) in
    DataFlashReader(try file.blocks())
  }

  /// Videos of GoPro cameras.
  static let gpmf = streams(.gpmf, recognition: "MP4 with a track of gpmd") { file throws(LogError) in
    guard file.file != "-", MP4Telemetry.matches(try file.head()) else { return false }
    return try GPMFPayloads.matches(try file.blocks())
  } reader: { file, _ throws(LogError) in
    try GPMFReader(try file.blocks())
  }

  /// Telemetry logs of ground stations.
  static let telemetry = streams(.telemetry, recognition: "times of 64 bits, FE or FD (MAVLink) and a right checksum") {
    file throws(LogError) in
    guard !file.isText else { return false }
    return TelemetryReader.matches(try file.head())
  } reader: { file, _ throws(LogError) in
    try TelemetryReader(try file.blocks())
  }

  /// ArduPilot DataFlash as text.
  static let dataFlashText = streams(.dataFlashText, recognition: "lines FMT, 128, 89, FMT, ...") {
    file throws(LogError) in
    guard file.isText else { return false }
    return DataFlashTextReader.matches(try file.head())
  } reader: { file, _ throws(LogError) in
    guard file.file != "-" else {
      throw LogError(
        path: file.path, message: "\(StreamSchema.dataFlashText.formatName) needs a file, not standard input")
    }
    return DataFlashTextReader(try ByteReader(path: file.file))
  }
}

extension LogFormat {
  /// BROAD.
  static let broad = LogFormat(
    name: "BROAD HDF5", recognition: "89 48 44 46 (HDF5) with imu_gyr, imu_acc",
    matches: { file throws(LogError) in try file.begins(with: [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]) },
    content: { _ in .recording },
    open: { file, options throws(LogError) in
      guard file.file != "-" else {
        throw LogError(path: file.path, message: "HDF5 needs a file, not standard input")
      }
      if file.reader.compression != nil { throw LogError(path: file.path, .compressed) }
      return try BROADLogReader(path: file.file, options: options)
    })

  /// NumPy.
  static let numPy = LogFormat(
    name: "NumPy", recognition: "93 4E 55 4D 50 59 (.npy), or a zip archive of such files (.npz)",
    matches: { file throws(LogError) in
      if try file.begins(with: NumPyHeader.signature) { return true }
      return try file.begins(with: [0x50, 0x4b, 0x03, 0x04])
    },
    content: { file throws(LogError) in
      if file.reader.compression != nil { throw LogError(path: file.path, .compressed) }
      return try NumPyArchive.isOther(file.head()) ? .other : Content(NumPyLogReader.columns(file.file))
    },
    open: { file, options throws(LogError) in
      if file.reader.compression != nil { throw LogError(path: file.path, .compressed) }
      return try NumPyLogReader(path: file.file, options: options)
    })

  /// Arrow.
  static let arrow = LogFormat(
    name: ArrowLogReader.formatName, recognition: "ARROW1 (files, Feather 2), or FF FF FF FF and a schema (streams)",
    matches: { file throws(LogError) in ArrowMessages.matches(try file.head()) },
    content: { file throws(LogError) in Content(try ArrowLogReader.columns(try file.blocks())) },
    open: { file, options throws(LogError) in
      try ArrowLogReader(try file.blocks(), options: options)
    })

  /// A text table with the conventions of a format.
  private static func text(
    _ convention: TableConvention, recognition: String,
    open: @escaping @Sendable (LogFile, LogOptions) throws(LogError) -> any MotionLogReader = {
      file, options throws(LogError) in try CSVLogReader(reader: file.reader, table: file.table(), options: options)
    }
  ) -> LogFormat {
    LogFormat(
      name: convention.formatName, recognition: recognition,
      matches: { file throws(LogError) in
        guard file.isText else { return false }
        return try file.table().convention.formatName == convention.formatName
      },
      content: { file throws(LogError) in Content(try file.table()) }, open: open)
  }

  /// EuRoC and ASL.
  static let euroc = text(.euroc, recognition: "a line with the columns w_RS_S_x, ...") {
    file, options throws(LogError) in
    try EuRoCLogReader(reader: file.reader, table: file.table(), options: options)
  }

  /// RepoIMU.
  static let repoIMU = text(.repoIMU, recognition: "a line with Vicon Orientation and a line of axes")

  /// Physics Toolbox.
  static let physicsToolbox = text(.physicsToolbox, recognition: "a line with the columns gFx, ...")

  /// Xsens.
  static let xsens = text(
    .xsens(hasRate: false, isText: true), recognition: "a line with the columns Counter or SampleTimeFine, Acc_X, ...")

  /// SensorLog.
  static let sensorLog = text(.sensorLog, recognition: "a line with the columns gyroTimestamp_sinceReboot(s), ...") {
    file, options throws(LogError) in
    guard file.file != "-" else {
      throw LogError(path: file.path, message: "SensorLog needs a file, not standard input")
    }
    let parts = SensorLog.recording(try file.table(), .file(file.file))
    return try MergedTables.reader(parts, formatName: "SensorLog", options: options, path: file.path)
  }

  /// Any other table with named columns.
  static let table = text(.plain, recognition: "a line that names columns")
}

extension LogFormat {
  /// A folder or zip archive that is one recording.
  static func layout(_ layout: RecordingLayout) -> LogFormat {
    LogFormat(
      name: layout.formatName, recognition: layout.recognition,
      matches: { file throws(LogError) in
        guard let files = try file.recordingFiles() else { return false }
        return try RecordingLayout.layout(of: files)?.layout.formatName == layout.formatName
      }, content: { _ in .recording },
      open: { file, options throws(LogError) in
        guard let files = try file.recordingFiles() else { throw LogError(path: file.path, message: "not a recording") }
        return try layout.reader(files, options: options)
      })
  }

  /// A zip archive with one table that is a log.
  static let zippedTable = LogFormat(
    name: "zipped table", recognition: "a zip archive with one table that names columns of a sensor",
    matches: { file throws(LogError) in try zippedTable(file) != nil }, content: { _ in .recording },
    open: { file, options throws(LogError) in
      guard let files = try file.recordingFiles(), let name = try zippedTable(file) else {
        throw LogError(path: file.path, message: "no table in the archive")
      }
      let reader = try files.open(name)
      return try CSVLogReader(reader: reader, table: TableHeader(from: reader, options: options), options: options)
    })

  /// The name of the only table with a sensor in an archive; nil for others.
  private static func zippedTable(_ file: LogFile) throws(LogError) -> String? {
    guard try file.begins(with: ZipArchive.signature), let files = try file.recordingFiles() else { return nil }
    var tables: [String] = []
    for name in files.names.sorted() where name.lowercased().hasSuffix(".csv") && tables.count < 2 {
      if let header = try? files.header(name), LogSchema.namesRecording(header) { tables.append(name) }
    }
    return tables.count == 1 ? tables[0] : nil
  }

  /// A gyroscope log of Gyroflow.
  static let gcsv = LogFormat(
    name: "gcsv", recognition: "GYROFLOW IMU LOG, or lines key,value before t,gx,gy,gz",
    matches: { file throws(LogError) in
      guard file.isText else { return false }
      return GCSV.matches(try file.head())
    }, content: { _ in .recording },
    open: { file, options throws(LogError) in try GCSV.reader(file.reader, options: options) })
}
