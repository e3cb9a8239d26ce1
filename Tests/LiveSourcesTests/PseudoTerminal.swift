import Foundation
import TestSupport
import Testing

/// The far end of a serial line: what is written to it comes out of the device at `path`.
final class PseudoTerminal {
  let path: String
  private let master: Int32

  init() throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // What `unlockpt` and `ptsname` do, which the Glibc module hides: TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>.
    var (lock, number): (Int32, UInt32) = (0, 0)
    try #require(master >= 0 && ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    path = "/dev/pts/\(number)"
  }

  deinit { close(master) }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) {
    let count = Glibc.write(master, bytes, bytes.count)
    #expect(count == bytes.count)
  }
}
