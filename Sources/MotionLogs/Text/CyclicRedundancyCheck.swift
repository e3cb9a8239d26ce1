/// The 64-bit cyclic redundancy check of the xz file format (CRC-64/XZ).
///
/// It finds every change within any 64 bits, and any other with a probability of all but 2^-64; it does not keep out who
/// wants to deceive. The check of the bytes of "123456789" is 0x995dc9bbdf1939fa.
///
/// Source: L. Collin, "The .xz file format", version 1.2.1, section 6.
public struct CyclicRedundancyCheck: Sendable {
  private var state = UInt64.max

  /// The check of no bytes.
  public init() {}

  /// The check of the bytes so far.
  public var value: UInt64 { ~state }

  /// Takes more bytes; how they are cut into pieces does not matter.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) { Self.tables.update(&state, bytes) }

  /// The check of a text in UTF-8.
  public static func value(of text: String) -> UInt64 {
    var check = Self()
    Array(text.utf8).withUnsafeBytes { check.update($0) }
    return check.value
  }

  private static let tables = RemainderTables<UInt64>(reversedPolynomial: 0xc96c_5795_d787_0f42)
}
