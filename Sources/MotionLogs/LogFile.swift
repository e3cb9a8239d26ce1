/// A file that may be a log: its path, its first bytes, and its header if it is a text table.
final class LogFile {
  /// The path as the caller gave it.
  let path: String
  /// The file to read: the path, `data.csv` in an EuRoC folder, or the path without its `#1`.
  let file: String
  /// The number behind `#` in the path: the recording of a file of several. Nil without one.
  let instance: Int?
  /// The file as text, from its first line.
  let reader: ByteReader

  /// Whether the file begins with text.
  let isText: Bool

  private var header: TableHeader?
  private var decompressed: DecompressedFile?

  /// Opens a file. Throws if it is unreadable, and for a folder that is not a recording.
  init(_ path: String) throws(LogError) {
    self.path = path
    (file, instance) = try Self.resolve(path)
    reader = try ByteReader(path: file)
    isText = try !reader.peek().prefix(4096).contains { $0 < 9 || ($0 > 13 && $0 < 32) }
  }

  /// The first bytes, valid until the header or a line is read.
  func head() throws(LogError) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(try reader.peek()) }

  /// Whether the file begins with these bytes.
  func begins(with signature: [UInt8]) throws(LogError) -> Bool { try head().starts(with: signature) }

  /// The columns of a text table; the next line of the reader is then the first row.
  func table() throws(LogError) -> TableHeader {
    if let header { return header }
    let table = try TableHeader(from: reader)
    header = table
    return table
  }

  /// A new reader of blocks from the start of the file. A compressed file is decompressed once.
  func blocks() throws(LogError) -> BlockFile {
    guard reader.compression != nil else { return try BlockFile(file, path: path) }
    if let decompressed { return try BlockFile(decompressed, path: path) }
    let decompressed = try DecompressedFile(file, path: path)
    self.decompressed = decompressed
    return try BlockFile(decompressed, path: path)
  }

  /// Where compressed data are damaged or truncated, if `blocks` has met such a place.
  var damagedAt: Int? { decompressed?.damagedAt }

  /// The file of a path, and the number behind `#` unless that is part of a file's name.
  static func resolve(_ path: String) throws(LogError) -> (file: String, instance: Int?) {
    if let mark = path.lastIndex(of: "#"), let instance = Int(path[path.index(after: mark)...]), instance >= 0,
      FileKind(of: path) == .missing, FileKind(of: String(path[..<mark])) == .file
    {
      return (String(path[..<mark]), instance)
    }
    guard let file = EuRoCLogReader.recording(in: path) else {
      throw LogError(path: path, message: "a folder without mav0/imu0/data.csv, so not an EuRoC sequence")
    }
    return (file, nil)
  }
}
