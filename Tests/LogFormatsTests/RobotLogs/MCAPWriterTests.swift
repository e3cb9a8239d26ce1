import AttitudeFilters
import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// MCAP files against mcap and rosbags: the messages of a result, and the topics of the bag that it was made from.
@Suite(
  .needs(Requirement.robotLogPeers), .needs(.recording("ros1/sparkfun_razor.bag")), .endedWhenHanging)
struct MCAPWriterTests {
  let folder = TemporaryFolder()

  private func motions(_ rows: [LogRecord]) -> [Motion<Double>] {
    rows.enumerated().map { index, row in
      let turn = Rotation(normalizing: Quaternion(w: 1, x: 0.1, y: Double(index) * 1e-3, z: -0.3)) ?? .identity
      return Motion(
        timestamp: Timestamp(nanoseconds: row.timestamp), outputFromBody: turn,
        gravity: Vector3(x: 0, y: 0.25, z: -9.5),
        userAcceleration: Vector3(x: Double(index), y: 0.5, z: -0.125),
        angularRate: Vector3(x: 0.1, y: 0.2, z: Double(index)), gyroscopeBias: .zero, tiltStandardDeviation: 0.01,
        headingStandardDeviation: index < 5 ? .nan : 0.5, flags: [])
    }
  }

  @Test(arguments: ["cdr-zstd.mcap", "cdr-flat.mcap"])
  func aBagComesOutWithItsAttitude(name: String) throws {
    let bag = try #require(try Peer.bags.get().first { $0.hasSuffix("/\(name)") })
    let out = folder.path("out.mcap")
    let motions = motions(try records(bag))
    var writer = try MCAPAttitudeWriter(path: out, comments: ["a test"], keepingTopicsOf: bag)
    for motion in motions { try writer.write(motion) }
    try writer.finish()
    var streams: [String: [FlightLogPeer.Reading]] = [:]
    for words in try Peer.robotLogs.run(["events", out]) {
      let reading = FlightLogPeer.Reading(timestamp: Int64(words[2])!, values: words[3...].map { Double($0)! })
      streams["\(words[0]) \(words[1])", default: []].append(reading)
    }
    for (stream, values) in [
      ("/cardan/imu g", motions.map { [$0.angularRate.x, $0.angularRate.y, $0.angularRate.z] }),
      (
        "/cardan/imu a",
        motions.map { motion in
          let force = motion.userAcceleration - motion.gravity
          return [force.x, force.y, force.z]
        }
      ), ("/cardan/imu q", motions.map(quaternion)), ("/cardan/attitude q", motions.map(quaternion)),
      ("/cardan/tf q", motions.map(quaternion)),
    ] {
      let readings = try #require(streams[stream])
      #expect(readings.map(\.timestamp) == motions.map(\.timestamp.nanoseconds))
      #expect(readings.map(\.values) == values, "\(stream)")
    }
    let lines = try Peer.robotLogs.run(["written", bag, out])
    #expect(lines.count == motions.count + 1)
    for (index, line) in lines.dropLast().enumerated() {
      let heading = index < 5 ? Double.pi * .pi / 3 : 0.25
      #expect(line.map { Double($0)! } == [0.01 * 0.01, 0.01 * 0.01, heading, 0, 0, 0, 0, 0, 0])
    }
    #expect(lines.last.map(Array.init) == ["messages", "\(3 * motions.count)"])
    // Our own reader finds both IMUs, and a second result has no second copy of the first.
    let header = try MotionLog.open(out, options: LogOptions(topic: "/cardan/imu")).header
    #expect(header.contents?.damage.summary == nil && header.contents?.recordings.count ?? 0 >= 2)
    var second = try MCAPAttitudeWriter(path: folder.path("second.mcap"), keepingTopicsOf: out)
    for motion in motions { try second.write(motion) }
    try second.finish()
    let counts = try ["out.mcap", "second.mcap"].map { try Peer.robotLogs.run(["events", folder.path($0)]).count }
    #expect(counts[0] == counts[1])
  }

  private func quaternion(_ motion: Motion<Double>) -> [Double] {
    let quaternion = motion.outputFromBody.quaternion
    return [quaternion.w, quaternion.vector.x, quaternion.vector.y, quaternion.vector.z]
  }

