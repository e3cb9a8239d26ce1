import FileAccess
import LogTables

/// A MAVLink message on the wire: header, payload, checksum and an optional signature, which is ignored.
///
/// Source: MAVLink developer guide, "Packet serialization" (versions 1 and 2) and "Message signing".
package struct MAVLinkFrame: Equatable, Sendable {
  package var kind: MAVLinkMessageKind
  package var sequence: UInt8
  /// The vehicle and the component that sent it.
  package var system: UInt8
  package var component: UInt8
  /// The payload at full length, with all extensions.
  package var payload: [UInt8]

  /// The result of reading at the start of some bytes.
  package enum Reading: Equatable, Sendable {
    /// A frame of a known kind with its number of bytes.
    case frame(MAVLinkFrame, count: Int)
    /// Anything else: continue after `count` bytes.
    case other(count: Int)
  }

  /// A message from its parts; `payload` at full length.
  package init(kind: MAVLinkMessageKind, sequence: UInt8, system: UInt8, component: UInt8, payload: [UInt8]) {
    self.kind = kind
    self.sequence = sequence
    self.system = system
    self.component = component
    self.payload = payload
  }

  private static let start1: UInt8 = 0xFE
  private static let start2: UInt8 = 0xFD
  private static let signatureLength = 13
  private static let signedFlag: UInt8 = 1

  /// Reads the frame at the start of non-empty bytes.
  package static func read(_ bytes: ArraySlice<UInt8>) -> Reading {
    let isVersion1 = bytes.first == start1
    guard isVersion1 || bytes.first == start2 else { return .other(count: 1) }
    let headerLength = isVersion1 ? 6 : 10
    guard bytes.count >= headerLength else { return .other(count: 1) }
    let header = Array(bytes.prefix(headerLength))
    // The specification forbids reading a frame with unknown incompatibility flags.
    guard isVersion1 || header[2] & ~signedFlag == 0 else { return .other(count: 1) }
    let isSigned = !isVersion1 && header[2] & signedFlag != 0
    let checkedLength = headerLength + Int(header[1])
    let count = checkedLength + 2 + (isSigned ? signatureLength : 0)
    guard bytes.count >= count else { return .other(count: 1) }
    let identifier =
      isVersion1 ? UInt32(header[5]) : UInt32(header[7]) | UInt32(header[8]) << 8 | UInt32(header[9]) << 16
    // The checksum of an unknown kind cannot be verified, so its length is trusted.
    guard let kind = MAVLinkMessageKind(rawValue: identifier) else { return .other(count: count) }
    let checked = bytes.dropFirst().prefix(checkedLength - 1)
    let checksum = MAVLinkChecksum.value(of: checked, extra: kind.checksumExtra)
    let written = bytes.dropFirst(checkedLength).prefix(2)
    guard Array(written) == [UInt8(checksum & 0xFF), UInt8(checksum >> 8)] else { return .other(count: 1) }
    var payload = Array(checked.dropFirst(headerLength - 1).prefix(kind.length))
    payload += Array(repeating: 0, count: kind.length - payload.count)
    let place = isVersion1 ? 2 : 4
    let frame = MAVLinkFrame(
      kind: kind, sequence: header[place], system: header[place + 1], component: header[place + 2], payload: payload)
    return .frame(frame, count: count)
  }

  /// All frames of known kinds in a datagram.
  package static func frames(in datagram: [UInt8]) -> [MAVLinkFrame] {
    var frames: [MAVLinkFrame] = []
    var rest = datagram[...]
    while !rest.isEmpty {
      switch read(rest) {
      case .frame(let frame, let count):
        frames.append(frame)
        rest = rest.dropFirst(count)
      case .other(let count):
        rest = rest.dropFirst(count)
      }
    }
    return frames
  }

  /// The frame in version 2, unsigned. Trailing zeros of the payload are trimmed, except its first byte.
  package var bytes: [UInt8] {
    var trimmed = payload
    while trimmed.count > 1, trimmed.last == 0 { trimmed.removeLast() }
    let identifier = kind.rawValue
    let header: [UInt8] = [
      Self.start2, UInt8(trimmed.count), 0, 0, sequence, system, component, UInt8(identifier & 0xFF),
      UInt8(identifier >> 8 & 0xFF), UInt8(identifier >> 16 & 0xFF),
    ]
    let checksum = MAVLinkChecksum.value(of: header.dropFirst() + trimmed, extra: kind.checksumExtra)
    return header + trimmed + [UInt8(checksum & 0xFF), UInt8(checksum >> 8)]
  }
}

/// The MAVLink messages that are read or written, of the dialect "common".
///
/// Source: MAVLink message definitions, `common.xml`. Layouts and their `CRC_EXTRA` never change; extensions only append
/// fields.
package enum MAVLinkMessageKind: UInt32, CaseIterable, Sendable {
  case heartbeat = 0
  case gpsRawInt = 24
  case scaledIMU = 26
  case rawIMU = 27
  case attitude = 30
  case attitudeQuaternion = 31
  case highresIMU = 105
  case scaledIMU2 = 116
  case scaledIMU3 = 129

  /// The byte that represents the layout in the checksum, `CRC_EXTRA`.
  package var checksumExtra: UInt8 {
    switch self {
    case .heartbeat: 50
    case .gpsRawInt: 24
    case .scaledIMU: 170
    case .rawIMU: 144
    case .attitude: 39
    case .attitudeQuaternion: 246
    case .highresIMU: 93
    case .scaledIMU2: 76
    case .scaledIMU3: 46
    }
  }

  /// The length of the payload in bytes, with all extensions. Fields that are trimmed or not sent are zero.
  package var length: Int {
    switch self {
    case .heartbeat: 9
    case .gpsRawInt: 52
    case .scaledIMU, .scaledIMU2, .scaledIMU3: 24
    case .rawIMU: 29
    case .attitude: 28
    case .attitudeQuaternion: 48
    case .highresIMU: 63
    }
  }
}

/// The checksum of MAVLink, CRC-16/MCRF4XX, which MAVLink calls X.25: polynomial 0x1021 reflected, initial value 0xFFFF, no
/// final exclusive or. Check value for "123456789": 0x6F91.
///
/// Source: MAVLink developer guide, "Packet serialization", section "Checksum"; parameters from ITU-T X.25 (1996), 2.2.7.4.
package struct MAVLinkChecksum {
  package private(set) var value: UInt16 = 0xFFFF

  /// The checksum of bytes followed by `CRC_EXTRA`.
  package static func value(of bytes: some Sequence<UInt8>, extra: UInt8) -> UInt16 {
    var checksum = Self()
    for byte in bytes { checksum.update(byte) }
    checksum.update(extra)
    return checksum.value
  }

  /// Adds a byte: the eight steps of division by x^16 + x^12 + x^5 + 1 at once.
  package mutating func update(_ byte: UInt8) {
    let low = UInt8(truncatingIfNeeded: value) ^ byte
    let quotient = UInt16(low ^ low &<< 4)
    value = value &>> 8 ^ quotient &<< 8 ^ quotient &<< 3 ^ quotient &>> 4
  }
}
