import Foundation
import LogFormats
import MotionSessions
import TestSupport
import Testing

@testable import LiveSources

@Suite(.endedWhenHanging) struct MAVLinkSourceTests {
  func frame(_ kind: MAVLinkMessageKind, system: UInt8 = 1, rate: Int16) -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: kind.length)
    // The rate about FRD y, which is that about device x.
    let place = (kind == .rawIMU ? 8 : 4) + 8
    (payload[place], payload[place + 1]) = (UInt8(truncatingIfNeeded: rate), UInt8(truncatingIfNeeded: rate >> 8))
    return MAVLinkFrame(kind: kind, sequence: 0, system: system, component: 1, payload: payload).bytes
  }

  @Test func oneSensorIsFollowed() async throws {
    let port = try LoopbackPort.free()
    var reader = try MAVLinkSource(port: port).open()
    let socket = try UDPSocket.sending(host: "127.0.0.1", port: port)
    let datagrams = [
      frame(.scaledIMU2, rate: 1000) + frame(.scaledIMU3, rate: 9000) + frame(.rawIMU, rate: 9000),
      frame(.scaledIMU, system: 2, rate: 9000), [1, 2, 3], frame(.scaledIMU, rate: -2000),
      frame(.scaledIMU2, rate: 9000),
      frame(.scaledIMU, rate: 3000),
    ]
    for datagram in datagrams { #expect(send(socket.number, datagram, datagram.count, 0) == datagram.count) }
    #expect(try await reader.steps(4) == [.rate(1), .discontinuity, .rate(-2), .rate(3)])
  }

  /// Another program may send contrary readings under the number of the vehicle.
  @Test func anotherSenderIsNotMixedIn() async throws {
    let port = try LoopbackPort.free()
    var reader = try MAVLinkSource(port: port).open()
    let vehicle = try UDPSocket.sending(host: "127.0.0.1", port: port)
    let other = try UDPSocket.sending(host: "127.0.0.1", port: port)
    for index in 1...5 {
      let (right, wrong) = (frame(.scaledIMU2, rate: Int16(1000 * index)), frame(.scaledIMU, rate: -9000))
      #expect(send(vehicle.number, right, right.count, 0) == right.count)
      #expect(send(other.number, wrong, wrong.count, 0) == wrong.count)
    }
    #expect(try await reader.steps(5) == (1...5).map { .rate(Double($0)) })
    // After the silence of the first, the other is followed.
    let late = frame(.scaledIMU2, rate: 7000)
    #expect(try await reader.steps(1) == [.disconnected])
    #expect(send(other.number, late, late.count, 0) == late.count)
    #expect(try await reader.steps(2) == [.connected, .rate(7)])
  }

  @Test func silenceIsADisconnection() async throws {
    let port = try LoopbackPort.free()
    var reader = try MAVLinkSource(port: port).open()
    #expect(try await reader.steps(1) == [.disconnected])
    let socket = try UDPSocket.sending(host: "127.0.0.1", port: port)
    let datagram = frame(.scaledIMU, rate: 1000)
    #expect(send(socket.number, datagram, datagram.count, 0) == datagram.count)
    #expect(try await reader.steps(2) == [.connected, .rate(1)])
  }

  @Test func errorsAreReported() throws {
    let port = try LoopbackPort.free()
    let taken = try UDPSocket.listening(host: "127.0.0.1", port: port)
    let error = #expect(throws: MotionError.self) { try MAVLinkSource(port: port).open() }
    #expect(error?.description.contains("port \(port)") == true)
    withExtendedLifetime(taken) {}
    #expect(throws: MotionError.self) { try MAVLinkAttitudeSender(host: "256.1.1.1", port: 1) }
  }
}
