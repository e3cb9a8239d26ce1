import FileAccess
import LogTables

/// The files of a folder, or of a zip archive.
struct RecordingFiles {
  /// The path as the caller gave it.
  let path: String
  /// The names relative to the folder, or to the folder of the recording in an archive.
  let names: Set<String>

  private let archive: ZipArchive?
  /// The folder of the recording in an archive, with a slash at its end; empty for the archive itself.
  private let prefix: String

  /// The files of a folder. Throws if it is unreadable.
  init(folder: String) throws(LogError) {
    path = folder
    names = Set(try FolderEntries.names(in: folder))
    (archive, prefix) = (nil, "")
  }

  /// The files of an archive, in the folder that has the first file with one of these names. Throws if it is damaged.
  init(archive file: String, path: String, work: WorkBudget, lookingFor marks: [String]) throws(LogError) {
    self.path = path
    let archive = try ZipArchive(file, path: path, work: work)
    let members = archive.members.map(\.name).filter { !$0.hasPrefix("__MACOSX/") }
    let mark = members.first { name in marks.contains { name == $0 || name.hasSuffix("/\($0)") } }
    let folder = mark.flatMap { $0.lastIndex(of: "/").map { end in mark.map { String($0[...end]) } ?? "" } } ?? ""
    names = Set(members.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) })
    (self.archive, prefix) = (archive, folder)
  }

  /// Whether there is a file of this name. In folders of folders, the name has a slash.
  func contains(_ name: String) -> Bool {
    if names.contains(name) { return true }
    return archive == nil && name.contains("/") && FileKind(of: "\(path)/\(name)") == .file
  }

  /// A file as text.
  func open(_ name: String) throws(LogError) -> ByteReader {
    guard let archive else { return try ByteReader(path: "\(path)/\(name)") }
    guard let member = archive.member(named: prefix + name) else {
      throw LogError(path: "\(path)/\(name)", message: "not in the archive")
    }
    return ByteReader(try archive.input(of: member))
  }

  /// The columns of a file; nil if it is missing.
  func header(_ name: String) throws(LogError) -> TableHeader? {
    contains(name) ? try TableHeader(from: open(name)) : nil
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
