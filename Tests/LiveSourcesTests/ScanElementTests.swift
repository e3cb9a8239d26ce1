import Testing

@testable import LiveSources

/// Numbers in the formats of the kernel, worked out by hand.
@Suite struct ScanElementTests {
  func value(_ bytes: [UInt8], _ bits: Int, shift: Int = 0, signed: Bool = true, big: Bool = false, at offset: Int = 0)
    -> Int64
  {
    let element = ScanElement(
      byteCount: bytes.count - offset, bitCount: bits, shift: shift, isSigned: signed, isBigEndian: big, offset: offset)
    return bytes.withUnsafeBytes { element.value(in: $0) }
  }

  @Test func formatsOfSensors() {
    // le:s16/16>>0
    #expect(value([0x34, 0x12], 16) == 0x1234)
    #expect(value([0xFE, 0xFF], 16) == -2)
    #expect(value([0xFE, 0xFF], 16, signed: false) == 0xFFFE)
    // be:u12/16>>4 and be:s12/16>>4
    #expect(value([0xAB, 0xC5], 12, shift: 4, signed: false, big: true) == 0xABC)
    #expect(value([0xF3, 0x8F], 12, shift: 4, big: true) == -200)
    #expect(value([0x7F, 0xF0], 12, shift: 4, big: true) == 2047)
    // le:s12/16>>0: what lies above the number does not count.
    #expect(value([0x01, 0xA8], 12) == -2047)
    // le:s24/32>>8 and be:s24/32>>0
    #expect(value([0x99, 0x70, 0xFE, 0xFF], 24, shift: 8) == -400)
    #expect(value([0x55, 0xFF, 0xFE, 0x70], 24, big: true) == -400)
    // u8/8, and s1/8>>7: its one bit is the sign.
    #expect(value([0xF0], 8, signed: false) == 240)
    #expect(value([0x80], 1, shift: 7) == -1)
  }

  @Test func timestampsHaveAllBits() {
    #expect(value([0x15, 0xCD, 0x5B, 0x07, 0, 0, 0, 0], 64) == 123_456_789)
    #expect(value([0, 0, 0, 0, 0x07, 0x5B, 0xCD, 0x15], 64, big: true) == 123_456_789)
    #expect(value(Array(repeating: 0xFF, count: 8), 64) == -1)
    // An unsigned number beyond Int64 wraps and does not trap.
    #expect(value(Array(repeating: 0xFF, count: 8), 64, signed: false) == -1)
  }

  @Test func aNumberLiesWhereItsElementBegins() {
    #expect(value([9, 9, 9, 0x34, 0x12], 16, at: 3) == 0x1234)
  }
}
