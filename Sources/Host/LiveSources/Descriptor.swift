import MotionSamples
import MotionSessions
import SystemLibrary

/// A file descriptor that is closed when it is released.
final class Descriptor {
  /// The result of a wait for bytes.
  enum Reading {
    /// The number of bytes read.
    case bytes(Int)
    /// No bytes within the time.
    case nothing
    /// The end of the connection, with the reason.
    case ended(String)
  }

  let number: Int32
  private let isOwned: Bool

  /// Wraps a descriptor and, if it is owned, closes it on release.
  init(_ number: Int32, isOwned: Bool = true) {
    self.number = number
    self.isOwned = isOwned
  }

  deinit { if isOwned { close(number) } }

  /// Waits for bytes for up to `milliseconds` and reads them.
  func read(into buffer: UnsafeMutableRawBufferPointer, waiting milliseconds: Int32) -> Reading {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return .nothing }
    let count = SystemLibrary.read(number, buffer.baseAddress, buffer.count)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .ended("closed by the other end") }
    return [EAGAIN, EINTR].contains(errno) ? .nothing : .ended(Self.lastError)
  }

  /// The address that a datagram came from, as the system stores it.
  struct Sender: Equatable {
    fileprivate var bytes: [UInt8] = []
  }

  /// Waits for a datagram for up to `milliseconds` and reads it.
  func readDatagram(
    into buffer: UnsafeMutableRawBufferPointer, waiting milliseconds: Int32
  ) -> (count: Int, sender: Sender)? {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: sockaddr_storage.self, capacity: 1) { storage in
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let count = storage.baseAddress!.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        recvfrom(number, buffer.baseAddress, buffer.count, 0, $0, &size)
      }
      guard count > 0 else { return nil }
      return (count, Sender(bytes: Array(UnsafeRawBufferPointer(storage).prefix(Int(size)))))
    }
  }

  /// The system's text for `errno`.
  static var lastError: String { String(cString: strerror(errno)) }
}

/// Opens serial lines and named pipes.
enum SerialLine {
  /// The rates in baud that the system supports, with their constants.
  static let rates: [Int: Int32] = [
    1200: B1200, 2400: B2400, 4800: B4800, 9600: B9600, 19200: B19200, 38400: B38400, 57600: B57600, 115_200: B115200,
    230_400: B230400, 460_800: B460800, 500_000: B500000, 576_000: B576000, 921_600: B921600, 1_000_000: B1000000,
    1_152_000: B1152000, 1_500_000: B1500000, 2_000_000: B2000000, 2_500_000: B2500000, 3_000_000: B3000000,
    3_500_000: B3500000, 4_000_000: B4000000,
  ]

  /// Opens a serial line (raw, 8 data bits, no parity, one stop bit) or a named pipe, without waiting.
  static func open(_ path: String, baud: Int) throws(MotionError) -> (descriptor: Descriptor, isTerminal: Bool) {
    let number = SystemLibrary.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw .sourceFailed("could not open \(path): \(Descriptor.lastError)") }
    let descriptor = Descriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0, [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT) else {
      throw .sourceFailed("\(path) is neither a serial line nor a pipe; replay a file instead")
    }
    var settings = termios()
    guard tcgetattr(number, &settings) == 0 else { return (descriptor, false) }
    guard let rate = rates[baud] else { throw .invalidParameter("unsupported serial rate: \(baud) baud") }
    cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    settings.c_cflag &= ~tcflag_t(CSTOPB)
    guard cfsetspeed(&settings, speed_t(rate)) == 0, tcsetattr(number, TCSANOW, &settings) == 0 else {
      throw .sourceFailed("could not set \(path) to \(baud) baud: \(Descriptor.lastError)")
    }
    return (descriptor, true)
  }
}

/// Opens UDP sockets.
enum UDPSocket {
  /// A socket that receives at a port and local address.
  static func listening(host: String, port: UInt16) throws(MotionError) -> Descriptor {
    try socket(host: host, port: port, isPassive: true) { bind($0, $1, $2) }
  }

  /// A non-blocking socket that sends to a port of a host.
  static func sending(host: String, port: UInt16) throws(MotionError) -> Descriptor {
    try socket(host: host, port: port, isPassive: false) { connect($0, $1, $2) }
  }

  private static func socket(
    host: String, port: UInt16, isPassive: Bool, attach: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(MotionError) -> Descriptor {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV | (isPassive ? AI_PASSIVE : 0)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, "\(port)", &hints, &list)
    guard status == 0 else {
      throw .sourceFailed("invalid host '\(host)': \(String(cString: gai_strerror(status)))")
    }
    defer { freeaddrinfo(list) }
    var reason = "no address"
    var next = list
    while let info = next?.pointee {
      let number = SystemLibrary.socket(
        info.ai_family, info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue),
        info.ai_protocol)
      if number >= 0 {
        let descriptor = Descriptor(number)
        if attach(number, info.ai_addr, info.ai_addrlen) == 0 { return descriptor }
      }
      reason = Descriptor.lastError
      next = info.ai_next
    }
    throw .sourceFailed("could not use port \(port) of \(host): \(reason)")
  }
}

extension Timestamp {
  /// The current time on the computer's monotonic clock, whose epoch is arbitrary.
  static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
