import LogTables

/// The 64-bit cyclic redundancy check of the xz file format (CRC-64/XZ).
///
/// It detects every change within 64 adjacent bits, and other accidental changes with a probability of 1 - 2^-64. It does
/// not protect against forgery. The check of "123456789" is 0x995dc9bbdf1939fa.
///
/// Source: L. Collin, "The .xz file format", version 1.2.1, section 6.
package struct CyclicRedundancyCheck: Sendable {
  private var state = UInt64.max

  /// A check before its first byte.
  package init() {}

  /// The check of the bytes so far.
  package var value: UInt64 { ~state }

  /// Adds bytes, in pieces of any size.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) { Self.tables.update(&state, bytes) }

  /// The check of a text in UTF-8.
  package static func value(of text: String) -> UInt64 {
    var check = Self()
    Array(text.utf8).withUnsafeBytes { check.update($0) }
    return check.value
  }

  private static let tables = RemainderTables<UInt64>(reversedPolynomial: 0xc96c_5795_d787_0f42)
}

/// The 32-bit cyclic redundancy check of zip archives (CRC-32/ISO-HDLC). The check of "123456789" is 0xcbf43926.
///
/// Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3.10, section 4.4.7.
package struct CyclicRedundancyCheck32 {
  private var state = UInt32.max

  /// A check before its first byte.
  package init() {}

  /// The check of the bytes so far.
  package var value: UInt32 { ~state }

  /// Adds bytes, in pieces of any size.
  package mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    Self.tables.update(&state, UnsafeRawBufferPointer(bytes))
  }

  private static let tables = RemainderTables<UInt32>(reversedPolynomial: 0xedb8_8320)
}

/// Tables of a cyclic redundancy check of any width, lowest bit first, sixteen bytes at a time: the remainders of a byte
/// followed by 0 to 15 zero bytes. Computed once, never freed.
///
/// Source: M. E. Kounavis, F. L. Berry, "A systematic approach to building high performance software-based CRC generators",
/// ISCC 2005.
struct RemainderTables<Word: FixedWidthInteger & UnsignedInteger>: @unchecked Sendable {
  private let entries: UnsafePointer<Word>

  /// The tables of a polynomial with its bits reversed.
  init(reversedPolynomial polynomial: Word) {
    let entries = UnsafeMutablePointer<Word>.allocate(capacity: 16 * 256)
    for byte in 0..<256 {
      entries[byte] = (0..<8).reduce(Word(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ polynomial : crc >> 1 }
    }
    for index in 256..<(16 * 256) {
      let before = entries[index - 256]
      entries[index] = entries[Int(before & 0xff)] ^ before >> 8
    }
    self.entries = UnsafePointer(entries)
  }

  /// Adds bytes to a state of at most eight bytes.
  package func update(_ state: inout Word, _ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    var crc = state
    var position = 0
    func word(_ place: Int) -> UInt64 {
      UInt64(littleEndian: start.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
    while position + 16 <= bytes.count {
      let (first, second) = (word(position) ^ UInt64(crc), word(position + 8))
      crc = remainder(of: first, before: 8) ^ remainder(of: second, before: 0)
      position += 16
    }
    if position + 8 <= bytes.count {
      crc = remainder(of: word(position) ^ UInt64(crc), before: 0)
      position += 8
    }
    for byte in bytes[position...] { crc = entry(0, UInt8(truncatingIfNeeded: crc) ^ byte) ^ (crc &>> 8) }
    state = crc
  }

  /// The remainder of eight bytes followed by zero bytes.
  @inline(__always)
  private func remainder(of word: UInt64, before zeros: Int) -> Word {
    var result: Word = 0
    for byte in 0..<8 { result ^= entry(zeros &+ 7 &- byte, UInt8(truncatingIfNeeded: word &>> UInt64(8 &* byte))) }
    return result
  }

  @inline(__always)
  private func entry(_ zeros: Int, _ byte: UInt8) -> Word { entries[256 &* zeros &+ Int(byte)] }
}
