import Foundation
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// Bags against rosbags and mcap: the same readings in every container, and at least as many where the file is damaged.
@Suite(
  .needs(Requirement.robotLogPeers), .needs(.recording("ros1/sparkfun_razor.bag")), .endedWhenHanging)
struct RobotLogTests {
  let folder = TemporaryFolder()

  static let razor = SharedRecordings.folder.appending(path: "ros1/sparkfun_razor.bag").path

  /// The readings of a bag by topic and kind: every stream that the rules know.
  private func ownReadings(_ path: String) throws -> [String: [FlightLogPeer.Reading]] {
    let file = try LogFile(path)
    switch try LogFormat.format(of: file).name {
    case "MCAP":
      return try readings(.ros) {
        SplitReader(count: file.parts.count) { (part, topics) throws(LogError) in
          try MCAPReader(try file.blocks(part: part), topics)
        }
      }
    case "ROS 2 bag":
      return try readings(.ros) {
        SplitReader(count: file.parts.count) { (part, topics) throws(LogError) in
          try ROS2DatabaseReader(try file.database(part: part), topics)
        }
      }
    case "MAVLink telemetry": return try readings(.telemetry) { try TelemetryReader(try file.blocks()) }
    default: return try readings(.ros) { try BagReader(try file.blocks()) }
    }
  }

  private func peerReadings(_ path: String) throws -> [String: [FlightLogPeer.Reading]] {
    try Peer.robotLogs.run(["events", path]).reduce(into: [:]) { streams, words in
      let reading = FlightLogPeer.Reading(timestamp: Int64(words[2])!, values: words[3...].map { Double($0)! })
      streams["\(words[0]) \(words[1])", default: []].append(reading)
    }
  }

