import FileAccess
import LogTables

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
        guard let files = try file.chosenRecording() else {
          throw LogError(path: file.path, message: "not a recording")
        }
        return try layout.reader(files, options: options)
      })
  }

  /// A zip archive with one table that is a log.
  static let zippedTable = LogFormat(
    name: "zipped table", recognition: "a zip archive with tables that name columns of a sensor",
    matches: { file throws(LogError) in try zippedTable(file) != nil }, content: { _ in .recording },
    open: { file, options throws(LogError) in
      guard let files = try file.chosenRecording(), let name = try zippedTable(file) else {
        throw LogError(path: file.path, message: "no table in the archive")
      }
      let text = try files.open(name)
      var reader = try CSVLogReader(reader: text, table: TableHeader(from: text, options: options), options: options)
      reader.header.recordingName = files.recordingName
      return reader
    })

  /// The name of the only table with a sensor in an archive; nil for others.
  private static func zippedTable(_ file: LogFile) throws(LogError) -> String? {
    guard try file.begins(with: ZipArchive.signature), let files = try file.recordingFiles() else { return nil }
    let tables = files.tables
    return tables.count == 1 ? tables[0] : nil
  }
}

/// A folder or an archive that is one recording, with a table for each sensor.
struct RecordingLayout: Sendable {
  /// The name of the format.
  var formatName: String
  /// How it is recognised, for the list of formats.
  var recognition: String
  /// The files of which one must be there. The first that is there has the header to recognise, and is the main file.
  var marks: [String]
  /// Files of which one must be there too; empty if the header is enough.
  var companions: [String] = []
  /// Files with an acceleration without gravity, which matter where none has it.
  var gravityFree: [String] = []
  /// Other files of the format with a sensor, which are used only where the usual ones are missing.
  var substitutes: [String] = []
  /// Whether the header of the main file is one of this format.
  var matches: @Sendable (TableHeader) -> Bool
  /// The tables of the recording.
  var parts: @Sendable (RecordingFiles) throws(LogError) -> [RecordingPart]

  /// Every layout, in the order in which files are compared with them.
  static let all: [RecordingLayout] = [.sensorLogger, .phyphox, .ximu3, .ngimu, .sensorTables]

  /// The main files of all layouts.
  static var marks: [String] { all.flatMap(\.marks) }

  /// The layout of files, and the main file; nil for others. Throws if a file is unreadable.
  static func layout(of files: RecordingFiles) throws(LogError) -> (layout: RecordingLayout, main: String)? {
    for layout in all {
      guard let main = layout.marks.first(where: files.contains),
        layout.companions.isEmpty || layout.companions.contains(where: files.contains)
      else { continue }
      let header: TableHeader
      do throws(LogError) {
        guard let found = try files.header(main) else { continue }
        header = found
      } catch {
        // Without columns it is no table of a recording.
        if error.line == nil { throw error }
        continue
      }
      if layout.matches(header) { return (layout, main) }
    }
    return nil
  }

  /// The main file of a folder that is one recording, or of one of its recordings by number; nil for other folders.
  static func mainFile(ofFolder folder: String, instance: Int? = nil) -> String? {
    guard let files = try? RecordingFiles.all(inFolder: folder, marks: marks)[safe: instance ?? 0],
      let found = try? layout(of: files)
    else { return nil }
    return "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(files.storedName(found.main))"
  }

  /// The folder of a file, if that is one recording in which other files have the sensors; nil for others.
  static func folder(ofPart path: String) -> String? {
    guard path != "-", FileKind(of: path) == .file else { return nil }
    let parts = FilePath.parts(of: path)
    let folder = parts.folder.isEmpty ? "." : String(parts.folder.dropLast())
    guard let main = mainFile(ofFolder: folder), FilePath.parts(of: main).name != parts.name else { return nil }
    return folder
  }

