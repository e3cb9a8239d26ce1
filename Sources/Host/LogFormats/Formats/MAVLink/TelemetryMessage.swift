import FileAccess
import LogTables

/// A MAVLink message of a telemetry log.
struct TelemetryMessage: NumberedMessage {
  var frame: MAVLinkFrame?
  /// The time of the ground station in µs since 1970.
  var received: UInt64 = 0

  /// The time of the ground station.
  static let received = "received"
  /// Numbers that are -1 in messages without a reading of the sensor.
  static let (noRate, noForce, noField) = ("no gyro", "no acc", "no mag")

  private typealias Field = (name: String, offset: Int, type: NumberType)

  /// Fields that are not in the payload, before those that are.
  private static let computed = [received, noRate, noForce, noField]
  private static let fields: [MAVLinkMessageKind: [Field]] = [
    .highresIMU: [("time_usec", 0, .uint64)] + inertial(at: 8, .float),
    .rawIMU: [("time_usec", 0, .uint64)] + inertial(at: 8, .int16),
    .scaledIMU: scaled, .scaledIMU2: scaled, .scaledIMU3: scaled,
    .attitude: [("time_boot_ms", 0, .uint32), ("roll", 4, .float), ("pitch", 8, .float), ("yaw", 12, .float)],
    .attitudeQuaternion: [("time_boot_ms", 0, .uint32)]
      + (0..<4).map { ("q\($0 + 1)", 4 + 4 * $0, .float) },
    .gpsRawInt: [
      ("time_usec", 0, .uint64), ("lat", 8, .int32), ("lon", 12, .int32), ("alt", 16, .int32), ("vel", 24, .uint16),
      ("cog", 26, .uint16), ("fix_type", 28, .uint8), ("h_acc", 34, .uint32), ("v_acc", 38, .uint32),
    ],
  ]
  private static let scaled = [("time_boot_ms", 0, .uint32)] + inertial(at: 4, .int16)

  private static func inertial(at start: Int, _ type: NumberType) -> [Field] {
    ["acc", "gyro", "mag"].enumerated().flatMap { sensor, name in
      ["x", "y", "z"].enumerated().map { axis, letter in
        ("\(letter)\(name)", start + (3 * sensor + axis) * type.size, type)
      }
    }
  }

  /// The index of a field in the messages of a kind.
  static func field(_ name: String, of kind: MAVLinkMessageKind) -> Int? {
    computed.firstIndex(of: name) ?? fields[kind]?.firstIndex { $0.name == name }.map { $0 + computed.count }
  }

  /// The number of the sensor in the message; 0 for messages without one.
  static func sensor(_ frame: MAVLinkFrame) -> UInt8 {
    switch frame.kind {
    case .highresIMU: frame.payload[62]
    case .rawIMU: frame.payload[26]
    default: 0
    }
  }

  func number(_ field: Int) -> Double {
    guard let frame else { return .nan }
    switch field {
    case 0: return Double(received)
    case 1: return has(0b000_111_000) ? 1 : -1
    case 2: return has(0b000_000_111) ? 1 : -1
    // A field of zero is that of no magnetometer.
    case 3: return has(0b111_000_000) && hasField(frame) ? 1 : -1
    default:
      guard let fields = Self.fields[frame.kind], field - Self.computed.count < fields.count else { return .nan }
      let place = fields[field - Self.computed.count]
      return frame.payload.withUnsafeBytes { place.type.value(ByteCursor($0), at: place.offset) }
    }
  }

  /// Whether readings are updated, by the mask of HIGHRES_IMU. Senders that do not maintain the mask leave it at zero.
  private func has(_ readings: UInt16) -> Bool {
    guard let frame, frame.kind == .highresIMU else { return true }
    let updated = UInt16(frame.payload[60]) | UInt16(frame.payload[61]) << 8
    return updated == 0 || updated & readings != 0
  }

  private func hasField(_ frame: MAVLinkFrame) -> Bool {
    guard let first = Self.fields[frame.kind]?.first(where: { $0.name == "xmag" }) else { return false }
    return !frame.payload[first.offset..<(first.offset + 3 * first.type.size)].allSatisfy { $0 == 0 }
  }
}
