import FileAccess
import LogTables

/// The files of one recording in a folder or a zip archive, which may hold several: each in a folder of the archive, or with a number
/// at the end of their names, `Gyroscope_2.csv`, or with a name of its own at their start, `walk_gyr.csv`. In an archive of tables
/// that are logs, each is a recording.
struct RecordingFiles {
  /// The path as the caller gave it.
  let path: String
  /// The names relative to the folder, or to the folder of the recording in an archive, without the number.
  let names: Set<String>
  /// The name of the recording: its folder in the archive and its number; nil for the only one.
  let recordingName: String?

  private let archive: ZipArchive?
  /// The folder of the recording in an archive, with a slash at its end; empty for the archive itself.
  private let prefix: String
  /// What the names of its files begin with: `walk_`; empty for most.
  private let lead: String
  /// What the names of its files have before their ending: `_2`; empty for most.
  private let suffix: String

  /// The most recordings of a folder or an archive: each is opened on its own.
  private static let mostRecordings = 1024

  /// The folders of an archive that a file may belong to: its own, and those around it.
  private static let levels = 3

  /// A recording by the folder of its files and their group.
  private init(_ path: String, archive: ZipArchive?, prefix: String, group: Group, isOnly: Bool) {
    (self.path, self.archive, self.prefix, lead, suffix) = (path, archive, prefix, group.lead, group.suffix)
    self.names = Set(group.names)
    let own = group.lead.dropLast().trimmed
    let name = "\(prefix.dropLast(own.isEmpty ? 1 : 0))\(own)\(suffix)"
    recordingName = isOnly ? nil : group.name ?? (name.isEmpty ? "without a number" : name)
  }

  /// The recordings in a folder. Throws if it is unreadable or has too many.
  static func all(inFolder folder: String, marks: [String]) throws(LogError) -> [RecordingFiles] {
    let groups = groups(of: try FolderEntries.names(in: folder), marks, stems: stems(of: marks))
    return try all(groups.map { ("", $0) }, path: folder, archive: nil)
  }

  /// The recordings in an archive, in the folders that have a file with one of these names. Throws if it is damaged or has too many.
  static func all(
    inArchive file: String, path: String, work: WorkBudget, marks: [String]
  ) throws(LogError) -> [RecordingFiles] {
    let archive = try ZipArchive(file, path: path, work: work)
    let members = archive.members.map(\.name).filter { !$0.hasPrefix("__MACOSX/") }
    // A recording has the files of its folder, and of the folders in that.
    var folders: [String: [String]] = [:]
    for name in members {
      let ends = name.indices.filter { name[$0] == "/" }
      for start in ([name.startIndex] + ends.map(name.index(after:))).suffix(levels) {
        folders[String(name[..<start]), default: []].append(String(name[start...]))
      }
    }
    let stems = stems(of: marks)
    let found = folders.compactMap { folder, names in
      let groups = groups(of: names, marks, stems: stems)
      return groups.count == 1 && !marks.contains(where: groups[0].names.contains) ? nil : (folder, groups)
    }
    .sorted { $0.0 < $1.0 }.flatMap { folder, groups in groups.map { (folder, $0) } }
    guard found.isEmpty else { return try all(found, path: path, archive: archive) }
    let whole = RecordingFiles(path, archive: archive, prefix: "", group: Group(names: members), isOnly: true)
    let tables = whole.tables
    guard tables.count > 1 else { return [whole] }
    return try all(tables.map { ("", Group(names: [$0], name: $0)) }, path: path, archive: archive)
  }

  /// The tables with a sensor in an archive, those in the fewest folders first.
  var tables: [String] {
    let names = names.filter { $0.lowercased().hasSuffix(".csv") }
      .map { (depth: $0.utf8.count { $0 == UInt8(ascii: "/") }, name: $0) }
    return names.sorted(by: <).prefix(Self.mostTables).map(\.name).filter { name in
      (try? header(name)).map { LogSchema.namesRecording($0) } ?? false
    }
  }

  /// The tables of an archive in which those with a sensor are searched: each is opened.
  private static let mostTables = 256

  private static func all(
    _ found: [(folder: String, group: Group)], path: String, archive: ZipArchive?
  ) throws(LogError) -> [RecordingFiles] {
    guard found.count <= mostRecordings else {
      throw LogError(
        path: path, message: "\(found.count) recordings, more than \(mostRecordings); put them into several folders")
    }
    return found.map { folder, group in
      RecordingFiles(path, archive: archive, prefix: folder, group: group, isOnly: found.count == 1)
    }
  }

  /// The files of a folder that have the same start and the same suffix, without both.
  private struct Group {
    var lead = ""
    var suffix = ""
    var names: [String]
    /// The name of the recording, if it is not that of its files.
    var name: String?
  }

