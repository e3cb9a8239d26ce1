/// The messages of ROS in an MCAP file, plain or compressed with zstd or LZ4 by chunk or by message.
///
/// The file is read forward, without its index, so that cut files work. Messages of types without a rule are skipped.
final class MCAPReader: RosPart {
  private(set) var damage = LogDamage()
  private(set) var message = RosMessage()
  var topics: [MessageTopic] { known.topics }

  private let file: BlockFile
  private let known: RosTopics
  private var records: Records
  /// The records of the current chunk, its place, and its checksum.
  private var chunk: Records?
  private var chunkOffset = 0
  private var chunkChecksum: UInt32 = 0
  /// The types and definitions by the number of the schema.
  private var schemas: [UInt16: (type: String, definition: String)] = [:]
  /// The topic of each channel; nil for one without a rule. Those of the end of the file stand in for damaged ones.
  private var channels: [UInt16: Int?] = [:]
  private var channelsAtEnd: [UInt16: Int?] = [:]
  private let pieces: MessageDecompressor
  private var messageOffset = 0

  private typealias Kind = MCAPFraming.Kind
  private typealias Records = RecordWalker<MCAPFraming>

  /// Reads a file. The descriptions at its end are read first, because those in a damaged chunk are lost.
  init(_ file: BlockFile, _ known: RosTopics = RosTopics()) throws(LogError) {
    self.file = file
    self.known = known
    pieces = MessageDecompressor(path: file.path)
    records = Records(try ByteStream(file, min(8, file.size)..<file.size), isFile: true)
    try readSummary()
  }

  func field(_ name: String, of topic: Int) -> Int? { known.field(name, of: topic) }

  func loseMessage() { damage.lose(at: messageOffset) }

  func next() throws(LogError) -> Int? {
    while true {
      if chunk != nil {
        if let topic = try nextInChunk() { return topic }
        try closeChunk()
        continue
      }
      let before = damage.messages
      guard let record = try records.next(&damage, at: 8) else {
        // Every file that was closed ends with a mark.
        let isWhole = try isClosed()
        if damage.messages == before, !isWhole { damage.lose(at: file.size) }
        return nil
      }
      messageOffset = 8 + records.stream.position
      if record.kind == Kind.chunk {
        try open(record)
      } else if let topic = try take(record, records.stream) {
        return topic
      }
    }
  }

  private func isClosed() throws(LogError) -> Bool {
    let mark = MCAPFraming.magic
    guard file.size >= 2 * mark.count else { return false }
    return try file.bytes(at: file.size - mark.count, count: mark.count).elementsEqual(mark)
  }

  /// Opens a chunk, whose records follow.
  private func open(_ record: Records.Record) throws(LogError) {
    // Times of the first and the last message, size, checksum, name of the compression, size of the records.
    let head = ByteCursor(try records.stream.peek(min(record.size, 64), ahead: MCAPFraming.headerSize))
    guard let checksum = head.integer(at: 24, as: UInt32.self), let length = head.integer(at: 28, as: UInt32.self),
      length <= 16
    else { return loseMessage() }
    var rest = head
    _ = rest.nextBytes(32)
    guard let name = rest.nextName(Int(length)), rest.next(UInt64.self) != nil else { return loseMessage() }
    let compression: Compression?
    switch name {
    case "": compression = nil
    case "zstd": compression = .zstd
    case "lz4": compression = .lz4
    default: return loseMessage()
    }
    let start = 8 + records.stream.position + MCAPFraming.headerSize + 40 + Int(length)
    let end = min(file.size, 8 + records.stream.position + MCAPFraming.headerSize + record.size)
    guard start <= end else { return loseMessage() }
    let stream = try ByteStream(file, start..<end, compression, isChecked: checksum != 0)
    chunk = Records(stream, isFile: false)
    (chunkOffset, chunkChecksum) = (start, checksum)
  }

