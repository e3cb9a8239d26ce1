import Glibc

/// Opens and finds logs by their content.
public enum MotionLog {
  /// Opens a log: CSV with named columns, EuRoC/ASL (a file or a folder), RepoIMU, BROAD HDF5, NumPy. The format is detected
  /// from the content, not from the name. "-" is text on standard input.
  ///
  /// Throws if the log is unreadable, of an unknown format, or has a unit missing that `options` do not give.
  public static func open(
    _ path: String, options: LogOptions = LogOptions()
  ) throws(LogError) -> any MotionLogReader {
    guard let file = EuRoCLogReader.recording(in: path) else {
      throw LogError(path: path, message: "a folder without mav0/imu0/data.csv, so not an EuRoC sequence")
    }
    let reader = try ByteReader(path: file)
    switch FileSignature(of: try reader.peek()) {
    case .hdf5:
      guard file != "-" else {
        throw LogError(path: path, message: "HDF5 needs a file, not standard input")
      }
      return try BROADLogReader(path: file, options: options)
    case .numPyArray, .archive:
      return try NumPyLogReader(path: file, options: options)
    case .unreadable(let fact):
      throw LogError(path: path, fact)
    case .text:
      let table = try TableHeader(from: reader)
      if TableConvention(of: table).formatName == TableConvention.euroc.formatName {
        return try EuRoCLogReader(reader: reader, table: table, options: options)
      }
      return try CSVLogReader(reader: reader, table: table, options: options)
    }
  }

  /// Whether a path looks like a log, by its first bytes. A log with missing units is one; a table of attitudes is not.
  public static func isLog(_ path: String) -> Bool {
    guard path != "-", let file = EuRoCLogReader.recording(in: path), FileKind(of: file) == .file else { return false }
    do throws(LogError) {
      let reader = try ByteReader(path: file)
      switch FileSignature(of: try reader.peek()) {
      case .hdf5: return true
      case .text: return try LogSchema.namesRecording(TableHeader(from: reader))
      case .numPyArray, .archive: return try NumPyLogReader.isRecording(file)
      case .unreadable: return false
      }
    } catch {
      return false
    }
  }

  /// The file with the rows of a log: the path itself, or `data.csv` in an EuRoC folder; nil for any other folder.
  public static func file(of path: String) -> String? { EuRoCLogReader.recording(in: path) }

  /// The logs in a folder, sorted by name: files and EuRoC folders. Hidden entries and deeper folders are skipped. Throws
  /// if the folder is unreadable.
  public static func logs(in folder: String) throws(LogError) -> [String] {
    let names = try FolderEntries.names(in: folder).filter { !$0.hasPrefix(".") }
    let prefix = folder.hasSuffix("/") ? folder : "\(folder)/"
    return names.sorted().map { prefix + $0 }.filter(isLog)
  }
}

/// The kind of a file by its first bytes.
enum FileSignature: Equatable {
  case hdf5
  case text
  /// A NumPy array, `.npy`.
  case numPyArray
  /// A zip archive, such as `.npz`.
  case archive
  /// Anything else, and why.
  case unreadable(LogError.Fact)

  /// The kind of a file that begins with these bytes.
  init(of bytes: UnsafeBufferPointer<UInt8>) {
    func begins(with signature: [UInt8]) -> Bool { bytes.starts(with: signature) }
    if begins(with: [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .hdf5
    } else if begins(with: [0x1f, 0x8b]) {
      self = .unreadable(.compressed)
    } else if begins(with: NumPyHeader.signature) {
      self = .numPyArray
    } else if begins(with: [0x50, 0x4b, 0x03, 0x04]) {
      self = .archive
    } else if begins(with: [0xff, 0xfe]) || begins(with: [0xfe, 0xff]) {
      self = .unreadable(.invalid("text in UTF-16; save it as UTF-8"))
    } else if bytes.prefix(4096).contains(where: { $0 < 9 || ($0 > 13 && $0 < 32) }) {
      self = .unreadable(.invalid("unknown format; expected text, HDF5 (BROAD) or NumPy"))
    } else {
      self = .text
    }
  }
}
