import FileAccess
import LogTables

/// A file that may be a log: its path, its first bytes, and its header if it is a text table.
final class LogFile {
  /// The path as the caller gave it.
  let path: String
  /// The file to read: the path, the path without its `#1`, the main file of a folder that is one recording, or the first file of
  /// a ROS 2 bag.
  let file: String
  /// All files of a ROS 2 bag, otherwise only `file`.
  let parts: [String]
  /// The number behind `#` in the path: the recording of a file of several. Nil without one.
  let instance: Int?
  /// The file as text, from its first line.
  let reader: ByteReader

  /// Whether the file begins with text.
  let isText: Bool

  /// The work that is left for the file.
  let work: WorkBudget

  private var header: TableHeader?
  private var decompressed: [String: DecompressedFile] = [:]
  /// The databases of compressed parts, whose copies have no names once they are open.
  private var databases: [Int: SQLiteDatabase] = [:]
  private var knownRecordings: [RecordingFiles]?
  private var knownMatrices: MATFile?

  private let options: LogOptions

  /// Opens a file. Throws if it is unreadable, and for a folder that is not a recording.
  init(_ path: String, options: LogOptions = LogOptions()) throws(LogError) {
    self.path = path
    self.options = options
    (parts, instance) = try Self.resolve(path)
    file = parts[0]
    let bytes = parts.reduce(0) { $0 + FileKind.size(of: $1) }
    work = WorkBudget(path: path, bytes: bytes, seconds: options.timeLimit)
    reader = try ByteReader(path: file, work: work)
    // Damage may leave a control character in text; binary data have many.
    let start = try reader.peek().prefix(4096)
    isText = start.count(where: { $0 < 9 || ($0 > 13 && $0 < 32) }) * 100 <= start.count
  }

