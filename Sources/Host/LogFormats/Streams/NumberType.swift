import FileAccess
import LogTables

/// The types of numbers in binary messages, little-endian, by their names in ULog.
enum NumberType: String {
  case int8 = "int8_t"
  case uint8 = "uint8_t"
  case int16 = "int16_t"
  case uint16 = "uint16_t"
  case int32 = "int32_t"
  case uint32 = "uint32_t"
  case int64 = "int64_t"
  case uint64 = "uint64_t"
  case float
  case double
  case bool
  case char

  /// Bytes of a number.
  var size: Int {
    switch self {
    case .int8, .uint8, .bool, .char: 1
    case .int16, .uint16: 2
    case .int32, .uint32, .float: 4
    case .int64, .uint64, .double: 8
    }
  }

  /// The number at an offset; NaN outside of the bytes. `isBigEndian` is the order of its bytes.
  @inline(__always)
  func value(_ bytes: ByteCursor, at offset: Int, isBigEndian: Bool = false) -> Double {
    func integer<Integer: FixedWidthInteger & BitwiseCopyable>(_ type: Integer.Type) -> Integer? {
      bytes.integer(at: offset, as: type).map { isBigEndian ? $0.byteSwapped : $0 }
    }
    func number<Integer: FixedWidthInteger & BitwiseCopyable>(_ type: Integer.Type) -> Double {
      integer(type).map { Double($0) } ?? .nan
    }
    return switch self {
    case .int8: number(Int8.self)
    case .uint8, .bool, .char: number(UInt8.self)
    case .int16: number(Int16.self)
    case .uint16: number(UInt16.self)
    case .int32: number(Int32.self)
    case .uint32: number(UInt32.self)
    case .int64: number(Int64.self)
    case .uint64: number(UInt64.self)
    case .float: integer(UInt32.self).map { Double(Float(bitPattern: $0)) } ?? .nan
    case .double: integer(UInt64.self).map { Double(bitPattern: $0) } ?? .nan
    }
  }
}
