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
  /// Whether the header of the main file is one of this format.
  var matches: @Sendable (TableHeader) -> Bool
  /// The tables of the recording.
  var parts: @Sendable (RecordingFiles) throws(LogError) -> [RecordingPart]

  /// Every layout, in the order in which files are compared with them.
  static let all: [RecordingLayout] = [.sensorLogger, .phyphox, .ximu3, .ngimu]

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

  /// The main file of a folder that is one recording; nil for other folders.
  static func mainFile(ofFolder folder: String) -> String? {
    guard let files = try? RecordingFiles(folder: folder), let found = try? layout(of: files) else { return nil }
    return "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(found.main)"
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
    try MergedTables.reader(parts(files), formatName: formatName, options: options, path: files.path)
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

extension TableConvention {
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