  /// The first bytes, valid until the header or a line is read.
  func head() throws(LogError) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(try reader.peek()) }

  /// Whether the file begins with these bytes.
  func begins(with signature: [UInt8]) throws(LogError) -> Bool { try head().starts(with: signature) }

  /// The columns of a text table; the next line of the reader is then the first row.
  func table() throws(LogError) -> TableHeader {
    if let header { return header }
    var table = try TableHeader(from: reader, options: options, fallback: .ofSensor(inName: FilePath.name(of: file)))
    let bodies = table.bodies
    if bodies.count > 1, let body = instance.flatMap({ bodies[safe: $0] }) { table.select(body: body) }
    header = table
    return table
  }

  /// The matrices of a MATLAB file.
  func matrices() throws(LogError) -> MATFile {
    if let knownMatrices { return knownMatrices }
    let matrices = try MATFile(self, options: options)
    knownMatrices = matrices
    return matrices
  }

  /// The names of the recordings in a table, folder or archive of several; empty for others.
  func recordingNames() throws(LogError) -> [String] {
    if let files = try recordings() { return files.compactMap(\.recordingName) }
    if try MATFile.matches(self) { return try MATLogReader.recordingNames(self) }
    guard instance == nil, file != "-", isText else { return [] }
    let bodies = try table().bodies
    return bodies.count > 1 ? bodies : []
  }

  /// A new reader of blocks from the start of the file, or of one of its parts. A compressed file is decompressed once,
  /// standard input is stored.
  func blocks(part: Int = 0) throws(LogError) -> BlockFile {
    guard let file = try decompressedFile(part, isNamed: false) else {
      return try BlockFile(parts[part], path: name(of: part), work: work)
    }
    return try BlockFile(file, path: name(of: part), work: work)
  }

  /// The database of a part, decompressed if it is compressed.
  func database(part: Int) throws(LogError) -> SQLiteDatabase {
    if let known = databases[part] { return known }
    let copy = try decompressedFile(part, isNamed: true)
    let database = try SQLiteDatabase(copy?.name ?? parts[part], path: name(of: part), work: work)
    if let copy {
      copy.removeName()
      databases[part] = database
    }
    return database
  }

  /// The path of a part in messages.
  func name(of part: Int) -> String { parts.count == 1 ? path : parts[part] }

  /// Whether the number of the path is that of one of several recordings in a table, folder or archive.
  func isOneOfSeveral() throws(LogError) -> Bool {
    guard let instance else { return false }
    if let all = try recordings() { return all.count > 1 && all.indices.contains(instance) }
    if try MATFile.matches(self) { return try MATLogReader.recordingNames(self).indices.contains(instance) }
    guard isText, file != "-" else { return false }
    return try table().bodyCount > instance
  }

  /// The files of the recording with the number of the path, or of the first: of the folder, or of the zip archive; nil for others.
  func recordingFiles() throws(LogError) -> RecordingFiles? {
    guard let all = try recordings() else { return nil }
    return all[safe: instance ?? 0]
  }

  /// The files of the recording of the path. Throws if the path is that of several.
  func chosenRecording() throws(LogError) -> RecordingFiles? {
    if instance == nil, let all = try recordings(), all.count > 1 {
      throw LogError(path: path, .recordingNotChosen(all.compactMap(\.recordingName)))
    }
    return try recordingFiles()
  }

  /// The files of each recording of the folder, or of the zip archive; nil for other files.
  private func recordings() throws(LogError) -> [RecordingFiles]? {
    if let knownRecordings { return knownRecordings }
    let base = instance == nil ? path : String(path[..<(path.lastIndex(of: "#") ?? path.endIndex)])
    if FileKind(of: base) == .folder {
      knownRecordings = try RecordingFiles.all(inFolder: base, marks: RecordingLayout.marks)
    } else if file != "-", !reader.isCompressed, try begins(with: ZipArchive.signature) {
      knownRecordings = try RecordingFiles.all(inArchive: file, path: base, work: work, marks: RecordingLayout.marks)
    }
    return knownRecordings
  }

  /// Where compressed data are damaged or truncated, if `blocks` has met such a place.
  var damagedAt: Int? { decompressed.values.lazy.compactMap(\.damagedAt).first }

  /// A part that is compressed or standard input, as a file; nil for others.
  private func decompressedFile(_ part: Int, isNamed: Bool) throws(LogError) -> DecompressedFile? {
    if let known = decompressed[parts[part]] { return known }
    let input = part == 0 ? reader : try ByteReader(path: parts[part], work: work)
    _ = try input.peek()
    // Standard input can be read once.
    guard input.isCompressed || parts[part] == "-" else { return nil }
    let file =
      parts[part] == "-"
      ? try DecompressedFile(input, path: path, isNamed: isNamed)
      : try DecompressedFile(parts[part], path: name(of: part), isNamed: isNamed, work: work)
    decompressed[parts[part]] = file
    return file
  }

  /// The files of a path, and the number behind `#` unless that is part of a file's name.
  static func resolve(_ path: String) throws(LogError) -> (files: [String], instance: Int?) {
    if let mark = path.lastIndex(of: "#"), let instance = Int(path[path.index(after: mark)...]), instance >= 0,
      FileKind(of: path) == .missing
    {
      let base = String(path[..<mark])
      if FileKind(of: base) == .file { return ([base], instance) }
      if let parts = ROS2Folder.parts(in: base) { return (parts, instance) }
      if FileKind(of: base) == .folder, let file = RecordingLayout.mainFile(ofFolder: base, instance: instance) {
        return ([file], instance)
      }
    }
    if let parts = ROS2Folder.parts(in: path) { return (parts, nil) }
    guard let file = EuRoCLogReader.recording(in: path) ?? RecordingLayout.mainFile(ofFolder: path) else {
      // An unreadable folder might be one.
      _ = try FolderEntries.names(in: path)
      throw LogError(path: path, message: "a folder that is not one recording")
    }
    return ([file], nil)
  }
}
