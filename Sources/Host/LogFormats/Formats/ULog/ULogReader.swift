import FileAccess
import LogTables

extension LogFormat {
  /// PX4 ULog.
  static let ulog = streams(.ulog, recognition: "55 4C 6F 67 01 12 35 (ULog)") { file throws(LogError) in
    ULogReader.matches(try file.head())
  } reader: { file, _ throws(LogError) in
    ULogReader(try file.blocks())
  }
}

/// The messages of a ULog, the log of the PX4 flight stack.
///
/// Damage is skipped up to the next place where plausible messages follow one another; a cut file ends with its last whole
/// message. Source: PX4, "ULog File Format", version 1.
final class ULogReader: MessageReader {
  private(set) var topics: [MessageTopic] = []
  @exclusivity(unchecked) private(set) var damage = LogDamage()

  let file: BlockFile
  /// The fields of each type, by its name.
  private var formats: [String: String] = [:]
  /// The description of each type that has topics, until a format changes; nil for one without a layout.
  private var knownTypes: [String: ULogDescription?] = [:]
  /// The description of each topic.
  @exclusivity(unchecked) private var descriptions: [ULogDescription] = []
  /// The topic of each message number; nil for unknown ones.
  @exclusivity(unchecked) private var subscriptions: [Subscription?] = []
  /// The starts of data appended after a crash; the message before each may be cut.
  @exclusivity(unchecked) private var appended: [Int] = []
  @exclusivity(unchecked) private var position = ULogReader.headerSize
  @exclusivity(unchecked) private var messageCount = 0
  /// The current message without its number.
  @exclusivity(unchecked) private var content = ByteCursor(UnsafeRawBufferPointer(start: nil, count: 0))
  @exclusivity(unchecked) private var messageOffset = 0
  /// The numbers of the current message.
  @exclusivity(unchecked) private var numbers: UnsafePointer<ULogLayout.Number>?

  /// A topic, and the sizes of its messages.
  private struct Subscription {
    var topic: Int
    var sizes: ClosedRange<Int>
  }

  static let headerSize = 16
  /// The first bytes of a file.
  static let magic: [UInt8] = [0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35]
  /// The content of a synchronization message.
  static let synchronization: [UInt8] = [0x2f, 0x73, 0x13, 0x20, 0x25, 0x0c, 0xbb, 0x12]

