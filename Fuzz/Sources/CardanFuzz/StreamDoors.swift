import MotionSamples

@testable import LiveSources
@testable import LogFormats

/// Lines in pieces, as a serial port gives them.
enum LinesDoor {
  /// The first byte chooses the size of the pieces and whether the header is known; the rest is what is received.
  static func take(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let header =
      first & 1 == 0
      ? "t [ms],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z,mag_x [uT],mag_y,mag_z" : nil
    guard var parser = try? LogLineParser(name: "port", header: header) else { fatalError("the header is refused") }
    var (assembler, rest) = (LineAssembler(), bytes.dropFirst())
    while !rest.isEmpty {
      assembler.append(rest.prefix(Int(first) + 1))
      rest = rest.dropFirst(Int(first) + 1)
      while let line = assembler.next() { _ = parser.parse(line) }
    }
  }
}

/// Datagrams with MAVLink messages.
enum MAVLinkDoor {
  static func take(_ bytes: [UInt8]) {
    for frame in MAVLinkFrame.frames(in: bytes) { _ = InertialMessage(frame) }
  }

  /// Makes the checksum of each message right that is whole and of a known kind.
  static func repairChecksums(of bytes: inout [UInt8]) {
    var place = 0
    while place + 8 < bytes.count {
      let isVersion2 = bytes[place] == 0xFD
      let header = isVersion2 ? 10 : 6
      let end = place + header + Int(bytes[place + 1])
      guard isVersion2 || bytes[place] == 0xFE, end + 1 < bytes.count else {
        place += 1
        continue
      }
      let number =
        isVersion2
        ? UInt32(bytes[place + 7]) | UInt32(bytes[place + 8]) << 8 | UInt32(bytes[place + 9]) << 16
        : UInt32(bytes[place + 5])
      if let kind = MAVLinkMessageKind(rawValue: number) {
        let checksum = MAVLinkChecksum.value(of: bytes[(place + 1)..<end], extra: kind.checksumExtra)
        (bytes[end], bytes[end + 1]) = (UInt8(checksum & 0xFF), UInt8(checksum >> 8))
      }
      place = end + 2
    }
  }
}
