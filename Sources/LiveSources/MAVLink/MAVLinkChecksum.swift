/// The checksum of MAVLink: CRC-16/MCRF4XX, which MAVLink calls X.25 (polynomial 0x1021 reflected, start 0xFFFF, no final
/// exclusive or). That of the bytes of "123456789" is 0x6F91.
///
/// Source: MAVLink developer guide, "Packet serialization", section "Checksum"; parameters from ITU-T X.25 (1996), 2.2.7.4.
struct MAVLinkChecksum {
  private(set) var value: UInt16 = 0xFFFF

  /// The checksum of bytes followed by the byte that stands for the layout of the message, `CRC_EXTRA`.
  static func value(of bytes: some Sequence<UInt8>, extra: UInt8) -> UInt16 {
    var checksum = Self()
    for byte in bytes { checksum.update(byte) }
    checksum.update(extra)
    return checksum.value
  }

  /// Takes one more byte.
  mutating func update(_ byte: UInt8) {
    value ^= UInt16(byte)
    for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x8408 : value >> 1 }
  }
}