  /// Whether a file begins like a ULog; one byte may be damaged.
  static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
    head.count >= headerSize && zip(head, magic).count(where: !=) <= 1
  }

  init(_ file: BlockFile) { self.file = file }

  func field(_ name: String, of topic: Int) -> Int? { descriptions[topic].layout.indices[name] }

  var message: ULogMessage { ULogMessage(content: content, numbers: numbers) }

  func loseMessage() { damage.lose(at: messageOffset) }

  func next() throws(LogError) -> Int? {
    while position < file.size {
      guard let length = try wholeLength(at: position) else {
        guard try resynchronize() else { return nil }
        continue
      }
      let bytes = ByteCursor(try file.bytes(at: position, count: length))
      let offset = position
      position += length
      messageCount += 1
      guard bytes.bytes.count == length else { return nil }
      if bytes.bytes[2] == Kind.data {
        messageOffset = offset
        guard let topic = subscription(Int(bytes.integer(at: 3, as: UInt16.self) ?? 0))?.topic else {
          loseMessage()
          continue
        }
        numbers = descriptions[topic].numbers
        content = ByteCursor(UnsafeRawBufferPointer(rebasing: bytes.bytes[5...]))
        return topic
      }
      try define(bytes, at: offset)
    }
    return nil
  }

  /// The topic of a message number; nil if it is unknown.
  @inline(__always)
  private func subscription(_ number: Int) -> Subscription? {
    number < subscriptions.count ? subscriptions[number] : nil
  }

  /// Takes a message that describes others.
  private func define(_ message: ByteCursor, at offset: Int) throws(LogError) {
    var content = ByteCursor(UnsafeRawBufferPointer(rebasing: message.bytes[3...]))
    switch message.bytes[2] {
    case Kind.flags:
      let unknown = content.integer(at: 8, as: UInt64.self).map { $0 & ~1 } ?? 0
      guard unknown == 0 else {
        throw LogError(
          path: file.path, offset: offset, message: "ULog with features of a newer version; expected version 1")
      }
      appended = (0..<3).compactMap { content.integer(at: 16 + 8 * $0, as: UInt64.self).flatMap { Int(exactly: $0) } }
        .filter { $0 > offset && $0 < file.size }.sorted()
    case Kind.format:
      guard let text = content.nextName(content.remaining), let colon = text.firstIndex(of: ":") else { return }
      formats[String(text[..<colon])] = String(text[text.index(after: colon)...])
      knownTypes.removeAll(keepingCapacity: true)
    case Kind.subscription:
      guard let instance = content.next(UInt8.self), let number = content.next(UInt16.self),
        let name = content.nextName(content.remaining), let description = try description(of: name)
      else { return }
      let layout = description.layout
      while subscriptions.count <= Int(number) { subscriptions.append(nil) }
      subscriptions[Int(number)] = Subscription(topic: topics.count, sizes: layout.sizeWithoutPadding...layout.size)
      topics.append(MessageTopic(name: name, instance: Int(instance)))
      descriptions.append(description)
    default: break
    }
  }

  /// The description of a type, which its topics share; nil if it has no layout.
  private func description(of type: String) throws(LogError) -> ULogDescription? {
    if let known = knownTypes[type] { return known }
    let description = try ULogLayout(type, in: formats, work: file.work).map { ULogDescription($0) }
    knownTypes[type] = .some(description)
    return description
  }
}

/// A layout, and its numbers at an address, so that messages can refer to them without counting references.
final class ULogDescription {
  let layout: ULogLayout
  let numbers: UnsafePointer<ULogLayout.Number>

  init(_ layout: ULogLayout) {
    self.layout = layout
    let copy = UnsafeMutableBufferPointer<ULogLayout.Number>.allocate(capacity: max(1, layout.numbers.count))
    _ = copy.initialize(from: layout.numbers)
    numbers = UnsafePointer(copy.baseAddress!)
  }

  deinit { numbers.deallocate() }
}

/// The bytes of a message without its number, and the numbers in them, which the reader owns.
struct ULogMessage: NumberedMessage {
  let content: ByteCursor
  let numbers: UnsafePointer<ULogLayout.Number>?

  @inline(__always)
  func number(_ field: Int) -> Double {
    numbers.map { $0[field].type.value(content, at: $0[field].offset) } ?? .nan
  }
}

// Framing: which bytes are whole messages.
extension ULogReader {
  /// The types of messages.
  private enum Kind {
    static let data = UInt8(ascii: "D")
    static let flags = UInt8(ascii: "B")
    static let format = UInt8(ascii: "F")
    static let subscription = UInt8(ascii: "A")
    static let synchronization = UInt8(ascii: "S")
  }

  /// The length of the message at an offset with its header; nil if it is not whole.
  @inline(__always)
  private func wholeLength(at offset: Int) throws(LogError) -> Int? {
    guard let (length, isCertain) = try plausibleLength(at: offset) else { return nil }
    let end = offset + length
    if let limit = appended.first, end > limit { return nil }
    if isCertain || end == file.size || appended.first == end { return length }
    if try plausibleLength(at: end) != nil { return length }
    // What follows is damaged, or the length is: then other messages begin before the end.
    return try start(from: offset + 1) >= end ? length : nil
  }

