import FileAccess
import LogTables

/// The head of a record in a binary format.
struct RecordHead {
  var kind: UInt8
  /// The size of what precedes the content.
  var headerSize: Int
  /// The size of the content.
  var size: Int
  /// Whether other records are in it. It is read as far as possible although its end is damaged or missing.
  var isChunk = false
}

/// How the records of a format are recognised.
protocol RecordFraming {
  /// The first bytes of a file.
  static var magic: [UInt8] { get }
  /// The head of the record at a place; nil if it is not plausible. With `isWhole`, the record ends within the stream.
  static func head(_ stream: ByteStream, ahead: Int, isFile: Bool, isWhole: Bool) throws(LogError) -> RecordHead?
  /// Whether bytes are the mark at the end of a file, or its beginning.
  static func isEnd(_ bytes: UnsafeRawBufferPointer) -> Bool
}

extension RecordFraming {
  /// Whether a file begins with `magic`; one byte may be damaged.
  static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
    head.count > magic.count && zip(head, magic).count(where: !=) <= 1
  }
}

/// The records of a file or of one of its chunks, forward. Damage is skipped up to the next place where plausible records follow
/// one another, and counted.
struct RecordWalker<Framing: RecordFraming> {
  /// A record: its kind, and the place of its content from the position of the stream on.
  struct Record {
    var kind: UInt8
    var headerSize: Int
    /// The bytes up to the next record; of a damaged chunk, up to the next one that was found.
    var size: Int
  }

  let stream: ByteStream
  /// Whether the stream is a whole file, not a chunk.
  private let isFile: Bool
  /// What is left of the current record.
  private var pending = 0
  private var count = 0
  /// The head of the record that follows the current one, if it was read ahead.
  private var following: RecordHead?

  /// Records in chunks are compared with what follows if they are not longer.
  private static var longestLookahead: Int { 1 << 16 }
  /// The bytes of a chunk in which a record is searched for at once. What was decompressed stays in memory as long.
  private static var longestSearch: Int { 1 << 20 }
  /// The bytes that are compared with the mark at the end.
  private static var markSize: Int { 9 }

  /// The records of a stream.
  init(_ stream: ByteStream, isFile: Bool) {
    self.stream = stream
    self.isFile = isFile
  }

  /// Moves to the next record; nil at the end. `offset` is the place of the stream in the file, for damage.
  mutating func next(_ damage: inout LogDamage, at offset: Int) throws(LogError) -> Record? {
    if pending > 0 { _ = try stream.skip(pending) }
    pending = 0
    var known = following
    following = nil
    while true {
      if known == nil { known = try head(0) }
      if let head = known {
        known = nil
        let end = head.headerSize + head.size
        // Far places of a chunk are not decompressed ahead.
        if !isFile, end > Self.longestLookahead { return take(head) }
        following = try self.head(end)
        if following != nil { return take(head) }
        if try isEnd(end) { return take(head) }
      }
      let bytes = try stream.peek(Self.markSize)
      if bytes.isEmpty || (isFile && Framing.isEnd(bytes)) { return nil }
      // The record, what follows it, or its length is damaged.
      let end = try start(after: 1)
      if let head = try head(0), head.headerSize + head.size <= end { return take(head) }
      // A chunk that is cut loses its last records, too.
      let isAtEnd = isFile ? try stream.peek(1, ahead: end).isEmpty : damage.isAtEnd
      damage.skip(
        end, at: offset + (isFile ? stream.position : 0), meanSize: Double(stream.position) / Double(max(count, 1)),
        isAtEnd: isAtEnd)
      if isFile, var head = try Framing.head(stream, ahead: 0, isFile: true, isWhole: false), head.isChunk,
        end > head.headerSize
      {
        head.size = end - head.headerSize
        return take(head)
      }
      guard try stream.skip(end) else { return nil }
    }
  }

  private func head(_ ahead: Int) throws(LogError) -> RecordHead? {
    try Framing.head(stream, ahead: ahead, isFile: isFile, isWhole: true)
  }

  private mutating func take(_ head: RecordHead) -> Record {
    pending = head.headerSize + head.size
    count += 1
    return Record(kind: head.kind, headerSize: head.headerSize, size: head.size)
  }

  /// Whether a plausible record, or the end, is at a place.
  private func isPlace(_ ahead: Int) throws(LogError) -> Bool {
    if try head(ahead) != nil { return true }
    return try isEnd(ahead)
  }

  /// Whether the end is at a place.
  private func isEnd(_ ahead: Int) throws(LogError) -> Bool {
    let bytes = try stream.peek(Self.markSize, ahead: ahead)
    return bytes.isEmpty ? !stream.isDamaged : isFile && Framing.isEnd(bytes)
  }

  /// The first place from `ahead` on where records follow one another; without one the end, or that of a search.
  private func start(after ahead: Int) throws(LogError) -> Int {
    var place = ahead
    while isFile || place < Self.longestSearch {
      if try stream.peek(1, ahead: place).isEmpty { return place }
      if let head = try head(place), isFile || head.size <= Self.longestLookahead,
        try isPlace(place + head.headerSize + head.size)
      {
        return place
      }
      place += 1
    }
    return place
  }
}
