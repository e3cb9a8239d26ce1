import Glibc
import MotionSessions

/// Sockets for datagrams.
enum UDPSocket {
  /// A socket that receives what comes to a port at an address of this computer.
  static func listening(host: String, port: UInt16) throws(MotionError) -> Descriptor {
    try socket(host: host, port: port, isPassive: true) { bind($0, $1, $2) }
  }

  /// A socket that sends to a port of a host and does not wait.
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
      throw .sourceFailed("'\(host)' is no address: \(String(cString: gai_strerror(status)))")
    }
    defer { freeaddrinfo(list) }
    var reason = "no address"
    var next = list
    while let info = next?.pointee {
      let number = Glibc.socket(
        info.ai_family, info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue),
        info.ai_protocol)
      if number >= 0 {
        let descriptor = Descriptor(number)
        if attach(number, info.ai_addr, info.ai_addrlen) == 0 { return descriptor }
      }
      reason = Descriptor.lastError
      next = info.ai_next
    }
    throw .sourceFailed("port \(port) of \(host) cannot be used: \(reason)")
  }
}
