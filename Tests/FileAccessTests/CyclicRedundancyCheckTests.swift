import TestSupport
import Testing

@testable import FileAccess

@Suite struct CyclicRedundancyCheckTests {
  private func check(_ bytes: [UInt8], pieces: [Int] = []) -> UInt64 {
    var check = CyclicRedundancyCheck()
    var rest = bytes[...]
    for count in pieces {
      Array(rest.prefix(count)).withUnsafeBytes { check.update($0) }
      rest = rest.dropFirst(count)
    }
    Array(rest).withUnsafeBytes { check.update($0) }
    return check.value
  }

  /// The check values that are published for CRC-64/XZ.
  @Test func agreesWithPublishedValues() {
    #expect(CyclicRedundancyCheck.value(of: "123456789") == 0x995d_c9bb_df19_39fa)
    #expect(CyclicRedundancyCheck.value(of: "") == 0)
  }

  /// Eight bytes at a time are the same as one bit at a time.
  @Test func agreesWithTheDefinition() {
    var generator = SplitMix64(seed: 3)
    for count in 0..<70 {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      var expected = UInt64.max
      for byte in bytes {
        expected ^= UInt64(byte)
        for _ in 0..<8 { expected = expected & 1 == 1 ? expected >> 1 ^ 0xc96c_5795_d787_0f42 : expected >> 1 }
      }
      #expect(check(bytes) == ~expected)
    }
  }

  @Test func doesNotDependOnThePieces() {
    var generator = SplitMix64(seed: 4)
    let bytes = (0..<1000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    for _ in 0..<50 {
      let pieces = (0..<20).map { _ in Int(generator.next() % 60) }
      #expect(check(bytes, pieces: pieces) == check(bytes))
    }
  }

  @Test func seesEveryFlippedBit() {
    let bytes = Array("a result of some bytes".utf8)
    let whole = check(bytes)
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        #expect(check(changed) != whole)
      }
    }
  }

  /// The check value that is published for CRC-32/ISO-HDLC, and one bit at a time, in pieces.
  @Test func zipAgreesWithPublishedValueAndDefinition() {
    var published = CyclicRedundancyCheck32()
    Array("123456789".utf8).withUnsafeBufferPointer { published.update($0) }
    #expect(published.value == 0xcbf4_3926)
    var generator = SplitMix64(seed: 5)
    for count in 0..<70 {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      var expected = UInt32.max
      for byte in bytes {
        expected ^= UInt32(byte)
        for _ in 0..<8 { expected = expected & 1 == 1 ? expected >> 1 ^ 0xedb8_8320 : expected >> 1 }
      }
      let cut = count == 0 ? 0 : Int(generator.next() % UInt64(count))
      var check = CyclicRedundancyCheck32()
      Array(bytes[..<cut]).withUnsafeBufferPointer { check.update($0) }
      Array(bytes[cut...]).withUnsafeBufferPointer { check.update($0) }
      #expect(check.value == ~expected)
    }
  }
}
