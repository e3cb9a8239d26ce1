import Foundation
import Testing

@testable import LiveSources

/// Unused ports of this computer.
enum LoopbackPort {
  /// A port that was free when it was looked up.
  static func free() throws -> UInt16 {
    let socket = try UDPSocket.listening(host: "127.0.0.1", port: 0)
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.number, $0, &length) }
    }
    try #require(status == 0)
    return UInt16(bigEndian: address.sin_port)
  }
}

/// Lines from a pipe, one at a time.
final class LineBuffer {
  private let file: FileHandle
  private var bytes: [UInt8] = []

  init(_ file: FileHandle) { self.file = file }

  /// The next line; nil at the end.
  func next() -> String? {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeFirst(end + 1) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      let more = file.availableData
      if more.isEmpty { return nil }
      bytes += more
    }
  }
}
