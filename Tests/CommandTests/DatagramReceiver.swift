import Foundation
import Testing

/// A loopback socket that receives datagrams.
final class DatagramReceiver {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = descriptor
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, length) == 0 ? getsockname(number, $0, &length) : -1
      }
    }
    try #require(descriptor >= 0 && status == 0)
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  /// The next datagram; throws if none comes within 60 s.
  func next() throws -> [UInt8] {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&request, 1, 60_000) == 1)
    var bytes = [UInt8](repeating: 0, count: 2048)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    try #require(count > 0)
    return Array(bytes[..<count])
  }
}
