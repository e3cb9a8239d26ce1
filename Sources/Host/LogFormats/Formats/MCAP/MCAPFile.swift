import FileAccess
import LogTables

/// An MCAP file of messages of ROS 2, written in chunks without compression, with an index. Memory is one chunk and 16
/// bytes for each of its messages.
///
/// Source: MCAP format specification, version 0.
final class MCAPFile {
  private struct Chunk {
    var records: [UInt8] = []
    /// The times and places of the messages by their channel.
    var messages: [UInt16: [(time: UInt64, place: UInt64)]] = [:]
    var times: ClosedRange<UInt64>?
  }

  private let file: AtomicFile
  private let hasMetadata: Bool
  private var chunk = Chunk()
  /// The records of schemas and channels, to be repeated at the end, and the records of the index of chunks.
  private var descriptions: [UInt8] = []
  private var chunkIndex: [UInt8] = []
  private var (schemaCount, channelCount, chunkCount) = (UInt16(0), UInt16(0), UInt32(0))
  private var messageCounts: [UInt16: UInt64] = [:]
  private var times: ClosedRange<UInt64>?

  /// Bytes of messages in a chunk.
  private static let chunkSize = 1 << 20
  private typealias Kind = MCAPFraming.Kind

  /// Opens a file; "-" is the standard output. `comments` become the metadata `cardan`.
  init(path: String, comments: [String]) throws(LogError) {
    file = try AtomicFile(path: path)
    hasMetadata = !comments.isEmpty
    chunk.records.reserveCapacity(Self.chunkSize + (1 << 16))
    try file.write(MCAPFraming.magic)
    try file.write(Self.record(Kind.header, Self.text("ros2"), Self.text("cardan")))
    guard hasMetadata else { return }
    let pairs = Self.text("result") + Self.text(comments.map(\.printable).joined(separator: "\n"))
    try file.write(Self.record(Kind.metadata, Self.text("cardan"), Self.sized(pairs)))
  }

  /// Adds a type and returns its number, from 1.
  func addSchema(_ name: String, encoding: String, definition: [UInt8]) -> UInt16 {
    schemaCount += 1
    add(Self.record(Kind.schema, Self.bytes(schemaCount), Self.text(name), Self.text(encoding), Self.sized(definition)))
    return schemaCount
  }

  /// Adds a topic and returns its number. `metadata` are the bytes of a map. Schema number 0 stands for a topic without a schema.
  func addChannel(_ topic: String, schema: UInt16, encoding: String, metadata: [UInt8] = []) -> UInt16 {
    channelCount += 1
    add(
      Self.record(
        Kind.channel, Self.bytes(channelCount), Self.bytes(schema), Self.text(topic), Self.text(encoding),
        Self.sized(metadata)))
    return channelCount
  }

  /// Whether all numbers of schemas or of topics are in use.
  var isFull: Bool { schemaCount == .max || channelCount == .max }

  /// Writes a message with its sequence number and the times of logging and of sending, ns.
  func write(channel: UInt16, sequence: UInt32, logged: UInt64, sent: UInt64, _ content: some Collection<UInt8>)
    throws(LogError)
  {
    chunk.messages[channel, default: []].append((logged, UInt64(chunk.records.count)))
    chunk.times = min(chunk.times?.lowerBound ?? logged, logged)...max(chunk.times?.upperBound ?? logged, logged)
    messageCounts[channel, default: 0] += 1
    chunk.records.append(Kind.message)
    append(UInt64(22 + content.count))
    append(channel)
    append(sequence)
    append(logged)
    append(sent)
    chunk.records.append(contentsOf: content)
    if chunk.records.count >= Self.chunkSize { try writeChunk() }
  }

  /// Writes the rest and the index, and gives the file its name.
  func finish() throws(LogError) {
    try writeChunk()
    try file.write(Self.record(Kind.dataEnd, Self.bytes(UInt32(0))))
    let summary = file.position
    try file.write(descriptions)
    try file.write(chunkIndex)
    let counts = messageCounts.sorted { $0.key < $1.key }.flatMap { Self.bytes($0.key) + Self.bytes($0.value) }
    let total = messageCounts.values.reduce(0, +)
    let (first, last) = (times?.lowerBound ?? 0, times?.upperBound ?? 0)
    try file.write(
      Self.record(
        Kind.statistics, Self.bytes(total), Self.bytes(schemaCount), Self.bytes(UInt32(channelCount)),
        Self.bytes(UInt32(0)), Self.bytes(UInt32(hasMetadata ? 1 : 0)), Self.bytes(chunkCount), Self.bytes(first),
        Self.bytes(last), Self.sized(counts)))
    try file.write(
      Self.record(Kind.footer, Self.bytes(UInt64(summary)), Self.bytes(UInt64(0)), Self.bytes(UInt32(0))))
    try file.write(MCAPFraming.magic)
    try file.finish()
  }

  /// Adds a description to the chunk and to the end of the file.
  private func add(_ record: [UInt8]) {
    descriptions += record
    chunk.records += record
  }

  private func append(_ number: some FixedWidthInteger & BitwiseCopyable) {
    withUnsafeBytes(of: number.littleEndian) { chunk.records.append(contentsOf: $0) }
  }

  private func writeChunk() throws(LogError) {
    guard let range = chunk.times else { return }
    let (place, size) = (file.position, UInt64(chunk.records.count))
    var check = CyclicRedundancyCheck32()
    chunk.records.withUnsafeBufferPointer { check.update($0) }
    let (first, last) = (Self.bytes(range.lowerBound), Self.bytes(range.upperBound))
    let description = Array(
      [first, last, Self.bytes(size), Self.bytes(check.value), Self.text(""), Self.bytes(size)].joined())
    try file.write([Kind.chunk] + Self.bytes(UInt64(description.count) + size) + description)
    try file.write(chunk.records)
    let (chunkSize, indexPlace) = (file.position - place, file.position)
    var places: [UInt8] = []
    for (channel, messages) in chunk.messages.sorted(by: { $0.key < $1.key }) {
      places += Self.bytes(channel) + Self.bytes(UInt64(file.position))
      let entries = messages.flatMap { Self.bytes($0.time) + Self.bytes($0.place) }
      try file.write(Self.record(Kind.messageIndex, Self.bytes(channel), Self.sized(entries)))
    }
    chunkIndex += Self.record(
      Kind.chunkIndex,
      first, last, Self.bytes(UInt64(place)), Self.bytes(UInt64(chunkSize)), Self.sized(places),
      Self.bytes(UInt64(file.position - indexPlace)), Self.text(""), Self.bytes(size), Self.bytes(size))
    chunkCount += 1
    times = min(times?.lowerBound ?? .max, range.lowerBound)...max(times?.upperBound ?? 0, range.upperBound)
    chunk.records.removeAll(keepingCapacity: true)
    (chunk.messages, chunk.times) = ([:], nil)
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] { FlatBufferBuilder.bytes(number) }
  private static func sized(_ content: [UInt8]) -> [UInt8] { bytes(UInt32(content.count)) + content }
  private static func text(_ text: String) -> [UInt8] { sized(Array(text.utf8)) }
  private static func record(_ kind: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    let content = Array(parts.joined())
    return [kind] + bytes(UInt64(content.count)) + content
  }
}
