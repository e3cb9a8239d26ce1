import LogTables
import SystemLibrary

/// The bytes of a compressed file, decompressed, or those of standard input, in a temporary file: in `TMPDIR`, otherwise in
/// `/var/tmp`.
///
/// Formats that read at any place need it. It takes room on the disk, not in memory.
package final class DecompressedFile {
  /// The open file, closed by `deinit`.
  package let descriptor: Int32
  /// Where the compressed data are damaged or truncated; nil if they are whole.
  package private(set) var damagedAt: Int?
  /// The path up to `removeName`; nil for a file without a name.
  package private(set) var name: String?

  /// Decompresses a file up to its end or to the first damage. `path` is for messages. `isNamed`: for libraries that open files
  /// by a path.
  package convenience init(
    _ file: String, path: String, isNamed: Bool, work: WorkBudget? = nil
  ) throws(LogError) {
    try self.init(ByteReader(ByteInput(file, path: path, work: work)), path: path, isNamed: isNamed)
  }

  /// The bytes of a reader that are not consumed, up to the end or to the first damage of compressed ones. `path` is for
  /// messages.
  package init(_ reader: ByteReader, path: String, isNamed: Bool = false) throws(LogError) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var template = Array("\(folder)/cardan-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw LogError(path: path, message: "failed to make a temporary file in \(folder): \(SystemError.last)")
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let made = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    name = isNamed ? made : nil
    if !isNamed { unlink(made) }
    do throws(LogError) {
      while true {
        let bytes = UnsafeRawBufferPointer(try reader.peek())
        guard let start = bytes.baseAddress, !bytes.isEmpty else { break }
        var written = 0
        while written < bytes.count {
          let step = write(descriptor, start + written, bytes.count - written)
          if step < 0 && errno == EINTR { continue }
          guard step > 0 else {
            throw LogError(path: path, message: "failed to write into \(folder): \(SystemError.last)")
          }
          written += step
        }
        reader.skip(bytes.count)
      }
    } catch {
      // Only damage has a place.
      guard let offset = error.offset else { throw error }
      damagedAt = offset
    }
  }

  deinit {
    removeName()
    close(descriptor)
  }

  /// Removes the name once the file is open elsewhere, so that nothing is left of it however the process ends.
  package func removeName() {
    if let name { unlink(name) }
    name = nil
  }
}
