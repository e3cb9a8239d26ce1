import FileAccess
import LogTables

extension LogFormat {
  /// ArduPilot DataFlash.
  static let dataFlash = streams(.dataFlash, recognition: "A3 95 80 (FMT)") { file throws(LogError) in
    DataFlashReader.matches(try file.head())
  } reader: { file, _ throws(LogError) in
    DataFlashReader(try file.blocks())
  }
}

/// The messages of a binary DataFlash log, `.BIN`, of the ArduPilot autopilots.
///
/// Damage is skipped up to the next record that another one follows. Source: ArduPilot, "Data Flash log format"; `FMT` messages
/// describe the others.
final class DataFlashReader: MessageReader {
  private(set) var damage = LogDamage()
  var topics: [MessageTopic] { known.topics }

  private let file: BlockFile
  private var known = DataFlashTopics()
  /// The message of each number.
  private var messages = [DataFlashMessage?](repeating: nil, count: 256)
  /// The topic of each number, if it is the same for all its records; otherwise negative.
  private var topicOfNumber = [Int](repeating: -1, count: 256)
  private var position = 0
  private var messageCount = 0
  private var record = ByteCursor(UnsafeRawBufferPointer(start: nil, count: 0))
  private var recordOffset = 0
  private var description: DataFlashMessage?

  private static let start: [UInt8] = [0xa3, 0x95]
  private static let formatNumber = 128
  private static let formatLength = 89

  /// Whether a file begins like a log: with several descriptions of messages, one of which may be damaged.
  static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
    var (count, place) = (0, 0)
    while place + 3 <= min(head.count, 4096), count < 3 {
      let isFormat = head[place] == 0xa3 && head[place + 1] == 0x95 && head[place + 2] == 0x80
      count += isFormat ? 1 : 0
      place += isFormat ? formatLength : 1
    }
    return count == 3 || (count > 0 && head.count <= 3 * formatLength)
  }

  init(_ file: BlockFile) { self.file = file }

  func field(_ name: String, of topic: Int) -> Int? { known.field(name, of: topic) }

  var message: DataFlashRecord { DataFlashRecord(bytes: record, description: description) }

  func loseMessage() { damage.lose(at: recordOffset) }

  /// Lengths are stored in a byte.
  private static let longestMessage = 255

  func next() throws(LogError) -> Int? {
    while position < file.size {
      guard let length = try wholeLength(at: position) else {
        let next = try self.start(from: position + 1)
        damage.skip(
          next - position, at: position, meanSize: Double(position) / Double(max(messageCount, 1)),
          isAtEnd: next == file.size && next - position <= Self.longestMessage)
        position = next
        continue
      }
      let bytes = ByteCursor(try file.bytes(at: position, count: length))
      guard bytes.bytes.count == length else { return nil }
      recordOffset = position
      position += length
      messageCount += 1
      let number = Int(bytes.bytes[2])
      if number == Self.formatNumber {
        define(bytes)
        continue
      }
      guard let description = messages[number] else { continue }
      (record, self.description) = (bytes, description)
      if topicOfNumber[number] >= 0 { return topicOfNumber[number] }
      let topic = known.topic(of: description) { description.number($0, in: bytes) }
      if description.instanceField == nil { topicOfNumber[number] = topic }
      return topic
    }
    return nil
  }

  /// Takes the description of a message.
  private func define(_ record: ByteCursor) {
    var content = ByteCursor(UnsafeRawBufferPointer(rebasing: record.bytes[3...]))
    guard let number = content.next(UInt8.self).map(Int.init), let length = content.next(UInt8.self),
      let name = content.nextName(4), let format = content.nextName(16), let labels = content.nextName(64),
      let message = DataFlashMessage(name: name, format: format, labels: labels, length: Int(length)),
      number != Self.formatNumber
    else {
      if content.bytes.first != UInt8(Self.formatNumber) { damage.lose(at: recordOffset) }
      return
    }
    messages[number] = message
    topicOfNumber[number] = -1
  }

  /// The length of the record at an offset; nil if it is not whole.
  @inline(__always)
  private func wholeLength(at offset: Int) throws(LogError) -> Int? {
    guard let length = try plausibleLength(at: offset) else { return nil }
    let end = offset + length
    if try isFollowed(at: end) { return length }
    // What follows is damaged, or this record is cut: then others begin before its end.
    return try start(from: offset + 1) >= end ? length : nil
  }

  /// The length of a record of a known number that ends within the file.
  @inline(__always)
  private func plausibleLength(at offset: Int) throws(LogError) -> Int? {
    let head = try file.bytes(at: offset, count: 3)
    guard head.count == 3, head[0] == Self.start[0], head[1] == Self.start[1] else { return nil }
    let number = Int(head[2])
    let length = number == Self.formatNumber ? Self.formatLength : messages[number]?.length
    guard let length, offset + length <= file.size else { return nil }
    return length
  }

  /// Whether a record or the end of the file is at an offset.
  @inline(__always)
  private func isFollowed(at end: Int) throws(LogError) -> Bool {
    if end == file.size { return true }
    return try plausibleLength(at: end) != nil
  }

  /// The first place from an offset on where a whole record begins; else the end of the file. A record that no other one follows
  /// stands before other damage; it is whole unless others begin within it.
  private func start(from offset: Int) throws(LogError) -> Int {
    var (candidate, lonely, lonelyEnd) = (offset, file.size, file.size)
    while candidate < lonelyEnd {
      if let length = try plausibleLength(at: candidate) {
        let end = candidate + length
        if try isFollowed(at: end) { return candidate }
        if lonely == file.size { (lonely, lonelyEnd) = (candidate, end) }
      }
      candidate += 1
    }
    return lonely
  }
}

/// A record and the description of its message.
struct DataFlashRecord: NumberedMessage {
  let bytes: ByteCursor
  let description: DataFlashMessage?

  @inline(__always)
  func number(_ field: Int) -> Double { description?.number(field, in: bytes) ?? .nan }
}
