import Glibc

/// A descriptor that is closed when nobody holds it any more.
final class Descriptor {
  /// What became of a wait for bytes.
  enum Reading {
    /// So many bytes.
    case bytes(Int)
    /// None in time.
    case nothing
    /// There will be none any more, and why.
    case ended(String)
  }

  let number: Int32
  private let isOwned: Bool

  /// Takes a descriptor over; `isOwned` says whether to close it in the end.
  init(_ number: Int32, isOwned: Bool = true) {
    self.number = number
    self.isOwned = isOwned
  }

  deinit { if isOwned { close(number) } }

  /// Waits for bytes at most so many milliseconds, and reads what is there.
  func read(into buffer: UnsafeMutableRawBufferPointer, waiting milliseconds: Int32) -> Reading {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return .nothing }
    let count = Glibc.read(number, buffer.baseAddress, buffer.count)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .ended("it was closed at the other end") }
    return [EAGAIN, EINTR].contains(errno) ? .nothing : .ended(Self.lastError)
  }

  /// What the system says of the last error of this thread.
  static var lastError: String { String(cString: strerror(errno)) }
}
