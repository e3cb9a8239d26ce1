import CWebRuntime
import LogTables

/// The bytes of the log that the page has opened, forward. Logs are not compressed here.
final class PageBytes: ByteSource {
  /// The name of the log, for messages.
  let path: String
  var isCompressed: Bool { false }

  /// The only log of the module.
  init(path: String) { self.path = path }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    return Int(cardan_read_log(start, Int32(buffer.count)))
  }
}
