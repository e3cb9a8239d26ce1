import FileAccess
import LogTables

extension LogFormat {
  /// Telemetry logs of ground stations.
  static let telemetry = streams(.telemetry, recognition: "times of 64 bits, FE or FD (MAVLink) and a right checksum") {
    file throws(LogError) in
    guard !file.isText else { return false }
    return TelemetryReader.matches(try file.head())
  } reader: { file, _ throws(LogError) in
    try TelemetryReader(try file.blocks())
  }
}

/// The messages of a telemetry log, `.tlog`: frames of MAVLink 1 or 2, each behind the time of the ground station.
///
/// A ground station records all systems that it hears. The topics of the system with the most messages of an IMU come first.
/// Damage is skipped up to the next frame whose checksum is right. Source: MAVLink developer guide; `mavlogfile` of pymavlink.
final class TelemetryReader: MessageReader {
  /// A sensor of a system.
  private struct Origin: Hashable {
    var kind: MAVLinkMessageKind
    var system: UInt8
    var component: UInt8
    var sensor: UInt8
  }

  private(set) var topics: [MessageTopic] = []
  private(set) var damage = LogDamage()
  private(set) var message = TelemetryMessage()

  private let file: BlockFile
  private var position = 0
  private var frameOffset = 0
  private var frameCount = 0
  private var kinds: [MAVLinkMessageKind] = []
  private var topicOfOrigin: [Origin: Int] = [:]

  private static let timeSize = 8
  /// The longest frame: header, payload, checksum, signature.
  private static let longestFrame = 10 + 255 + 2 + 13
  /// The years 2000 to 2100, in µs.
  private static let plausibleTimes: ClosedRange<UInt64> = 946_684_800_000_000...4_102_444_800_000_000
  private static let topicNames: [MAVLinkMessageKind: String] = [
    .highresIMU: "HIGHRES_IMU", .rawIMU: "RAW_IMU", .scaledIMU: "SCALED_IMU", .scaledIMU2: "SCALED_IMU2",
    .scaledIMU3: "SCALED_IMU3", .attitude: "ATTITUDE", .attitudeQuaternion: "ATTITUDE_QUATERNION",
    .gpsRawInt: "GPS_RAW_INT",
  ]
  private static let inertialKinds: Set<MAVLinkMessageKind> = [
    .highresIMU, .rawIMU, .scaledIMU, .scaledIMU2, .scaledIMU3,
  ]
  /// MAV_AUTOPILOT_ARDUPILOTMEGA.
  private static let arduPilot: UInt8 = 3

