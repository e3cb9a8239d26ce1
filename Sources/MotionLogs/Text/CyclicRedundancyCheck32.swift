/// The 32-bit cyclic redundancy check of zip archives (CRC-32/ISO-HDLC). The check of the bytes of "123456789" is 0xcbf43926.
///
/// Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3.10, section 4.4.7.
struct CyclicRedundancyCheck32 {
  private var state = UInt32.max

  /// The check of the bytes so far.
  var value: UInt32 { ~state }

  /// Takes more bytes; how they are cut into pieces does not matter.
  mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    Self.tables.update(&state, UnsafeRawBufferPointer(bytes))
  }

  private static let tables = RemainderTables<UInt32>(reversedPolynomial: 0xedb8_8320)
}
