import FileAccess
import LogTables

extension LogFormat {
  /// ROS 1 bags.
  static let rosBag = streams(.ros("ROS 1 bag"), recognition: "#ROSBAG V2.0") { file throws(LogError) in
    BagFraming.matches(try file.head())
  } reader: { file, _ throws(LogError) in
    try BagReader(try file.blocks())
  }
}

/// The messages of a ROS 1 bag, plain or with chunks compressed by bzip2 or LZ4.
///
/// The file is read forward, without its index: bags that were not closed, or whose index is damaged, need no repair. Messages of
/// types without a rule are skipped.
final class BagReader: MessageReader {
  @exclusivity(unchecked) private(set) var damage = LogDamage()
  @exclusivity(unchecked) private(set) var message = RosMessage()
  var topics: [MessageTopic] { known.topics }

  private let file: BlockFile
  private let known = RosTopics()
  @exclusivity(unchecked) private var records: Records
  /// The records of the current chunk, and its place.
  @exclusivity(unchecked) private var chunk: Records?
  @exclusivity(unchecked) private var chunkOffset = 0
  /// The topic of each connection; nil for one without a rule.
  @exclusivity(unchecked) private var connections: [UInt32: Int?] = [:]
  @exclusivity(unchecked) private var messageOffset = 0

  private typealias Kind = BagFraming.Kind
  private typealias Records = RecordWalker<BagFraming>
  private static let start = BagFraming.magic.count

  /// Reads a file. The connections at its end are read first, because those in a damaged chunk are lost.
  init(_ file: BlockFile) throws(LogError) {
    self.file = file
    records = Records(try ByteStream(file, min(Self.start, file.size)..<file.size), isFile: true)
    try readIndex()
  }

  func field(_ name: String, of topic: Int) -> Int? { known.field(name, of: topic) }

  func loseMessage() { damage.lose(at: messageOffset) }

  func next() throws(LogError) -> Int? {
    while true {
      if chunk != nil {
        if let topic = try nextInChunk() { return topic }
        // The last chunk of a bag that was cut is part of its end.
        if let chunk, chunk.stream.isDamaged {
          damage.skip(0, at: chunkOffset, meanSize: 1, isAtEnd: damage.isAtEnd)
        }
        chunk = nil
        continue
      }
      guard let record = try records.next(&damage, at: Self.start) else { return nil }
      messageOffset = Self.start + records.stream.position
      if record.kind == Kind.chunk {
        try open(record)
      } else if let topic = try take(record, records.stream) {
        return topic
      }
    }
  }

  /// Opens a chunk, whose records follow.
  private func open(_ record: Records.Record) throws(LogError) {
    let compression: Compression?
    switch try fields(record, records.stream)?.compression {
    case "none": compression = nil
    case "bz2": compression = .bzip2
    case "lz4": compression = .lz4
    default: return loseMessage()
    }
    let start = Self.start + records.stream.position + record.headerSize
    let end = min(file.size, start + record.size)
    if start < end {
      chunk = Records(try ByteStream(file, start..<end, compression), isFile: false)
      chunkOffset = start
    }
  }

  private func nextInChunk() throws(LogError) -> Int? {
    messageOffset = chunkOffset
    while let record = try chunk?.next(&damage, at: chunkOffset), let stream = chunk?.stream {
      if let topic = try take(record, stream) { return topic }
    }
    return nil
  }

  /// The fields of the header of a record.
  @inline(__always)
  private func fields(_ record: Records.Record, _ stream: ByteStream) throws(LogError) -> BagFields? {
    let head = try stream.peek(record.headerSize)
    guard head.count == record.headerSize, head.count >= 8 else { return nil }
    return BagFields(UnsafeRawBufferPointer(rebasing: head[4..<(head.count - 4)]))
  }

  /// Takes a record in a stream; returns the topic if it is a message with a rule.
  @inline(__always)
  private func take(_ record: Records.Record, _ stream: ByteStream) throws(LogError) -> Int? {
    guard record.kind == Kind.message || record.kind == Kind.connection,
      record.size <= file.work.longestPart,
      let fields = try fields(record, stream), let number = fields.connection
    else { return nil }
    guard record.kind == Kind.message else {
      try describe(number, fields, stream.peek(record.size, ahead: record.headerSize))
      return nil
    }
    guard let connection = connections[number] else {
      loseMessage()
      return nil
    }
    guard let topic = connection else { return nil }
    let content = try stream.peek(record.size, ahead: record.headerSize)
    guard content.count == record.size,
      let message = try known.message(topic, content, received: fields.time ?? 0)
    else {
      loseMessage()
      return nil
    }
    self.message = message
    return topic
  }

  /// Takes the description of a connection.
  private func describe(
    _ number: UInt32, _ fields: BagFields, _ content: UnsafeRawBufferPointer
  ) throws(LogError) {
    guard connections[number] == nil, let topic = fields.topic, let description = BagFields(content),
      let type = description.type
    else { return }
    let described = RosType(type, definition: description.definition ?? "")
    connections[number] = .some(try known.add(topic, described, .ros1, work: file.work))
  }

  /// Takes the connections behind the last chunk of a bag that was closed.
  private func readIndex() throws(LogError) {
    let head = try records.stream.peek(4096)
    guard let length = ByteCursor(head).integer(at: 0, as: UInt32.self), Int(length) + 4 <= head.count,
      let fields = BagFields(UnsafeRawBufferPointer(rebasing: head[4..<(4 + Int(length))])), fields.kind == Kind.bag,
      let start = fields.index.flatMap({ Int(exactly: $0) }), start > Self.start, start < file.size
    else { return }
    var index = Records(try ByteStream(file, start..<file.size), isFile: true)
    var ignored = LogDamage()
    while let record = try index.next(&ignored, at: start), record.kind == Kind.connection {
      _ = try take(record, index.stream)
    }
  }
}
