import FileAccess
import LogTables
import SystemLibrary

/// The records of a ROS 1 bag: length and fields of the header, length and bytes of the content.
///
/// Source: ROS wiki, "Bags/Format/2.0".
enum BagFraming: RecordFraming {
  /// The operations of records in use.
  enum Kind {
    static let message: UInt8 = 2
    static let bag: UInt8 = 3
    static let chunk: UInt8 = 5
    static let connection: UInt8 = 7
  }

  /// The first bytes of a file.
  static let magic = Array("#ROSBAG V2.0\n".utf8)
  private static let longestHeader = 1 << 16

  /// A bag has no mark at its end.
  static func isEnd(_ bytes: UnsafeRawBufferPointer) -> Bool { false }

  @inline(__always)
  static func head(
    _ stream: ByteStream, ahead: Int, isFile: Bool, isWhole: Bool
  ) throws(LogError) -> RecordHead? {
    guard let length = ByteCursor(try stream.peek(4, ahead: ahead)).integer(at: 0, as: UInt32.self),
      length >= 8, length <= longestHeader
    else { return nil }
    let bytes = ByteCursor(try stream.peek(Int(length) + 8, ahead: ahead))
    guard bytes.bytes.count == Int(length) + 8,
      let size = bytes.integer(at: Int(length) + 4, as: UInt32.self).map(Int.init),
      let fields = BagFields(UnsafeRawBufferPointer(rebasing: bytes.bytes[4..<(4 + Int(length))])), fields.isComplete,
      isFile || fields.kind == Kind.message || fields.kind == Kind.connection
    else { return nil }
    if isWhole, let remaining = stream.remaining, bytes.bytes.count + size > remaining - ahead { return nil }
    return RecordHead(
      kind: fields.kind, headerSize: bytes.bytes.count, size: size, isChunk: fields.kind == Kind.chunk)
  }
}

/// The fields of a header, or of the content of a connection: `name=value`, each behind its length.
struct BagFields {
  private(set) var kind: UInt8 = 0
  private(set) var connection: UInt32?
  /// The time of the recorder in ns.
  private(set) var time: Int64?
  private(set) var compression: String?
  private(set) var topic: String?
  private(set) var type: String?
  private(set) var definition: String?
  /// The offset of the descriptions at the end; 0 in a bag that was not closed.
  private(set) var index: UInt64?

  /// Reads all fields; nil if the bytes are not fields.
  @inline(__always)
  init?(_ bytes: UnsafeRawBufferPointer) {
    var cursor = ByteCursor(bytes)
    while cursor.remaining > 0 {
      guard let length = cursor.next(UInt32.self), let field = cursor.nextBytes(Int(length)),
        let mark = Self.mark(in: field), mark > 0
      else { return nil }
      take(
        UnsafeRawBufferPointer(rebasing: field[..<mark]),
        ByteCursor(UnsafeRawBufferPointer(rebasing: field[(mark + 1)...])))
    }
  }

  /// The place of the sign between name and value; names are short.
  @inline(__always)
  private static func mark(in field: UnsafeRawBufferPointer) -> Int? {
    var place = 0
    while place < min(field.count, 32) {
      if field[place] == UInt8(ascii: "=") { return place }
      place += 1
    }
    return nil
  }

  /// Whether a record of this kind has all its fields.
  var isComplete: Bool {
    switch kind {
    case BagFraming.Kind.message: connection != nil && time != nil
    case BagFraming.Kind.connection: connection != nil && topic != nil
    case BagFraming.Kind.chunk: compression != nil
    case BagFraming.Kind.bag: index != nil
    case 4, 6: true
    default: false
    }
  }

  @inline(__always)
  private mutating func take(_ name: UnsafeRawBufferPointer, _ value: ByteCursor) {
    func isName(_ text: StaticString) -> Bool {
      guard let start = name.baseAddress, name.count == text.utf8CodeUnitCount else { return false }
      return memcmp(start, text.utf8Start, name.count) == 0
    }
    func text() -> String { String(decoding: value.bytes, as: UTF8.self) }
    if isName("op") {
      kind = value.bytes.first ?? 0
    } else if isName("conn") {
      connection = value.integer(at: 0, as: UInt32.self)
    } else if isName("time") {
      guard let seconds = value.integer(at: 0, as: UInt32.self), let rest = value.integer(at: 4, as: UInt32.self)
      else { return }
      time = Int64(seconds) * 1_000_000_000 + Int64(rest)
    } else if isName("compression") {
      compression = text()
    } else if isName("topic") {
      topic = text()
    } else if isName("type") {
      type = text()
    } else if isName("message_definition") {
      definition = text()
    } else if isName("index_pos") {
      index = value.integer(at: 0, as: UInt64.self)
    }
  }
}