  /// The files of each recording in a folder: what distinguishes their names is a number behind a mark, behind a separator or in
  /// brackets. Without any, all files are one group. `stems` are those of the marks: an archive may have many folders.
  private static func groups(of names: [String], _ marks: [String], stems: Set<Substring>) -> [Group] {
    let ends = names.map(numberedEnd)
    let suffixes = Set(
      zip(names, ends).compactMap { name, end in end.flatMap { stems.contains($0.stem) ? $0.suffix : nil } })
    var groups: [Substring: [String]] = [:]
    for (name, end) in zip(names, ends) {
      if let end, suffixes.contains(end.suffix) {
        groups[end.suffix, default: []].append("\(end.stem).csv")
      } else {
        groups["", default: []].append(name)
      }
    }
    let plain = groups[""] ?? []
    if groups.count == 1, !marks.contains(where: plain.contains), case let led = ledGroups(of: plain, marks),
      !led.isEmpty
    {
      return led
    }
    if groups.count > 1, !marks.contains(where: plain.contains) { groups[""] = nil }
    let own = plain.filter { $0 == metadata }
    return groups.sorted { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }.map { suffix, names in
      Group(suffix: String(suffix), names: suffix.isEmpty ? names : names + own)
    }
  }

  /// The marks that are tables, without their ending.
  private static func stems(of marks: [String]) -> Set<Substring> {
    Set(marks.filter { $0.hasSuffix(".csv") }.map { $0.dropLast(4) })
  }

  /// The files of each recording in a folder whose names begin with that of the recording and end with that of a sensor, the gyroscope
  /// and another: `walk_gyr.csv`, `walk_acc.csv`. The first has all other files, too.
  private static func ledGroups(of names: [String], _ marks: [String]) -> [Group] {
    var groups: [String: [String]] = [:]
    var others: [String] = []
    for name in names {
      let mark = name.contains("/") ? nil : name.dropLast(4).lastIndex { "_- .".contains($0) }
      let parts = mark.map { (name[...$0], name[name.index(after: $0)...]) }
      if let (lead, end) = parts, marks.contains(String(end)) {
        groups[String(lead), default: []].append(String(end))
      } else {
        others.append(name)
      }
    }
    let complete = groups.filter { $1.count > 1 && $1.contains { $0.lowercased().hasPrefix("gyr") } }
    for (lead, ends) in groups where complete[lead] == nil { others += ends.map { lead + $0 } }
    return complete.sorted { $0.key < $1.key }.enumerated().map { index, group in
      Group(lead: group.key, names: group.value + (index == 0 ? others : []))
    }
  }

  /// The name of a table without its number and ending, and the number with its separator or brackets; nil without a number.
  private static func numberedEnd(_ name: String) -> (stem: Substring, suffix: Substring)? {
    guard name.hasSuffix(".csv") else { return nil }
    let whole = name.dropLast(4)
    guard let last = whole.lastIndex(where: { !$0.isNumber && !"_- ()".contains($0) }) else { return nil }
    // Digits that are part of the name: "Sensor2_3".
    let suffix = whole[whole.index(after: last)...].drop { $0.isNumber }
    guard suffix.contains(where: \.isNumber) else { return nil }
    return (whole[..<suffix.startIndex], suffix)
  }

  /// Describes all recordings of a folder.
  private static let metadata = "Metadata.csv"

  /// Whether there is a file of this name. In folders of folders, the name has a slash.
  func contains(_ name: String) -> Bool {
    if names.contains(name) { return true }
    return archive == nil && suffix.isEmpty && name.contains("/") && FileKind(of: "\(path)/\(name)") == .file
  }

  /// The name of a file as it is in the folder or archive.
  func storedName(_ name: String) -> String {
    if !lead.isEmpty, RecordingLayout.marks.contains(name) { return lead + name }
    return suffix.isEmpty || name == Self.metadata ? name : "\(name.dropLast(4))\(suffix).csv"
  }

  /// A file as text.
  func open(_ name: String) throws(LogError) -> ByteReader {
    let stored = storedName(name)
    guard let archive else { return try ByteReader(path: "\(path)/\(stored)") }
    guard let member = archive.member(named: prefix + stored) else {
      throw LogError(path: "\(path)/\(stored)", message: "not in the archive")
    }
    return ByteReader(try archive.input(of: member))
  }

  /// The columns of a file; nil if it is missing.
  func header(_ name: String) throws(LogError) -> TableHeader? {
    contains(name) ? try TableHeader(from: open(name), fallback: .ofSensor(inName: name)) : nil
  }

  /// The rows of a small table as text by its columns, with names in lower case; empty if the file is missing.
  func rows(_ name: String) throws(LogError) -> [[String: String]] {
    guard contains(name) else { return [] }
    let reader = try open(name)
    guard let first = try reader.nextLine() else { return [] }
    let table = TableHeader(text: first.text.droppingByteOrderMark, line: 1)
    var rows: [[String: String]] = []
    while rows.count < 1000, let line = try reader.nextLine() {
      let fields = TableHeader.fields(of: line.text, delimiter: table.delimiter)
      rows.append(
        Dictionary(
          zip(table.columns.map { $0.text.lowercased() }, fields), uniquingKeysWith: { first, _ in first }))
    }
    return rows
  }
}
