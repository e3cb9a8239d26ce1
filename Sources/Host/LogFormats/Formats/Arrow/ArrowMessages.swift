import FileAccess
import LogTables

/// The messages of an Arrow IPC file or stream, forward, without the index at the end of a file, so that cut files work.
///
/// Source: Apache Arrow, "Arrow Columnar Format", version 1.5, "Serialization and Interprocess Communication", and
/// `Message.fbs`.
struct ArrowMessages {
  /// A message. `metadata` is valid until the next bytes of the file are read.
  struct Message {
    /// What `table` is.
    var kind: UInt8
    /// The header of the message.
    var table: FlatTable
    /// The place of its buffers.
    var body: Range<Int>
  }

  /// Kinds of messages.
  private enum Kind { static let (schema, batch): (UInt8, UInt8) = (1, 3) }

  /// The first bytes of a file, not of a stream.
  static let magic = Array("ARROW1\0\0".utf8)
  /// The first bytes of a message.
  private static let mark: UInt32 = 0xffff_ffff
  private static let prefixSize = 8

  let file: BlockFile
  /// Whether it is in the format of files, not of streams.
  private let isFile: Bool
  /// The place of the next message.
  private var position: Int

  /// The messages of a file from its start.
  init(_ file: BlockFile) throws(LogError) {
    self.file = file
    isFile = try file.bytes(at: 0, count: Self.magic.count).elementsEqual(Self.magic)
    position = isFile ? Self.magic.count : 0
  }

  /// Whether a file begins like one in this format.
  static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
    if head.starts(with: magic) { return true }
    guard let size = metadataSize(head), head.count >= prefixSize + 8 else { return false }
    let metadata = UnsafeRawBufferPointer(rebasing: head[prefixSize..<min(head.count, prefixSize + size)])
    return parse(metadata)?.kind == Kind.schema
  }

  /// The schema, which comes first and is repeated at the end of a file. Throws if it is damaged.
  mutating func schema() throws(LogError) -> ArrowSchema {
    if case .message(let message) = try message(at: position), message.kind == Kind.schema {
      position = message.body.upperBound
      do throws(LogError) {
        return try ArrowSchema(message.table, path: file.path)
      } catch {
        if !isFile { throw error }
      }
    }
    guard isFile, let footer = try footer(), let schema = footer.table(1), let places = footer.structures(3, of: 3)
    else {
      throw LogError(path: file.path, offset: position, message: "damaged or missing Arrow schema")
    }
    let first = stride(from: 0, to: places.count, by: 3).map { places[$0] }.min() ?? Int64(file.size)
    position = Int(max(Int64(position), min(first, Int64(file.size))))
    return try ArrowSchema(schema, path: file.path)
  }

  /// The footer of a file that was closed; valid until the next bytes of the file are read.
  private func footer() throws(LogError) -> FlatTable? {
    let end = Self.magic.prefix(6)
    let tail = ByteCursor(try file.bytes(at: file.size - end.count - 4, count: end.count + 4))
    guard let size = tail.integer(at: 0, as: Int32.self), size > 0, tail.bytes.dropFirst(4).elementsEqual(end) else {
      return nil
    }
    let place = file.size - end.count - 4 - Int(size)
    guard place >= Self.magic.count else { return nil }
    return FlatTable(rootOf: try file.bytes(at: place, count: Int(size)))
  }

  /// The next batch; nil at the end. Damage is skipped up to the next batch that fits the schema; `skipped` is its place.
  mutating func next(_ schema: ArrowSchema, skipped: inout Range<Int>?) throws(LogError) -> ArrowBatch? {
    var start = position
    while true {
      switch try message(at: position) {
      case .end:
        // A file without its end was cut, a stream may end at any message.
        if isFile, position == file.size { skipped = position..<position }
        return nil
      case .message(let message) where message.kind == Kind.batch:
        guard let batch = ArrowBatch(message, schema) else { break }
        if position > start { skipped = start..<position }
        position = message.body.upperBound
        return batch
      case .message(let message) where position == start:
        // Dictionaries, which no column of numbers has.
        position = message.body.upperBound
        start = position
        continue
      case .message, .damaged: break
      }
      guard let place = try nextMark(after: position) else {
        skipped = start..<file.size
        position = file.size
        return nil
      }
      position = place
    }
  }

  private enum Finding {
    case message(Message), end, damaged
  }

  private func message(at place: Int) throws(LogError) -> Finding {
    let prefix = try file.bytes(at: place, count: Self.prefixSize)
    if prefix.isEmpty { return .end }
    let cursor = ByteCursor(prefix)
    // Zero bytes of metadata end a stream.
    if cursor.integer(at: 0, as: UInt64.self) == UInt64(Self.mark) { return .end }
    guard let size = Self.metadataSize(prefix), size <= file.size - place - Self.prefixSize else { return .damaged }
    let metadata = try file.bytes(at: place + Self.prefixSize, count: size)
    let body = place + Self.prefixSize + size
    guard metadata.count == size, let (kind, table, bodySize) = Self.parse(metadata), bodySize <= file.size - body
    else {
      return .damaged
    }
    return .message(Message(kind: kind, table: table, body: body..<(body + bodySize)))
  }

  /// The size of the metadata after the first bytes of a message; nil for other bytes.
  private static func metadataSize(_ prefix: UnsafeRawBufferPointer) -> Int? {
    let cursor = ByteCursor(prefix)
    guard cursor.integer(at: 0, as: UInt32.self) == mark, let size = cursor.integer(at: 4, as: Int32.self), size >= 8
    else { return nil }
    return Int(size)
  }

  /// The kind of a message, its header, and the size of its body; nil for other bytes.
  private static func parse(_ metadata: UnsafeRawBufferPointer) -> (kind: UInt8, table: FlatTable, bodySize: Int)? {
    guard let message = FlatTable(rootOf: metadata), let version: Int16 = message.integer(0), 0...16 ~= version,
      let kind: UInt8 = message.integer(1), let table = message.table(2), let bodySize: Int64 = message.integer(3),
      bodySize >= 0, let size = Int(exactly: bodySize)
    else { return nil }
    return (kind, table, size)
  }

  /// The place of the next mark of a message after a place. Messages begin at a multiple of 8 bytes.
  private func nextMark(after place: Int) throws(LogError) -> Int? {
    var place = (place / 8 + 1) * 8
    while place + Self.prefixSize <= file.size {
      let bytes = ByteCursor(try file.bytes(at: place, count: 1 << 16))
      for offset in stride(from: 0, through: bytes.bytes.count - Self.prefixSize, by: 8)
      where bytes.integer(at: offset, as: UInt32.self) == Self.mark {
        return place + offset
      }
      let step = bytes.bytes.count / 8 * 8
      if step == 0 { return nil }
      place += step
    }
    return nil
  }
}
