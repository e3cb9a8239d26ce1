import FileAccess
import LogTables

extension LogFormat {
  /// MCAP.
  static let mcap = streams(.ros("MCAP"), recognition: "89 4D 43 41 50 30 0D 0A (MCAP)") { file throws(LogError) in
    MCAPFraming.matches(try file.head())
  } reader: { file, isSurvey throws(LogError) in
    SplitReader(count: file.parts.count) { (part, topics) throws(LogError) in
      try MCAPReader(try file.blocks(part: part), topics, verifies: isSurvey)
    }
  }
}

/// The messages of ROS in an MCAP file, plain or compressed with zstd or LZ4 by chunk or by message.
///
/// The file is read forward, without its index, so that cut files work. Messages of types without a rule are skipped.
final class MCAPReader: RosPart {
  var damage: LogDamage { records.damage }
  @exclusivity(unchecked) private(set) var message = RosMessage()
  var topics: [MessageTopic] { known.topics }

  private let file: BlockFile
  private let known: RosTopics
  @exclusivity(unchecked) private var records: MCAPRecords
  /// The types by the number of the schema.
  private var schemas: [UInt16: RosType] = [:]
  /// The topic of each channel; nil for one without a rule. Those of the end of the file stand in for damaged ones.
  @exclusivity(unchecked) private var channels = ChannelTopics()
  @exclusivity(unchecked) private var channelsAtEnd = ChannelTopics()
  private let pieces: MessageDecompressor

  private typealias Kind = MCAPFraming.Kind

  /// Reads a file. The descriptions at its end are read first, because those in a damaged chunk are lost.
  /// Without `verifies`, checksums are not compared: for a second pass.
  init(_ file: BlockFile, _ known: RosTopics = RosTopics(), verifies: Bool = true) throws(LogError) {
    self.file = file
    self.known = known
    pieces = MessageDecompressor(path: file.path, work: file.work)
    records = try MCAPRecords(file, verifies: verifies)
    try readSummary()
  }

  func field(_ name: String, of topic: Int) -> Int? { known.field(name, of: topic) }

  func loseMessage() { records.lose() }

  func next() throws(LogError) -> Int? {
    while let record = try records.next() {
      if let topic = try take(record) { return topic }
    }
    return nil
  }

  /// Takes a record; returns the topic if it is a message with a rule.
  @inline(__always)
  private func take(_ record: MCAPRecords.Record) throws(LogError) -> Int? {
    if record.kind == Kind.message {
      let head = try record.content(10)
      guard let number = head.integer(at: 0, as: UInt16.self) else { return nil }
      guard let channel = channels[number] ?? channelsAtEnd[number] else {
        loseMessage()
        return nil
      }
      guard let topic = channel, record.size <= file.work.longestPart else { return nil }
      let bytes = try record.content()
      // The time of the recorder, then that of the sender.
      guard bytes.bytes.count == record.size, let received = bytes.integer(at: 6, as: UInt64.self),
        let content = try pieces.content(UnsafeRawBufferPointer(rebasing: bytes.bytes[22...])),
        let message = try known.message(topic, content, received: Int64(clamping: received))
      else {
        loseMessage()
        return nil
      }
      self.message = message
      return topic
    }
    guard record.kind == Kind.schema || record.kind == Kind.channel, record.size <= file.work.longestPart
    else {
      return nil
    }
    try describe(record.kind, record.content())
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
      guard schemas[number] == nil, let type = text(), let encoding = text(), let definition = text() else { return }
      try file.work.hold(definition.utf8.count)
      let isKnown = encoding == "ros2msg" || encoding == "ros1msg"
      schemas[number] = RosType(type, definition: isKnown ? definition : "")
      return
    }
    guard channels[number] == nil, let schema = content.next(UInt16.self), let name = text(), let encoding = text()
    else { return }
    let encodings: [String: RosEncoding] = ["cdr": .cdr, "ros1": .ros1, "json": .json]
    if encodings[encoding] == nil {
      known.refuse(name, "messages in \(encoding.printable); expected cdr, ros1 or json")
    }
    guard let type = schemas[schema], let encoding = encodings[encoding] else {
      channels[number] = .some(nil)
      return
    }
    channels[number] = .some(try known.add(name, type, encoding, work: file.work))
  }

  /// Takes the descriptions between the messages and the end of a file that was closed. They may be damaged, too.
  private func readSummary() throws(LogError) {
    let end = file.size - 37
    guard end > 8, try records.isClosed() else { return }
    let footer = ByteCursor(try file.bytes(at: end, count: 29))
    guard footer.bytes.first == Kind.footer,
      let start = footer.integer(at: 9, as: UInt64.self).flatMap({ Int(exactly: $0) }), start > 8, start < end
    else { return }
    var summary = RecordWalker<MCAPFraming>(try ByteStream(file, start..<end), isFile: true)
    var ignored = LogDamage()
    while let record = try summary.next(&ignored, at: start) {
      if record.kind == Kind.schema || record.kind == Kind.channel, record.size <= file.work.longestPart {
        try describe(record.kind, ByteCursor(summary.stream.peek(record.size, ahead: MCAPFraming.headerSize)))
      }
    }
    swap(&channels, &channelsAtEnd)
    schemas = [:]
  }
}

/// The topics of channels by the number of the channel: nil for an unknown one, nil inside for one without a rule. An array, because
/// a dictionary would hash the number of each message.
private struct ChannelTopics {
  private var topics: [Int??] = []

  subscript(_ number: UInt16) -> Int?? {
    get { Int(number) < topics.count ? topics[Int(number)] : nil }
    set {
      while topics.count <= Int(number) { topics.append(nil) }
      topics[Int(number)] = newValue
    }
  }
}
