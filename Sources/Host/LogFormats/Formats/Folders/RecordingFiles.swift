import FileAccess
import LogTables

/// The files of one recording in a folder or a zip archive, which may hold several: each in a folder of the archive, or with a number
/// at the end of their names, `Gyroscope_2.csv`.
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
  /// What the names of its files have before their ending: `_2`; empty for most.
  private let suffix: String

  /// The most recordings of a folder or an archive: each is opened on its own.
  private static let mostRecordings = 1024

  /// The folders of an archive that a file may belong to: its own, and those around it.
  private static let levels = 3

  /// A recording by the folder and the suffix of its files; their names are without both.
  private init(
    _ path: String, archive: ZipArchive?, prefix: String, suffix: String, names: [String], isOnly: Bool
  ) {
    (self.path, self.archive, self.prefix, self.suffix) = (path, archive, prefix, suffix)
    self.names = Set(names)
    let name = "\(prefix.dropLast())\(suffix)"
    recordingName = isOnly ? nil : name.isEmpty ? "without a number" : name
  }

  /// The recordings in a folder. Throws if it is unreadable or has too many.
  static func all(inFolder folder: String, marks: [String]) throws(LogError) -> [RecordingFiles] {
    try all(groups(of: try FolderEntries.names(in: folder), marks).map { ("", $0) }, path: folder, archive: nil)
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
    let found = folders.sorted { $0.key < $1.key }.flatMap { folder, names in
      let groups = groups(of: names, marks)
      return groups.count == 1 && !marks.contains(where: groups[0].names.contains) ? [] : groups.map { (folder, $0) }
    }
    let only = [("", Group(suffix: "", names: members))]
    return try all(found.isEmpty ? only : found, path: path, archive: archive)
  }

  private static func all(
    _ found: [(folder: String, group: Group)], path: String, archive: ZipArchive?
  ) throws(LogError) -> [RecordingFiles] {
    guard found.count <= mostRecordings else {
      throw LogError(
        path: path, message: "\(found.count) recordings, more than \(mostRecordings); put them into several folders")
    }
    return found.map { folder, group in
      RecordingFiles(
        path, archive: archive, prefix: folder, suffix: group.suffix, names: group.names, isOnly: found.count == 1)
    }
  }

  /// The files of a folder that have the same suffix, without it.
  private struct Group {
    var suffix: String
    var names: [String]
  }

  /// The files of each recording in a folder: what distinguishes their names is a number behind a mark, behind a separator or in
  /// brackets. Without any, all files are one group.
  private static func groups(of names: [String], _ marks: [String]) -> [Group] {
    let stems = Set(marks.filter { $0.hasSuffix(".csv") }.map { $0.dropLast(4) })
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
    if groups.count > 1, !marks.contains(where: plain.contains) { groups[""] = nil }
    let own = plain.filter { $0 == metadata }
    return groups.sorted { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }.map { suffix, names in
      Group(suffix: String(suffix), names: suffix.isEmpty ? names : names + own)
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
    suffix.isEmpty || name == Self.metadata ? name : "\(name.dropLast(4))\(suffix).csv"
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