  /// The reader of a recording.
  func reader(_ files: RecordingFiles, options: LogOptions) throws(LogError) -> any MotionLogReader {
    let parts = try parts(files)
    let gravityFree = parts.contains { $0.kinds.contains(.accelerometer) } ? [] : gravityFree.filter(files.contains)
    let used = Set(
      parts.flatMap(\.sources).compactMap { source in
        if case .member(_, let name) = source { name } else { nil }
      })
    // A sensor in another form is one that the layout knows.
    let known = used.union(marks).union(self.gravityFree).union(substitutes)
    let others = files.names.sorted().filter { $0.hasSuffix(".csv") && !$0.contains("/") && !known.contains($0) }
    let unused = others.filter { name in (try? files.header(name)).map { LogSchema.namesRecording($0) } ?? false }
    return try MergedTables.reader(
      parts, formatName: formatName, options: options, path: files.path, gravityFree: gravityFree.map(files.storedName)
    ) { header in
      header.unusedFiles = unused.map(files.storedName)
      header.recordingName = files.recordingName
    }
  }
}

extension RecordingFiles {
  /// A part in a file; nil if it is missing.
  func part(_ name: String, _ kinds: StreamKinds, _ convention: TableConvention) -> RecordingPart? {
    guard contains(name) else { return nil }
    return RecordingPart(
      name: String(name.prefix { $0 != "." }), kinds: kinds, convention: convention,
      sources: [.member(self, name)])
  }

  /// The part of a sensor in the first of some files that is there.
  func sensor(_ names: [String], _ quantity: Quantity, _ convention: TableConvention) -> RecordingPart? {
    names.first(where: contains).flatMap { part($0, quantity.kinds, convention.naming(quantity)) }
  }
}

extension RecordingLayout {
  /// A table for each sensor, named after it, with timestamps and the axes x, y and z.
  static let sensorTables = RecordingLayout(
    formatName: "table for each sensor",
    recognition:
      "a folder or zip with gyro.csv, acc.csv, ... or walk_gyr.csv, walk_acc.csv, ... of timestamps, x, y, z",
    marks: names.flatMap(\.files),
    gravityFree: files(
      of: ["linear", "user"].flatMap { kind in
        ["acceleration", "accelerometer"].flatMap {
          ["\(kind)_\($0)", "\(kind)\(capitalized($0))", "\(kind) \(capitalized($0))"]
        }
      }),
    matches: { table in
      let sensors = Set(table.columns.compactMap(\.quantity)).intersection(Quantity.sensors)
      return sensors.count == 1 && LogSchema.namesRecording(table) && table.columns.contains { $0.quantity == .time }
    },
    parts: { files throws(LogError) in
      names.compactMap { files.sensor($0.files, $0.quantity, .plain) }
    })

  private static let names: [(quantity: Quantity, files: [String])] = [
    (.angularRate, ["gyroscope", "gyro", "gyr"]), (.specificForce, ["accelerometer", "accel", "acc", "acceleration"]),
    (.magneticField, ["magnetometer", "mag"]),
  ].map { quantity, stems in (quantity, files(of: stems)) }

  /// The files of some names, with a small or a capital letter at the start.
  private static func files(of stems: [String]) -> [String] {
    stems.flatMap { ["\($0).csv", "\(capitalized($0)).csv"] }
  }

  private static func capitalized(_ word: String) -> String { "\(word.prefix(1).uppercased())\(word.dropFirst())" }
}

extension TableConvention {
  /// The convention of a table of the sensor in the name of its file: `gyro`, `acc` or `mag` at the start of a word; nil without one.
  static func ofSensor(inName name: String) -> TableConvention? {
    let words = name.lowercased().split { !$0.isLetter }
    let sensors: [(String, Quantity)] = [("gyr", .angularRate), ("acc", .specificForce), ("mag", .magneticField)]
    let found = sensors.first { sensor in words.contains { $0.hasPrefix(sensor.0) } }
    return found.map { plain.naming($0.1) }
  }

  /// The convention of a table of one sensor, whose columns have the names of the axes.
  func naming(_ quantity: Quantity) -> TableConvention {
    var convention = self
    for suffix in ["", "axis", "element"] {
      for (index, axis) in quantity.axes.enumerated() {
        convention.names["\(axis)\(suffix)"] = Content(quantity: quantity, axis: index)
      }
    }
    return convention
  }
}
