import FileAccess
import LogTables

/// The records of an MCAP file, forward, those in chunks included, plain or decompressed. Damage is skipped and counted.
struct MCAPRecords {
  /// A record, valid until the next one is read.
  struct Record {
    var kind: UInt8
    /// Bytes of its content.
    var size: Int
    fileprivate var stream: ByteStream

    /// The content, or its first bytes.
    @inline(__always)
    func content(_ count: Int? = nil) throws(LogError) -> ByteCursor {
      ByteCursor(try stream.peek(count ?? size, ahead: MCAPFraming.headerSize))
    }
  }

  private(set) var damage = LogDamage()
  /// The longest record that is read as a whole.
  var longestPart: Int { file.work.longestPart }

  private let file: BlockFile
  /// Whether the checksums of chunks are compared.
  private let verifies: Bool
  private var records: Walker
  /// The records of the current chunk, its place, and its checksum.
  private var chunk: Walker?
  private var chunkOffset = 0
  private var chunkChecksum: UInt32 = 0
  /// The place of the current record, or of its chunk.
  private var offset = 0

  private typealias Walker = RecordWalker<MCAPFraming>

  /// The records of a file from its start.
  init(_ file: BlockFile, verifies: Bool = true) throws(LogError) {
    self.file = file
    self.verifies = verifies
    records = Walker(try ByteStream(file, min(8, file.size)..<file.size), isFile: true)
  }

  /// Counts the current record as unusable.
  mutating func lose() { damage.lose(at: offset) }

  /// The next record that is not a chunk; nil at the end.
  @inline(__always)
  mutating func next() throws(LogError) -> Record? {
    while true {
      if chunk != nil {
        offset = chunkOffset
        if let record = try chunk?.next(&damage, at: chunkOffset), let stream = chunk?.stream {
          return Record(kind: record.kind, size: record.size, stream: stream)
        }
        try closeChunk()
        continue
      }
      let before = damage.messages
      guard let record = try records.next(&damage, at: 8) else {
        // Every file that was closed ends with a mark.
        let isWhole = try isClosed()
        if damage.messages == before, !isWhole { damage.skip(0, at: file.size, meanSize: 1, isAtEnd: true) }
        return nil
      }
      offset = 8 + records.stream.position
      guard record.kind == MCAPFraming.Kind.chunk else {
        return Record(kind: record.kind, size: record.size, stream: records.stream)
      }
      try open(record)
    }
  }

  /// Whether the file was closed.
  func isClosed() throws(LogError) -> Bool {
    let mark = MCAPFraming.magic
    guard file.size >= 2 * mark.count else { return false }
    return try file.bytes(at: file.size - mark.count, count: mark.count).elementsEqual(mark)
  }

  /// Opens a chunk, whose records follow.
  private mutating func open(_ record: Walker.Record) throws(LogError) {
    // Times of the first and the last message, size, checksum, name of the compression, size of the records.
    let head = ByteCursor(try records.stream.peek(min(record.size, 64), ahead: MCAPFraming.headerSize))
    guard let size = head.integer(at: 16, as: UInt64.self), let checksum = head.integer(at: 24, as: UInt32.self),
      let length = head.integer(at: 28, as: UInt32.self), length <= 16
    else { return lose() }
    var rest = head
    _ = rest.nextBytes(32)
    guard let name = rest.nextName(Int(length)), rest.next(UInt64.self) != nil else { return lose() }
    let compression: Compression?
    switch name {
    case "": compression = nil
    case "zstd": compression = .zstd
    case "lz4": compression = .lz4
    default: return lose()
    }
    let start = offset + MCAPFraming.headerSize + 40 + Int(length)
    let end = min(file.size, offset + MCAPFraming.headerSize + record.size)
    guard start <= end else { return lose() }
    let stream = try ByteStream(
      file, start..<end, compression, size: Int(clamping: size), isChecked: verifies && checksum != 0)
    chunk = Walker(stream, isFile: false)
    (chunkOffset, chunkChecksum) = (start, checksum)
  }

  /// Compares the checksum of a chunk that was read to its end.
  private mutating func closeChunk() throws(LogError) {
    guard let stream = chunk?.stream else { return }
    chunk = nil
    // The last chunk of a file that was cut is part of its end.
    if stream.isDamaged || (stream.checksum ?? chunkChecksum) != chunkChecksum {
      damage.skip(0, at: chunkOffset, meanSize: 1, isAtEnd: damage.isAtEnd)
    }
  }
}