  private func nextInChunk() throws(LogError) -> Int? {
    messageOffset = chunkOffset
    while let record = try chunk?.next(&damage, at: chunkOffset), let stream = chunk?.stream {
      if let topic = try take(record, stream) { return topic }
    }
    return nil
  }

  /// Compares the checksum of a chunk that was read to its end.
  private func closeChunk() throws(LogError) {
    guard let stream = chunk?.stream else { return }
    chunk = nil
    if stream.isDamaged || (stream.checksum ?? chunkChecksum) != chunkChecksum { damage.lose(at: chunkOffset) }
  }

  /// Takes a record in a stream; returns the topic if it is a message with a rule.
  @inline(__always)
  private func take(_ record: Records.Record, _ stream: ByteStream) throws(LogError) -> Int? {
    if record.kind == Kind.message {
      let head = ByteCursor(try stream.peek(10, ahead: MCAPFraming.headerSize))
      guard let number = head.integer(at: 0, as: UInt16.self) else { return nil }
      guard let channel = channels[number] ?? channelsAtEnd[number] else {
        loseMessage()
        return nil
      }
      guard let topic = channel, record.size <= MessageDecompressor.longestMessage else { return nil }
      let bytes = ByteCursor(try stream.peek(record.size, ahead: MCAPFraming.headerSize))
      // The time of the recorder, then that of the sender.
      guard bytes.bytes.count == record.size, let received = bytes.integer(at: 6, as: UInt64.self),
        let content = try pieces.content(UnsafeRawBufferPointer(rebasing: bytes.bytes[22...])),
        let message = known.message(topic, content, received: Int64(clamping: received))
      else {
        loseMessage()
        return nil
      }
      self.message = message
      return topic
    }
    guard record.kind == Kind.schema || record.kind == Kind.channel, record.size <= MessageDecompressor.longestMessage
    else {
      return nil
    }
    try describe(record.kind, ByteCursor(stream.peek(record.size, ahead: MCAPFraming.headerSize)))
    return nil
  }

  /// Takes the description of a type or of a channel.
  private func describe(_ kind: UInt8, _ content: ByteCursor) throws(LogError) {
    var content = content
    func text() -> String? {
      content.next(UInt32.self).flatMap { content.nextBytes(Int($0)) }.map { String(decoding: $0, as: UTF8.self) }
    }
    guard let number = content.next(UInt16.self) else { return }
    if kind == Kind.schema {
      guard let type = text(), let encoding = text(), let definition = text() else { return }
      schemas[number] = (type, encoding == "ros2msg" || encoding == "ros1msg" ? definition : "")
      return
    }
    guard channels[number] == nil, let schema = content.next(UInt16.self), let name = text(), let encoding = text()
    else { return }
    let encodings: [String: RosEncoding] = ["cdr": .cdr, "ros1": .ros1, "json": .json]
    guard let (type, definition) = schemas[schema], let encoding = encodings[encoding] else {
      channels[number] = .some(nil)
      return
    }
    channels[number] = .some(known.add(name, type: type, definition: definition, encoding: encoding))
  }

  /// Takes the descriptions between the messages and the end of a file that was closed. They may be damaged, too.
  private func readSummary() throws(LogError) {
    let end = file.size - 37
    guard end > 8, try isClosed() else { return }
    let footer = ByteCursor(try file.bytes(at: end, count: 29))
    guard footer.bytes.first == Kind.footer,
      let start = footer.integer(at: 9, as: UInt64.self).flatMap({ Int(exactly: $0) }), start > 8, start < end
    else { return }
    var summary = Records(try ByteStream(file, start..<end), isFile: true)
    var ignored = LogDamage()
    while let record = try summary.next(&ignored, at: start) {
      if record.kind == Kind.schema || record.kind == Kind.channel, record.size <= MessageDecompressor.longestMessage {
        try describe(record.kind, ByteCursor(summary.stream.peek(record.size, ahead: MCAPFraming.headerSize)))
      }
    }
    swap(&channels, &channelsAtEnd)
    schemas = [:]
  }
}
