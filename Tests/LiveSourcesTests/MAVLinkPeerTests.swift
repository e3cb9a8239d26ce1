import AttitudeFilters
import Foundation
import MotionSamples
import MotionSessions
import Rotations
import TestSupport
import Testing

@testable import LiveSources

/// Both directions with pymavlink as the other end, on loopback.
@Suite(.endedWhenHanging, .needs(.python("pymavlink")))
struct MAVLinkPeerTests {
  @Test(arguments: [("1", "0"), ("2", "0"), ("2", "1")])
  func readingsOfPymavlinkArrive(version: String, signed: String) async throws {
    let port = try LoopbackPort.free()
    var reader = try MAVLinkSource(port: port).open()
    let (process, _) = try PythonPeer.start("mavlink.py", ["send", "\(port)", version, signed, "40"])
    var rates: [Double] = []
    while rates.count < 20, let event = try await reader.next() {
      // The peer takes its time to start.
      guard case .sample(let stamped) = event else { continue }
      #expect(abs(stamped.sample.specificForce.z - 9.75) < 1e-6)
      #expect(stamped.timestamp.nanoseconds == Int64(stamped.sample.angularRate.y - 0.125) * 1_000_000)
      rates.append(stamped.sample.angularRate.y)
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    // Datagrams on loopback may be lost where the machine is busy, but not come in another order.
    #expect(rates.count == 20 && rates == rates.sorted() && Set(rates).count == 20)
  }

  @Test func pymavlinkReadsTheAttitude() throws {
    let (process, output) = try PythonPeer.start("mavlink.py", ["receive", "2"])
    let lines = LineBuffer(output.fileHandleForReading)
    let port = try #require(lines.next().flatMap { UInt16($0) })
    let sender = try MAVLinkAttitudeSender(host: "127.0.0.1", port: port)
    // Nose 30° up, then turned to the right by 40°: aviation's pitch 30° and yaw 40°.
    let enuFromDevice = Rotation<Double>(aboutZ: -40 * .pi / 180) * Rotation(aboutX: .pi / 6)
    sender.send(.still(enuFromDevice, rate: Vector3(x: 0.1, y: 0.2, z: 0.3), milliseconds: 1234))
    let messages = try (0..<2).map { _ -> [String: Any] in
      let line = try #require(lines.next())
      return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    process.waitUntilExit()
    func number(_ message: [String: Any], _ name: String) -> Double {
      (message[name] as? NSNumber)?.doubleValue ?? .nan
    }
    #expect(messages.map { $0["mavpackettype"] as? String } == ["ATTITUDE", "ATTITUDE_QUATERNION"])
    let expected: [[(String, Double)]] = [
      [("roll", 0), ("pitch", .pi / 6), ("yaw", 40 * .pi / 180)],
      [
        ("q1", cos(.pi / 9) * cos(.pi / 12)), ("q2", -sin(.pi / 9) * sin(.pi / 12)),
        ("q3", cos(.pi / 9) * sin(.pi / 12)), ("q4", sin(.pi / 9) * cos(.pi / 12)),
      ],
    ]
    for (message, fields) in zip(messages, expected) {
      // A quaternion and its negative are the same attitude.
      let sign = number(message, "q1") < 0 ? -1.0 : 1
      for (name, value) in fields { #expect(abs(sign * number(message, name) - value) < 1e-6, "\(name)") }
      // FRD: x forward is device y, y to the right is device x, z down is minus device z.
      let rates = [("rollspeed", 0.2), ("pitchspeed", 0.1), ("yawspeed", -0.3), ("time_boot_ms", 1234)]
      for (name, value) in rates { #expect(abs(number(message, name) - value) < 1e-6, "\(name)") }
    }
  }
}
