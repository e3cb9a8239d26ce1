import FileAccess
import LogTables

/// The topics of an MCAP file, to be written into another one in the order of the file.
struct MCAPTopics {
  private var parts: [BlockFile]
  private var records: MCAPRecords
  /// The number of each schema and topic in the other file; nil for topics that are left out.
  private var schemas: [UInt16: UInt16] = [:]
  private var channels: [UInt16: UInt16?] = [:]
  private var waiting: (channel: UInt16, sequence: UInt32, logged: UInt64, sent: UInt64, content: [UInt8])?
  private let excluded: Set<String>

  /// The topics of a log but some. Throws if the log is not an MCAP file.
  init(of path: String, except excluded: Set<String>) throws(LogError) {
    let file = try LogFile(path)
    var parts: [BlockFile] = []
    for part in file.parts.indices.reversed() {
      let blocks = try file.blocks(part: part)
      guard MCAPFraming.matches(try blocks.bytes(at: 0, count: MCAPFraming.magic.count + 1)) else {
        throw LogError(path: path, message: "not an MCAP file, so no topics to keep")
      }
      parts.append(blocks)
    }
    records = try MCAPRecords(parts.removeLast())
    self.parts = parts
    self.excluded = excluded
  }

  /// Writes messages that were logged up to a time, ns, in the order of the log.
  mutating func copy(upTo time: UInt64, to file: MCAPFile) throws(LogError) {
    while true {
      if waiting == nil, try !read(file) { return }
      guard let message = waiting, message.logged <= time else { return }
      try file.write(
        channel: message.channel, sequence: message.sequence, logged: message.logged, sent: message.sent,
        message.content)
      waiting = nil
    }
  }

  /// Reads up to the next message; false at the end.
  private mutating func read(_ file: MCAPFile) throws(LogError) -> Bool {
    while true {
      guard let record = try records.next() else {
        guard let part = parts.popLast() else { return false }
        records = try MCAPRecords(part)
        (schemas, channels) = ([:], [:])
        continue
      }
      guard record.size <= records.longestPart else { continue }
      switch record.kind {
      case MCAPFraming.Kind.schema: addSchema(try record.content(), file)
      case MCAPFraming.Kind.channel: addChannel(try record.content(), file)
      case MCAPFraming.Kind.message:
        var content = try record.content()
        guard content.bytes.count == record.size, let number = content.next(UInt16.self),
          let channel = channels[number] ?? nil, let sequence = content.next(UInt32.self),
          let logged = content.next(UInt64.self), let sent = content.next(UInt64.self),
          let bytes = content.nextBytes(content.remaining)
        else { continue }
        waiting = (channel, sequence, logged, sent, Array(bytes))
        return true
      default: continue
      }
    }
  }

  private mutating func addSchema(_ record: ByteCursor, _ file: MCAPFile) {
    var record = record
    guard let number = record.next(UInt16.self), schemas[number] == nil, !file.isFull, let name = text(&record),
      let encoding = text(&record), let definition = sized(&record)
    else { return }
    schemas[number] = file.addSchema(name, encoding: encoding, definition: definition)
  }

  private mutating func addChannel(_ record: ByteCursor, _ file: MCAPFile) {
    var record = record
    guard let number = record.next(UInt16.self), channels[number] == nil, !file.isFull,
      let schema = record.next(UInt16.self), let topic = text(&record), let encoding = text(&record),
      let metadata = sized(&record)
    else { return }
    let isLeftOut = excluded.contains(topic)
    channels[number] = .some(
      isLeftOut ? nil : file.addChannel(topic, schema: schemas[schema] ?? 0, encoding: encoding, metadata: metadata))
  }

  private func sized(_ record: inout ByteCursor) -> [UInt8]? {
    record.next(UInt32.self).flatMap { record.nextBytes(Int($0)) }.map(Array.init)
  }

  private func text(_ record: inout ByteCursor) -> String? {
    sized(&record).map { String(decoding: $0, as: UTF8.self) }
  }
}
