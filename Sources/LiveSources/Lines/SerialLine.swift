import Glibc
import MotionSessions

/// Opens serial lines and named pipes.
enum SerialLine {
  /// The rates in baud that the system knows.
  static let rates: [Int: Int32] = [
    1200: B1200, 2400: B2400, 4800: B4800, 9600: B9600, 19200: B19200, 38400: B38400, 57600: B57600, 115_200: B115200,
    230_400: B230400, 460_800: B460800, 500_000: B500000, 576_000: B576000, 921_600: B921600, 1_000_000: B1000000,
    1_152_000: B1152000, 1_500_000: B1500000, 2_000_000: B2000000, 2_500_000: B2500000, 3_000_000: B3000000,
    3_500_000: B3500000, 4_000_000: B4000000,
  ]

  /// Opens a device without waiting for it: raw, 8 data bits, no parity, one stop bit. A named pipe is opened as it is.
  static func open(_ path: String, baud: Int) throws(MotionError) -> (descriptor: Descriptor, isTerminal: Bool) {
    let number = Glibc.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw .sourceFailed("\(path) cannot be opened: \(Descriptor.lastError)") }
    let descriptor = Descriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0, [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT) else {
      throw .sourceFailed("\(path) is neither a serial line nor a pipe; a file is replayed")
    }
    var settings = termios()
    guard tcgetattr(number, &settings) == 0 else { return (descriptor, false) }
    guard let rate = rates[baud] else { throw .invalidParameter("\(baud) baud is not a rate of a serial line") }
    cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    settings.c_cflag &= ~tcflag_t(CSTOPB)
    guard cfsetspeed(&settings, speed_t(rate)) == 0, tcsetattr(number, TCSANOW, &settings) == 0 else {
      throw .sourceFailed("\(path) does not take \(baud) baud: \(Descriptor.lastError)")
    }
    return (descriptor, true)
  }
}