  /// Every stream of the peer has the same bits; attitudes agree up to the rounding of their normalization. Kind e: Euler angles
  /// of NED from FRD.
  private func requireEqual(_ path: String, to peer: [String: [FlightLogPeer.Reading]]) throws {
    let own = try ownReadings(path)
    #expect(!peer.isEmpty)
    for (stream, expected) in peer {
      let (topic, kind) = (stream.dropLast(2), stream.last!)
      let key = try #require(
        own.keys.first { $0.hasPrefix("\(topic)#") && $0.last == (kind == "p" ? "f" : kind == "e" ? "q" : kind) },
        "\(path) \(stream)")
      let found = own[key]!
      #expect(found.map(\.timestamp) == expected.map(\.timestamp), "\(path) \(stream)")
      for (own, peer) in zip(found, expected) {
        if kind == "e" {
          let rotation = Rotation(
            normalizing: Quaternion(w: own.values[0], x: own.values[1], y: own.values[2], z: own.values[3]))
          // Forward by yaw and pitch, with the signs of NED and ENU.
          let forward = try #require(rotation).rotate(Vector3(x: 1, y: 0, z: 0))
          let (pitch, yaw) = (peer.values[1], peer.values[2])
          #expect(abs(forward.x - cos(pitch) * sin(yaw)) < 1e-7 && abs(forward.y - cos(pitch) * cos(yaw)) < 1e-7)
          #expect(abs(forward.z - sin(pitch)) < 1e-7)
        } else if kind == "q" {
          let length = peer.values.reduce(0) { $0 + $1 * $1 }.squareRoot()
          #expect(zip(own.values, peer.values).allSatisfy { abs($0 - $1 / length) < 1e-15 }, "\(path) \(stream)")
        } else {
          #expect(
            zip(own.values, peer.values).allSatisfy { $0.bitPattern == $1.bitPattern }, "\(path) \(stream)")
        }
      }
    }
  }

  @Test func readingsOfEveryBagAreThoseOfThePeers() throws {
    try requireEqual(Self.razor, to: peerReadings(Self.razor))
    for bag in try Peer.bags.get() {
      try requireEqual(bag, to: peerReadings(bag))
      #expect(try MotionLog.open(bag).header.contents?.damage.summary == nil, "\(bag)")
    }
  }

  @Test(arguments: ["1", "2"]) func readingsOfTelemetryAreThoseOfPymavlink(_ version: String) throws {
    let log = folder.path("flight.tlog")
    try Peer.robotLogs.run(["telemetry", version, log])
    let peer = try peerReadings(log)
    #expect(peer["1/RAW_IMU g"]?.count == 400 && peer["7/HIGHRES_IMU m"]?.count == 50)
    try requireEqual(log, to: peer)
    let contents = try #require(MotionLog.open(log).header.contents)
    #expect(contents.damage.summary == nil && contents.fixCount == 99 && contents.date?.description == "2023-11-14")
    // The vehicle with the most readings comes first. The counts of the other one have no unit.
    #expect(contents.recordings.map(\.topic) == ["1/RAW_IMU", "1/SCALED_IMU2", "7/HIGHRES_IMU"])
    #expect(try records(log).count == 400 && records(log, options: LogOptions(topic: "7/HIGHRES_IMU")).count == 100)
    for words in try Peer.robotLogs.run(["damage", log, folder.path, "\(Soak.damagedCopyCount)"]) {
      let (path, count) = (String(words[0]), Int(words[1])!)
      let header = try? MotionLog.open(path).header
      let found = header?.contents?.recordings.first { $0.topic.hasSuffix("RAW_IMU") }?.count ?? 0
      #expect(found >= count, "\(path): \(found), the peer \(count)")
      if path.contains("/many-"), let header { #expect(header.contents?.damage.summary != nil, "\(path)") }
    }
  }

  /// The same recording in every form gives the same rows.
  @Test func rowsAreTheSameInEveryContainer() throws {
    var expected: [String]?
    for bag in try Peer.bags.get() {
      let rows = try records(bag).map { "\($0)" }
      #expect(rows.count == 300 && rows == expected ?? rows, "\(bag)")
      expected = rows
    }
  }

  /// Files `NAME_0`, `NAME_1` in a folder, with or without `metadata.yaml`, compressed or not.
  @Test func filesOfABagAreOneRecording() throws {
    let bags = try Peer.bags.get()
    func part(_ name: String, _ file: String) throws -> String {
      let bag = try #require(bags.first { $0.hasSuffix(name) })
      return name.hasPrefix("ros2") ? "\(bag)/\(file)" : bag
    }
    for (ending, first, second) in [
      ("mcap", try part("cdr-none.mcap", ""), try part("cdr-lz4.mcap", "")),
      (
        "db3", try part("ros2-sqlite3-none", "ros2-sqlite3-none.db3"),
        try part("ros2-sqlite3-message", "ros2-sqlite3-message.db3")
      ),
      (
        "db3.zstd", try part("ros2-sqlite3-file", "ros2-sqlite3-file.db3.zstd"),
        try part("ros2-sqlite3-file", "ros2-sqlite3-file.db3.zstd")
      ),
    ] {
      let split = "split-\(ending)"
      try folder.write(Data(contentsOf: URL(fileURLWithPath: first)), to: "\(split)/walk_10.\(ending)")
      try folder.write(Data(contentsOf: URL(fileURLWithPath: second)), to: "\(split)/walk_9.\(ending)")
      for metadata in ["", "a:\n  relative_file_paths:\n    - walk_9.\(ending)\n    - walk_10.\(ending)\n  b: 1\n"] {
        if !metadata.isEmpty { try folder.write(metadata, to: "\(split)/metadata.yaml") }
        let path = folder.path(split)
        let contents = try #require(MotionLog.open(path).header.contents)
        #expect(contents.recordings.map(\.count) == [600, 600] && contents.damage.summary == nil, "\(path)")
        #expect(MotionLog.isLog(path) && MotionLog.file(of: "\(path)#1")?.hasSuffix("walk_9.\(ending)") == true)
      }
    }
  }

  /// Bags of libmcap and rosbag2 without an IMU: one recording each, with a reason.
  @Test(
    .needs(.recording("ros2")),
    arguments: ["talker.mcap", "talker.db3", "multiple_files_mcap", "multiple_files_sqlite3"])
  func bagsWithoutAnIMUAreExplained(_ name: String) throws {
    let path = SharedRecordings.folder.appending(path: "ros2/\(name)").path
    #expect(failure(path)?.fact == .topicMissing(nil, candidates: []))
    #expect(MotionLog.isLog(path))
  }

  @Test func topicsAreChosenByTypeNumberOrName() throws {
    let bag = try #require(try Peer.bags.get().first { $0.hasSuffix("ros2-sqlite3-none") })
    let first = try MotionLog.open(bag).header
    #expect(first.contents?.recordings.map(\.topic) == ["/imu/data_raw", "/second/imu"])
    #expect(first.hasMagnetometer && first.hasTemperature && first.contents?.fixCount == 29)
    #expect(first.contents?.date?.description == "2012-11-14")
    let second = try records("\(bag)#1")
    #expect(try records(bag, options: LogOptions(topic: "/second/imu")).map { "\($0)" } == second.map { "\($0)" })
    // Its headers have no time, so that it has that of the recorder.
    #expect(try second[0].timestamp != records(bag)[0].timestamp)
    #expect(
      failure(bag, options: LogOptions(topic: "/imu"))?.fact
        == .topicMissing("/imu", candidates: ["/imu/data_raw", "/second/imu"]))
    #expect(
      failure(bag, options: LogOptions(truthTopic: "/pose"))?.fact
        == .truthMissing("/pose", candidates: ["/imu/data_raw", "/second/imu", "/attitude", "/odom"]))
    #expect(try records(bag).allSatisfy { $0.trueENUFromBody == nil })
    for topic in ["/attitude", "/odom", "/second/imu"] {
      let truth = try records(bag, options: LogOptions(truthTopic: topic))
      #expect(truth.count { $0.trueENUFromBody != nil } > 290, "\(topic)")
    }
  }

  /// 50 cut files, 50 with a flipped bit (200 in `make soak`) and 3 with 200 flipped bits: no crash, all
  /// that the peer reads, and a warning.
  @Test(arguments: [
    "ros1-lz4.bag", "ros1-bz2.bag", "ros1-none.bag", "cdr-zstd.mcap", "cdr-lz4.mcap", "cdr-none.mcap",
    "ros2-sqlite3-none",
  ])
  func damagedBagsGiveAtLeastWhatThePeerReads(_ name: String) throws {
    var bag = try #require(try Peer.bags.get().first { $0.hasSuffix(name) })
    if name.hasPrefix("ros2") { bag += "/\(name).db3" }
    for words in try Peer.robotLogs.run(["damage", bag, folder.path, "\(Soak.damagedCopyCount)"]) {
      let (path, peer) = (String(words[0]), Int(words[1])!)
      defer { try? FileManager.default.removeItem(atPath: path) }
      let header = try? MotionLog.open(path).header
      if header != nil {
        let rows = try records(path).count
        if path.contains("/cut-") {
          #expect(rows == header?.contents?.recordings.first { $0.isChosen }?.count, "\(path)")
        }
      }
      let count = header?.contents?.recordings.reduce(0) { $0 + $1.count } ?? 0
      #expect(count >= peer, "\(path): \(count), the peer \(peer)")
      if path.contains("/many-"), let header { #expect(header.contents?.damage.summary != nil, "\(path)") }
    }
  }

  /// A record or a chunk that claims more than the file has costs no memory.
  @Test func hostileSizesAreHarmless() throws {
    let bag = try #require(try Peer.bags.get().first { $0.hasSuffix("cdr-zstd.mcap") })
    let bytes = try Data(contentsOf: URL(fileURLWithPath: bag))
    // The first chunk is behind the header; its size is the number of 64 bits behind the times.
    let chunk = try #require(
      (0..<200).first { bytes[$0] == 6 && bytes[$0 + 9 + 28] == 4 && bytes[$0 + 9 + 32] == UInt8(ascii: "z") })
    for place in [chunk + 1, chunk + 9 + 16, chunk + 9 + 36] {
      var changed = bytes
      for index in 0..<8 { changed[place + index] = index == 7 ? 0x0f : 0xff }
      let path = try folder.write(changed, to: "hostile.mcap")
      #expect(try records(path).count >= 250, "\(place)")
    }
  }
}
