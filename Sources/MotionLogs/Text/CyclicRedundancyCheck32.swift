/// The 32-bit cyclic redundancy check of zip archives (CRC-32/ISO-HDLC), eight bytes at a time. The check of the bytes of
/// "123456789" is 0xcbf43926.
///
/// Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3.10, section 4.4.7; eight at a time as in
/// `CyclicRedundancyCheck`.
struct CyclicRedundancyCheck32 {
  private var state = UInt32.max

  /// The check of the bytes so far.
  var value: UInt32 { ~state }

  /// Takes more bytes; how they are cut into pieces does not matter.
  mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress.map(UnsafeRawPointer.init) else { return }
    let tables = Self.tables
    var crc = state
    var position = 0
    while position + 8 <= bytes.count {
      let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self)) ^ UInt64(crc)
      crc = 0
      for byte in 0..<8 { crc ^= tables.entry(7 - byte, UInt8(truncatingIfNeeded: word &>> UInt64(8 * byte))) }
      position += 8
    }
    for byte in bytes[position...] { crc = tables.entry(0, UInt8(truncatingIfNeeded: crc) ^ byte) ^ (crc &>> 8) }
    state = crc
  }

  /// The remainders of a byte with 0 to 7 zero bytes behind it; made once, never freed, never changed.
  private struct Tables: @unchecked Sendable {
    let entries: UnsafePointer<UInt32>

    init() {
      let polynomial: UInt32 = 0xedb8_8320
      let entries = UnsafeMutablePointer<UInt32>.allocate(capacity: 8 * 256)
      for byte in 0..<256 {
        entries[byte] = (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ polynomial : crc >> 1 }
      }
      for index in 256..<(8 * 256) {
        let before = entries[index - 256]
        entries[index] = entries[Int(before & 0xff)] ^ before >> 8
      }
      self.entries = UnsafePointer(entries)
    }

    @inline(__always)
    func entry(_ zeros: Int, _ byte: UInt8) -> UInt32 { entries[256 &* zeros &+ Int(byte)] }
  }

  private static let tables = Tables()
}
