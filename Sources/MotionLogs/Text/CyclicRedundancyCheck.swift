/// The 64-bit cyclic redundancy check of the xz file format (CRC-64/XZ), eight bytes at a time.
///
/// It finds every change within any 64 bits, and any other with a probability of all but 2^-64; it does not keep out who
/// wants to deceive. The check of the bytes of "123456789" is 0x995dc9bbdf1939fa.
///
/// Source: L. Collin, "The .xz file format", version 1.2.1, section 6; eight at a time by M. E. Kounavis, F. L. Berry, "A
/// systematic approach to building high performance software-based CRC generators", ISCC 2005.
public struct CyclicRedundancyCheck: Sendable {
  private var state = UInt64.max

  /// The check of no bytes.
  public init() {}

  /// The check of the bytes so far.
  public var value: UInt64 { ~state }

  /// Takes more bytes; how they are cut into pieces does not matter.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    let tables = Self.tables
    var crc = state
    var position = 0
    while position + 8 <= bytes.count {
      crc ^= UInt64(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      var next: UInt64 = 0
      for byte in 0..<8 { next ^= tables.entry(7 - byte, UInt8(truncatingIfNeeded: crc &>> UInt64(8 * byte))) }
      crc = next
      position += 8
    }
    for byte in bytes[position...] { crc = tables.entry(0, UInt8(truncatingIfNeeded: crc) ^ byte) ^ (crc &>> 8) }
    state = crc
  }

  /// The check of a text in UTF-8.
  public static func value(of text: String) -> UInt64 {
    var check = Self()
    Array(text.utf8).withUnsafeBytes { check.update($0) }
    return check.value
  }

  /// The remainders of a byte with 0 to 7 zero bytes behind it; made once, never freed, never changed.
  private struct Tables: @unchecked Sendable {
    let entries: UnsafePointer<UInt64>

    init() {
      let polynomial: UInt64 = 0xc96c_5795_d787_0f42
      let entries = UnsafeMutablePointer<UInt64>.allocate(capacity: 8 * 256)
      for byte in 0..<256 {
        entries[byte] = (0..<8).reduce(UInt64(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ polynomial : crc >> 1 }
      }
      for index in 256..<(8 * 256) {
        let before = entries[index - 256]
        entries[index] = entries[Int(before & 0xff)] ^ before >> 8
      }
      self.entries = UnsafePointer(entries)
    }

    @inline(__always)
    func entry(_ zeros: Int, _ byte: UInt8) -> UInt64 { entries[256 &* zeros &+ Int(byte)] }
  }

  private static let tables = Tables()
}
