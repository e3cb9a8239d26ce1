import LogTables

/// A position in bytes of unknown origin, with checked access: every read outside of them gives nil.
///
/// All readers of binary formats read numbers, texts and lengths through it. It owns nothing; the bytes must outlive it.
public struct ByteCursor {
  /// The bytes.
  public let bytes: UnsafeRawBufferPointer
  /// The offset of the next byte, 0 to the number of bytes.
  public var position = 0

  /// A cursor at the first byte.
  @inlinable public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The number of bytes from the position on.
  @inlinable public var remaining: Int { bytes.count - position }

  /// A little-endian integer at an offset from the first byte.
  @inlinable @inline(__always)
  public func integer<Integer: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Integer.Type) -> Integer? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<Integer>.size else { return nil }
    return Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Integer.self))
  }

  /// The next little-endian integer.
  @inlinable @inline(__always)
  public mutating func next<Integer: FixedWidthInteger & BitwiseCopyable>(_ type: Integer.Type) -> Integer? {
    guard let value = integer(at: position, as: type) else { return nil }
    position += MemoryLayout<Integer>.size
    return value
  }

  /// The next `count` bytes; nil if there are fewer, or for a negative count.
  @inlinable public mutating func nextBytes(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count >= 0, count <= remaining else { return nil }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)])
  }

  /// The next `count` bytes as text up to a zero byte; nil if there are fewer, or for text that is not printable ASCII.
  @inlinable public mutating func nextName(_ count: Int) -> String? {
    guard let field = nextBytes(count) else { return nil }
    let name = field.prefix { $0 != 0 }
    return name.allSatisfy { $0 >= 32 && $0 < 127 } ? String(decoding: name, as: UTF8.self) : nil
  }
}