  /// What was not requested is marked as the definition of the message demands.
  @Test func groupsThatAreNotRequestedAreMarked() throws {
    let out = folder.path("out.mcap")
    var writer = try MCAPAttitudeWriter(path: out, columns: [.time, .userAcceleration])
    for motion in motions([LogRecord(timestamp: 1_500_000_000), LogRecord(timestamp: -1)]) { try writer.write(motion) }
    try writer.finish()
    let empty = folder.path("empty.mcap")
    var none = try MCAPAttitudeWriter(path: empty)
    try none.finish()
    let lines = try Peer.robotLogs.run(["written", empty, out])
    #expect(lines.first?.map { Double($0)! } == [-1, 0, 0, -1, 0, 0, 0, 0, 0])
    let acceleration = try #require(
      try Peer.robotLogs.run(["events", out]).first { $0[1] == "a" && $0[2] == "1500000000" })
    #expect(acceleration[3...].map { Double($0)! } == [0, 0.5, -0.125])
  }

  /// One message of plain CDR is enough for a topic to be read.
  @Test func extensibleTypesAreRefusedByName() throws {
    for (header, isPlain) in [([UInt8(0), 7], false), ([0, 9], false), ([0, 3], false), ([0, 1], true)] {
      let path = folder.path("types.mcap")
      let file = try MCAPFile(path: path, comments: [])
      let schema = file.addSchema("sensor_msgs/msg/Imu", encoding: "ros2msg", definition: [])
      let channel = file.addChannel("/imu", schema: schema, encoding: "cdr")
      for (index, header) in [[0, 7], header].enumerated() {
        let content = header + [UInt8](repeating: 0, count: 322)
        try file.write(channel: channel, sequence: 0, logged: UInt64(index), sent: 0, content)
      }
      try file.finish()
      let error = failure(path)
      #expect((error == nil) == isPlain, "\(header)")
      if let error { #expect(error.name == "/imu" && error.message.contains("XCDR2"), "\(error)") }
    }
  }

  /// The topics of an MCAP file in the serialization of ROS 1 keep their bytes, schemas and encoding.
  @Test func topicsOfROS1AreKept() throws {
    let (bag, out) = (folder.path("ros1.mcap"), folder.path("out.mcap"))
    let file = try MCAPFile(path: bag, comments: [])
    let schema = file.addSchema("sensor_msgs/Imu", encoding: "ros1msg", definition: [])
    let other = file.addSchema("std_msgs/Empty", encoding: "ros1msg", definition: [])
    let channels = [
      file.addChannel("/imu", schema: schema, encoding: "ros1"),
      file.addChannel("/empty", schema: other, encoding: "ros1"),
    ]
    for index in 0..<20 as Range<UInt32> {
      let time = UInt64(index) * 10_000_000 + 1_000_000_000
      // Header: number, seconds, nanoseconds, frame; then 37 numbers.
      var content = [index, 1, index * 10_000_000, 3].flatMap { ULogFile.bytes($0) } + Array("imu".utf8)
      content += (0..<37).flatMap { ULogFile.bytes((Double($0) + Double(index)).bitPattern) }
      try file.write(channel: channels[0], sequence: index, logged: time, sent: time, content)
      try file.write(channel: channels[1], sequence: index, logged: time, sent: time, [])
    }
    try file.finish()
    let rows = try records(bag)
    #expect(rows.count == 20 && rows[3].angularRate == Vector3(x: 16, y: 17, z: 18))
    var writer = try MCAPAttitudeWriter(path: out, keepingTopicsOf: bag)
    for motion in motions(rows) { try writer.write(motion) }
    try writer.finish()
    #expect(try records(out, options: LogOptions(topic: "/imu")).map(\.angularRate) == rows.map(\.angularRate))
    #expect(try MotionLog.open(out).header.contents?.recordings.map(\.count).sorted() == [20, 20])
    // The peer finds every message of both topics with the encoding of ROS 1.
    let kept = try Peer.robotLogs.run(["topics", out])
    #expect(
      kept.filter { $0[0] == "/imu" || $0[0] == "/empty" }.map { $0.joined(separator: " ") } == [
        "/empty ros1 std_msgs/Empty ros1msg 20", "/imu ros1 sensor_msgs/Imu ros1msg 20",
      ])
  }

  /// Other encodings of messages, and definitions that cannot be read, are named.
  @Test(
    arguments: [
      ("sensor_msgs/msg/Imu", "protobuf", "protobuf", "messages in protobuf; expected cdr, ros1 or json"),
      ("px4_msgs/msg/SensorCombined", "ros2idl", "cdr", "without a definition in ros2msg or ros1msg"),
      ("sensor_msgs/msg/Imu", "ros2idl", "cdr", nil),
    ] as [(String, String, String, String?)])
  func otherEncodingsAreRefusedByName(type: String, schemaEncoding: String, encoding: String, reason: String?) throws {
    let path = folder.path("other.mcap")
    let file = try MCAPFile(path: path, comments: [])
    let schema = file.addSchema(type, encoding: schemaEncoding, definition: Array("module x {}".utf8))
    let channel = file.addChannel("/imu", schema: schema, encoding: encoding)
    try file.write(channel: channel, sequence: 0, logged: 1, sent: 1, [0, 1, 0, 0] + [UInt8](repeating: 0, count: 320))
    try file.finish()
    let error = failure(path)
    #expect((error == nil) == (reason == nil), "\(error?.description ?? "")")
    if let reason {
      #expect(error?.name == "/imu" && error?.message.contains(reason) == true, "\(error?.description ?? "")")
    }
  }

  @Test func keepsTopicsOfMCAPOnly() throws {
    let error = #expect(throws: LogError.self) {
      _ = try MCAPAttitudeWriter(path: folder.path("out.mcap"), keepingTopicsOf: RobotLogTests.razor)
    }
    #expect(error?.path == RobotLogTests.razor && error?.message.contains("MCAP") == true)
  }
}
