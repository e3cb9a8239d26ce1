import FileAccess
import LogTables

/// The records of MCAP: kind, length of 64 bits, content.
///
/// Source: MCAP format specification, version 0.
enum MCAPFraming: RecordFraming {
  /// The kinds of records in use.
  enum Kind {
    static let header: UInt8 = 1
    static let footer: UInt8 = 2
    static let schema: UInt8 = 3
    static let channel: UInt8 = 4
    static let message: UInt8 = 5
    static let chunk: UInt8 = 6
    static let messageIndex: UInt8 = 7
    static let chunkIndex: UInt8 = 8
    static let statistics: UInt8 = 11
    static let metadata: UInt8 = 12
    static let dataEnd: UInt8 = 15
  }

  /// Kind and length.
  static let headerSize = 9
  /// The first and the last bytes of a file.
  static let magic: [UInt8] = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]
  /// The least sizes of records by their kind, from 1.
  private static let leastSizes = [8, 20, 14, 16, 22, 40, 6, 64, 40, 48, 46, 8, 20, 17, 4]
  private static let longestRecord = 1 << 48
  /// The longest record of a kind that an application defines.
  private static let longestOther = 1 << 24

  static func isEnd(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.prefix(8).elementsEqual(magic.prefix(bytes.count))
  }

  @inline(__always)
  static func head(
    _ stream: ByteStream, ahead: Int, isFile: Bool, isWhole: Bool
  ) throws(LogError) -> RecordHead? {
    let bytes = ByteCursor(try stream.peek(headerSize, ahead: ahead))
    guard let length = bytes.integer(at: 1, as: UInt64.self), let kind = bytes.bytes.first, kind != 0 else {
      return nil
    }
    let head = RecordHead(
      kind: kind, headerSize: headerSize, size: Int(clamping: length), isChunk: kind == Kind.chunk)
    if !isWhole { return head }
    guard length < longestRecord else { return nil }
    if let remaining = stream.remaining, headerSize + head.size > remaining - ahead { return nil }
    if kind < 0x80 {
      guard kind <= Kind.dataEnd, head.size >= leastSizes[Int(kind) - 1], kind != Kind.footer || head.size == 20,
        kind != Kind.dataEnd || head.size == 4, isFile || (Kind.schema...Kind.message).contains(kind)
      else { return nil }
      return head
    }
    return isFile && head.size < longestOther ? head : nil
  }
}
