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

  /// A recording by the folder and the suffix of its files; `others` are the suffixes of other recordings in the folder.
  private init(
    _ path: String, archive: ZipArchive?, all: [String], prefix: String, suffix: String, others: [String], isOnly: Bool
  ) {
    (self.path, self.archive, self.prefix, self.suffix) = (path, archive, prefix, suffix)
    let inside = all.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }.filter { name in
      !others.contains { !$0.isEmpty && $0 != suffix && name.hasSuffix("\($0).csv") }
    }
    let numbered = inside.filter { $0.hasSuffix("\(suffix).csv") }.map { "\($0.dropLast(suffix.count + 4)).csv" }
    names = suffix.isEmpty ? Set(inside) : Set(numbered + inside.filter { $0 == "Metadata.csv" })
    let name = "\(prefix.dropLast())\(suffix)"
    recordingName = isOnly ? nil : name.isEmpty ? "without a number" : name
  }

  /// The recordings in a folder. Throws if it is unreadable.
  static func all(inFolder folder: String, marks: [String]) throws(LogError) -> [RecordingFiles] {
    let names = try FolderEntries.names(in: folder)
    let suffixes = suffixes(of: names, marks)
    return suffixes.map {
      RecordingFiles(
        folder, archive: nil, all: names, prefix: "", suffix: $0, others: suffixes, isOnly: suffixes.count < 2)
    }
  }

  /// The recordings in an archive, in the folders that have a file with one of these names. Throws if it is damaged.
  static func all(
    inArchive file: String, path: String, work: WorkBudget, marks: [String]
  ) throws(LogError) -> [RecordingFiles] {
    let archive = try ZipArchive(file, path: path, work: work)
    let members = archive.members.map(\.name).filter { !$0.hasPrefix("__MACOSX/") }
    var folders: [String: [String]] = [:]
    for name in members {
      folders[name.lastIndex(of: "/").map { String(name[...$0]) } ?? "", default: []].append(name)
    }
    let places = folders.sorted { $0.key < $1.key }.flatMap { folder, members in
      let names = members.map { String($0.dropFirst(folder.count)) }
      let found = suffixes(of: names, marks)
      return found == [""] && !marks.contains(where: names.contains) ? [] : found.map { (folder, $0) }
    }
    let all = places.isEmpty ? [("", "")] : places
    return all.map { place in
      let (folder, suffix) = place
      return RecordingFiles(
        path, archive: archive, all: members, prefix: folder, suffix: suffix,
        others: all.filter { $0.0 == folder }.map(\.1), isOnly: all.count < 2)
    }
  }

  /// What distinguishes the names of the files of each recording: a number behind a mark, alone, behind a separator or in brackets.
  private static func suffixes(of names: [String], _ marks: [String]) -> [String] {
    var found: Set<String> = []
    // By bytes: archives may have many members.
    let tables = names.filter { $0.utf8.suffix(4).elementsEqual(".csv".utf8) }
    for mark in marks where mark.hasSuffix(".csv") {
      let stem = mark.dropLast(4)
      for name in tables where name.utf8.count > mark.utf8.count && name.utf8.starts(with: stem.utf8) {
        let suffix = name.dropFirst(stem.count).dropLast(4)
        let number = suffix.drop { "_- (".contains($0) }.prefix { $0.isNumber }
        let isNumber = !number.isEmpty && suffix.allSatisfy { $0.isNumber || "_- ()".contains($0) }
        if isNumber, !suffix.first!.isNumber { found.insert(String(suffix)) }
      }
    }
    let hasPlain = marks.contains(where: names.contains)
    return (hasPlain || found.isEmpty ? [""] : []) + found.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// Whether there is a file of this name. In folders of folders, the name has a slash.
  func contains(_ name: String) -> Bool {
    if names.contains(name) { return true }
    return archive == nil && suffix.isEmpty && name.contains("/") && FileKind(of: "\(path)/\(name)") == .file
  }

  /// The name of a file as it is in the folder or archive.
  func storedName(_ name: String) -> String {
    suffix.isEmpty || name == "Metadata.csv" ? name : "\(name.dropLast(4))\(suffix).csv"
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