  /// Whether the first bytes of a file have a frame of a known kind, with the right checksum, behind a plausible time.
  static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
    let bytes = UnsafeRawBufferPointer(rebasing: head.prefix(1 << 16))
    return bytes.indices.contains { offset in
      let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...].prefix(timeSize + longestFrame))
      return mayBegin(rest) && frame(in: Array(rest)[...])?.frame != nil
    }
  }

  /// Reads a file, once to its end to find the systems.
  init(_ file: BlockFile) throws(LogError) {
    self.file = file
    var counts: [Origin: Int] = [:]
    var autopilots: [UInt8: UInt8] = [:]
    while let frame = try nextFrame() {
      if frame.kind == .heartbeat {
        // An autopilot has component 1; others send heartbeats, too.
        if frame.component == 1 { autopilots[frame.system] = frame.payload[5] }
      } else {
        counts[Self.origin(frame), default: 0] += 1
      }
    }
    (position, frameCount, damage) = (0, 0, LogDamage())
    let inertial = counts.filter { Self.inertialKinds.contains($0.key.kind) }
    let ofSystem = inertial.reduce(into: [UInt8: Int]()) { $0[$1.key.system, default: 0] += $1.value }
    let origins = counts.keys.filter { $0.kind != .rawIMU || autopilots[$0.system] == Self.arduPilot }.sorted {
      (-ofSystem[$0.system, default: 0], $0.system, -counts[$0]!, $0.component, $0.sensor)
        < (-ofSystem[$1.system, default: 0], $1.system, -counts[$1]!, $1.component, $1.sensor)
    }
    let systems = origins.reduce(into: [UInt8]()) { if !$0.contains($1.system) { $0.append($1.system) } }
    let hasSeveral = Set(inertial.keys.map(\.system)).count > 1
    for origin in origins {
      guard let type = Self.topicNames[origin.kind] else { continue }
      topicOfOrigin[origin] = topics.count
      kinds.append(origin.kind)
      let instance = topics.count { $0.type == type }
      topics.append(
        MessageTopic(
          name: hasSeveral ? "\(origin.system)/\(type)" : type, instance: instance, type: type,
          vehicle: systems.firstIndex(of: origin.system) ?? 0))
    }
  }

  private static func origin(_ frame: MAVLinkFrame) -> Origin {
    Origin(
      kind: frame.kind, system: frame.system, component: frame.component, sensor: TelemetryMessage.sensor(frame))
  }

  func field(_ name: String, of topic: Int) -> Int? { TelemetryMessage.field(name, of: kinds[topic]) }

  func loseMessage() { damage.lose(at: frameOffset) }

  func next() throws(LogError) -> Int? {
    while let frame = try nextFrame() {
      message.frame = frame
      if let topic = topicOfOrigin[Self.origin(frame)] { return topic }
    }
    return nil
  }

  /// The next frame of a known kind; nil at the end.
  private func nextFrame() throws(LogError) -> MAVLinkFrame? {
    while position < file.size {
      if let (time, frame, count) = try frame(at: position) {
        frameOffset = position
        position += count
        frameCount += 1
        guard let frame else { continue }
        message.received = time
        return frame
      }
      var candidate = position + 1
      while candidate < file.size, try frame(at: candidate) == nil { candidate += 1 }
      damage.skip(
        candidate - position, at: position, meanSize: Double(position) / Double(max(frameCount, 1)),
        isAtEnd: candidate == file.size && candidate - position <= Self.timeSize + Self.longestFrame)
      position = candidate
    }
    return nil
  }

  /// The frame at an offset, nil of an unknown kind, with the bytes up to the next one. The checksum of a frame of an
  /// unknown kind cannot be verified: its time and what follows must be plausible.
  private func frame(at offset: Int) throws(LogError) -> (time: UInt64, frame: MAVLinkFrame?, count: Int)? {
    let bytes = try file.bytes(at: offset, count: Self.timeSize + Self.longestFrame)
    guard Self.hasStart(bytes), let found = Self.frame(in: Array(bytes)[...]) else { return nil }
    if found.frame != nil { return found }
    let end = offset + found.count
    guard Self.plausibleTimes.contains(found.time) else { return nil }
    if end == file.size { return found }
    return Self.mayBegin(try file.bytes(at: end, count: Self.timeSize + 2)) ? found : nil
  }

  /// Whether a frame may begin behind the time at the start of bytes.
  private static func hasStart(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count > timeSize && (bytes[timeSize] == 0xfe || bytes[timeSize] == 0xfd)
  }

  /// Whether a plausible time and the start of a frame are at the start of bytes.
  private static func mayBegin(_ bytes: UnsafeRawBufferPointer) -> Bool {
    hasStart(bytes) && plausibleTimes.contains(UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
  }

  private static func frame(in bytes: ArraySlice<UInt8>) -> (time: UInt64, frame: MAVLinkFrame?, count: Int)? {
    let time = bytes.prefix(timeSize).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch MAVLinkFrame.read(bytes.dropFirst(timeSize)) {
    case .frame(let frame, let count): return (time, frame, timeSize + count)
    case .other(let count): return count > 1 ? (time, nil, timeSize + count) : nil
    }
  }
}
