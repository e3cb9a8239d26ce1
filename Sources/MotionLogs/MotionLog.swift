import Glibc

/// Recordings by their content: which format they are, and the reader for it.
public enum MotionLog {
  /// Opens a recording: CSV with named columns, EuRoC/ASL (a file or a folder), RepoIMU, BROAD HDF5, NumPy. What it is shows in
  /// its content, not in its name. "-" is text on standard input.
  ///
  /// Throws where it cannot be opened, is not known, or leaves a unit open that `options` do not give.
  public static func open(
    _ path: String, options: LogOptions = LogOptions()
  ) throws(LogError) -> any MotionLogReader {
    guard let file = EuRoCLogReader.recording(in: path) else {
      throw LogError(path: path, message: "is a folder that is not a recording; EuRoC has mav0/imu0/data.csv in it")
    }
    let reader = try ByteReader(path: file)
    switch FileSignature(of: try reader.peek()) {
    case .hdf5:
      guard file != "-" else {
        throw LogError(path: path, message: "HDF5 cannot be read from standard input; name the file")
      }
      return try BROADLogReader(path: file, options: options)
    case .numPyArray, .archive:
      return try NumPyLogReader(path: file, options: options)
    case .unreadable(let reason):
      throw LogError(path: path, message: reason)
    case .text:
      let table = try TableHeader(from: reader)
      if TableConvention(of: table).formatName == TableConvention.euroc.formatName {
        return try EuRoCLogReader(reader: reader, table: table, options: options)
      }
      return try CSVLogReader(reader: reader, table: table, options: options)
    }
  }

  /// Whether a path looks like a recording: a cheap test of its first bytes. A recording whose units are not known is
  /// one; a table of attitudes is none.
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

  /// The file that holds the rows of a recording: the path itself, or for a folder in the layout of EuRoC the table in it;
  /// nil for a folder that is no recording.
  public static func file(of path: String) -> String? { EuRoCLogReader.recording(in: path) }

  /// The recordings in a folder, sorted by name: files, and folders that are EuRoC sequences; not what is hidden, and not
  /// what lies deeper. Throws where the folder cannot be read.
  public static func logs(in folder: String) throws(LogError) -> [String] {
    let names = try FolderEntries.names(in: folder).filter { !$0.hasPrefix(".") }
    let prefix = folder.hasSuffix("/") ? folder : "\(folder)/"
    return names.sorted().map { prefix + $0 }.filter(isLog)
  }
}

/// What the first bytes of a file say of it.
enum FileSignature: Equatable {
  case hdf5
  case text
  /// An array of NumPy, `.npy`.
  case numPyArray
  /// Several of them, `.npz`; or another zip archive.
  case archive
  /// Something else, with what to do about it.
  case unreadable(String)

  /// Looks at the first bytes.
  init(of bytes: UnsafeBufferPointer<UInt8>) {
    func begins(with signature: [UInt8]) -> Bool { bytes.starts(with: signature) }
    if begins(with: [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .hdf5
    } else if begins(with: [0x1f, 0x8b]) {
      self = .unreadable("is compressed with gzip; unpack it, or pipe it in: zcat FILE | cardan fuse -")
    } else if begins(with: NumPyHeader.signature) {
      self = .numPyArray
    } else if begins(with: [0x50, 0x4b, 0x03, 0x04]) {
      self = .archive
    } else if begins(with: [0xff, 0xfe]) || begins(with: [0xfe, 0xff]) {
      self = .unreadable("is text in UTF-16; save it as UTF-8")
    } else if bytes.prefix(4096).contains(where: { $0 < 9 || ($0 > 13 && $0 < 32) }) {
      self = .unreadable("is not a recording that is known: neither text nor HDF5 (BROAD) nor NumPy")
    } else {
      self = .text
    }
  }
}
