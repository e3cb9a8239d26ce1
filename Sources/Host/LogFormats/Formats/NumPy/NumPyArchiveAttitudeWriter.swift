import AttitudeFilters
import FileAccess
import LogTables
import Rotations
import SystemLibrary

/// Writes attitudes as an `.npz` archive, as `numpy.savez` does: `numpy.load` gives one array per group of columns, by name.
///
/// The arrays are named and shaped as the fields of ``NumPyAttitudeWriter``: `t_ns` of whole nanoseconds, `q` of four
/// columns, and so on. Memory is bounded: each array is collected in an unnamed file, so the disk holds the result twice until
/// `finish`.
public struct NumPyArchiveAttitudeWriter: AttitudeWriter {
  private struct Member {
    let group: AttitudeColumns
    let field: NumPyFile.Field
    let rowSize: Int
    let rows: ScratchFile
  }

  private let file: AtomicFile
  private let arrays: [Member]
  private var rowCount = 0

  /// Opens an archive. Throws if the path is a pipe or a terminal.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - columns: the groups of columns to write.
  public init(path: String, columns: AttitudeColumns = .all) throws(LogError) {
    file = try AtomicFile(path: path)
    guard file.isRegular else {
      throw LogError(path: path, message: "not a regular file; .npz output needs one, not a pipe")
    }
    var arrays: [Member] = []
    for (group, field) in NumPyFile.attitudeFields where columns.contains(group) {
      let rowSize = field.count * (NumPyElement(field.type)?.size ?? 0)
      arrays.append(Member(group: group, field: field, rowSize: rowSize, rows: try ScratchFile(beside: path)))
    }
    self.arrays = arrays
  }

  public mutating func write(_ record: Motion<Double>) throws(LogError) {
    for array in arrays {
      var row = NumPyRow(at: try array.rows.reserve(array.rowSize))
      row.put(array.group, of: record)
      array.rows.commit(upTo: row.end)
    }
    rowCount += 1
  }

  public mutating func finish() throws(LogError) {
    var archive = ZipWriter(file: file)
    for array in arrays {
      let header = NumPyHeader.bytes(type: "'\(array.field.type)'", rowCount: rowCount, width: array.field.count)
      let size = header.count + rowCount * array.rowSize
      try archive.add("\(array.field.name).npy", size: size) { take throws(LogError) in
        try header.withUnsafeBufferPointer(take)
        try array.rows.readBack(take)
      }
    }
    try archive.finish()
  }
}

/// An unnamed file for data that exceed memory: written from start to end, then read back once. It vanishes with its
/// process.
final class ScratchFile {
  private let path: String
  private let descriptor: Int32
  private let buffer: UnsafeMutablePointer<UInt8>
  private var filled = 0

  /// The size of the buffer, and the most bytes that `reserve` gives.
  private static let capacity = 1 << 16

  /// Creates a file on the file system of `path`, the path in errors.
  init(beside path: String) throws(LogError) {
    self.path = path
    // It has a name for an instant. A process killed then leaves a file that `AtomicFile.removeRemnants` removes.
    let (folder, name) = FilePath.parts(of: path)
    let placeholder = String(repeating: "X", count: 6)  // mkstemps puts a free name here
    var template = Array("\(folder).\(name).scratch-\(placeholder)\(AtomicFile.partialEnding)".utf8CString)
    descriptor = mkstemps(&template, Int32(AtomicFile.partialEnding.utf8.count))
    guard descriptor >= 0 else {
      throw LogError(path: path, message: "failed to create a file beside it: \(SystemError.last)")
    }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    buffer = .allocate(capacity: Self.capacity)
  }

  deinit {
    close(descriptor)
    buffer.deallocate()
  }

  /// Memory for up to `count` bytes, to be filled from its start and committed with `commit`.
  @inline(__always)
  func reserve(_ count: Int) throws(LogError) -> UnsafeMutablePointer<UInt8> {
    if Self.capacity - filled < count { try flush() }
    return buffer + filled
  }

  /// Commits the bytes written into the memory of `reserve`.
  @inline(__always)
  func commit(upTo end: UnsafeMutablePointer<UInt8>) { filled = end - buffer }

  /// Reads everything back, in pieces.
  func readBack(_ take: (UnsafeBufferPointer<UInt8>) throws(LogError) -> Void) throws(LogError) {
    try flush()
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure() }
    while true {
      let count = read(descriptor, buffer, Self.capacity)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      if count == 0 { return }
      try take(UnsafeBufferPointer(start: buffer, count: count))
    }
  }

  @inline(never)
  private func flush() throws(LogError) {
    if let reason = DescriptorOutput.write(UnsafeRawBufferPointer(start: buffer, count: filled), to: descriptor) {
      throw failure(reason)
    }
    filled = 0
  }

  private func failure(_ reason: String = SystemError.last) -> LogError { LogError(path: path, .notWritten(reason)) }
}
