import LogTables
import SystemLibrary

/// Writes to file descriptors, for files and the standard streams.
package enum DescriptorOutput {
  /// Writes all bytes. Waits while a pipe is full, also one that does not block. Returns nil, or the reason for which bytes are
  /// missing, such as "No space left on device".
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> String? {
    var written = 0
    while written < bytes.count {
      let count = SystemLibrary.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      if count > 0 {
        written += count
      } else if count < 0, errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&request, 1, -1) >= 0 || errno == EINTR else { return SystemError.last }
      } else if count == 0 || errno != EINTR {
        return count == 0 ? "no bytes accepted" : SystemError.last
      }
    }
    return nil
  }

  /// Opens `/dev/null` for the standard streams that the parent closed, so that no other file gets their numbers. It is opened
  /// in the wrong direction: reading the input and writing the output remain errors.
  package static func reserveStandardStreams() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }
}