  /// The length of a message whose header is plausible and that ends within the file. It is certain if the header determines
  /// it.
  @inline(__always)
  private func plausibleLength(at offset: Int) throws(LogError) -> (length: Int, isCertain: Bool)? {
    let head = ByteCursor(try file.bytes(at: offset, count: 11))
    guard let size = head.integer(at: 0, as: UInt16.self).map(Int.init), head.bytes.count >= 3,
      offset + 3 + size <= file.size
    else { return nil }
    if head.bytes[2] == Kind.data {
      guard size >= 2, let number = head.integer(at: 3, as: UInt16.self).map(Int.init) else { return nil }
      guard let sizes = subscription(number)?.sizes else { return (size + 3, false) }
      return sizes.contains(size - 2) ? (size + 3, true) : nil
    }
    return Self.isPlausible(head, size: size).map { (size + 3, $0) }
  }

  /// Whether a header of another message is plausible; true if it also determines the length, nil if it is not plausible.
  private static func isPlausible(_ head: ByteCursor, size: Int) -> Bool? {
    func isText(_ range: Range<Int>) -> Bool {
      head.bytes[min(range.lowerBound, head.bytes.count)..<min(range.upperBound, head.bytes.count)]
        .allSatisfy { $0 >= 32 && $0 < 127 }
    }
    switch head.bytes[2] {
    case Kind.synchronization: return size == 8 && head.bytes[3...].elementsEqual(synchronization) ? true : nil
    case UInt8(ascii: "O"), UInt8(ascii: "R"): return size == 2 ? false : nil
    case Kind.flags: return size >= 40 && size < 1024 ? false : nil
    case Kind.format: return size >= 4 && isText(3..<min(11, size + 3)) ? false : nil
    case Kind.subscription: return size >= 4 && size < 512 && isText(6..<min(11, size + 3)) ? false : nil
    case UInt8(ascii: "I"), UInt8(ascii: "P"): return size >= 3 && isText(4..<min(11, size + 3)) ? false : nil
    case UInt8(ascii: "M"), UInt8(ascii: "Q"): return size >= 4 && isText(5..<min(11, size + 3)) ? false : nil
    case UInt8(ascii: "L"): return size >= 9 && isText(3..<4) ? false : nil
    case UInt8(ascii: "C"): return size >= 11 && isText(3..<4) ? false : nil
    default: return nil
    }
  }

  /// Moves to the next place where messages follow one another; false if the file has none.
  private func resynchronize() throws(LogError) -> Bool {
    let meanSize = Double(position - Self.headerSize) / Double(max(messageCount, 1))
    if let limit = appended.first, position <= limit {
      // Data appended after a crash: the message before it was cut.
      appended.removeFirst()
      if limit > position { damage.skip(limit - position, at: position, meanSize: meanSize) }
      position = limit
      return true
    }
    let candidate = try start(from: position + 1)
    // The last message was cut, which begins as any other.
    let isCut = candidate == file.size ? try isCut(at: position) : false
    damage.skip(candidate - position, at: position, meanSize: meanSize, isAtEnd: isCut)
    position = candidate
    return candidate < file.size
  }

  /// Whether the file ends within the message at an offset.
  private func isCut(at offset: Int) throws(LogError) -> Bool {
    let head = ByteCursor(try file.bytes(at: offset, count: 3))
    guard head.bytes.count == 3, let size = head.integer(at: 0, as: UInt16.self).map(Int.init) else { return true }
    return offset + 3 + size > file.size
  }

  /// The first place from an offset on where messages begin; the end of the file without one.
  private func start(from offset: Int) throws(LogError) -> Int {
    var candidate = offset
    while candidate < file.size, try !isStart(candidate) { candidate += 1 }
    return candidate
  }

  /// Whether plausible messages begin at an offset: one of synchronization, or three that follow one another.
  private func isStart(_ offset: Int) throws(LogError) -> Bool {
    var place = offset
    for _ in 0..<3 {
      guard let (length, _) = try plausibleLength(at: place) else { return false }
      if try file.bytes(at: place + 2, count: 1).first == Kind.synchronization { return true }
      place += length
      if place == file.size { return true }
    }
    return true
  }
}
