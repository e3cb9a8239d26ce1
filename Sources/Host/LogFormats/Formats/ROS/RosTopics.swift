import FileAccess
import LogTables

/// The topics of a bag that the rules know, and the layouts of their messages.
final class RosTopics {
  /// The topics in the order in which they were met.
  private(set) var topics: [MessageTopic] = []
  /// The topics that are not read although they may have readings.
  private(set) var refused: [RefusedTopic] = []
  @exclusivity(unchecked) private var layouts: [RosLayout] = []
  private var indices: [String: Int] = [:]
  private var counts: [String: Int] = [:]
  private var refusedNames: Set<String> = []

  /// The most topics; more are damage.
  private static let mostTopics = 4096

  /// The index of a topic; nil for one without a rule. Throws if the file has no more work.
  func add(_ name: String, _ type: RosType, _ encoding: RosEncoding, work: WorkBudget) throws(LogError) -> Int? {
    guard let rule = StreamSchema.ros.rule(for: type.name), topics.count < Self.mostTopics else { return nil }
    let key = "\(type.name) \(name)"
    if let index = indices[key] { return index }
    let layout = try type.layout(encoding, for: rule, work: work)
    indices[key] = topics.count
    topics.append(MessageTopic(name: name, instance: counts[type.name] ?? 0, type: type.name))
    counts[type.name, default: 0] += 1
    layouts.append(layout)
    if layout.kinds(of: rule).isEmpty {
      refuse(name, "\(type.name) without a definition in ros2msg or ros1msg")
    }
    return topics.count - 1
  }

  /// Notes that a topic is not read.
  func refuse(_ name: String, _ reason: String) {
    if refused.count < Self.mostTopics, refusedNames.insert(name).inserted {
      refused.append(RefusedTopic(name: name, reason: reason))
    }
  }

  /// The index of a field of a topic.
  func field(_ name: String, of topic: Int) -> Int? { layouts[topic].field(name) }

  /// A message of a topic; nil if it is not of the encoding of the topic. `received` is the time of the recorder, in ns. Throws if
  /// the file has no more work.
  @inline(__always)
  func message(_ topic: Int, _ bytes: UnsafeRawBufferPointer, received: Int64) throws(LogError) -> RosMessage? {
    let layout = layouts[topic]
    guard let content = try layout.content(of: bytes) else {
      if layout.isExtensible(bytes) {
        refuse(topics[topic].name, "messages in CDR of extensible types (XCDR2); expected plain CDR")
      }
      return nil
    }
    return RosMessage(content: content, layout: layout, timestamp: received)
  }
}

/// A message of ROS.
struct RosMessage: NumberedMessage {
  var content = ByteCursor(UnsafeRawBufferPointer(start: nil, count: 0))
  var layout: RosLayout?
  /// The time of the recorder, in ns.
  var timestamp: Int64 = 0

  /// The names of the time of the recorder: whole seconds, and the rest in ns.
  static let (received, receivedRest) = ("received.sec", "received.nanosec")

  @inline(__always)
  func number(_ field: Int) -> Double {
    if field >= 0 { return layout?.number(field, in: content) ?? .nan }
    let (seconds, rest) = timestamp.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Double(field == -1 ? seconds : rest)
  }
}

/// A file of a bag. Its topics are those of the whole bag.
protocol RosPart: MessageReader where Message == RosMessage {}

/// The files of one bag, one after another.
final class SplitReader<Part: RosPart>: MessageReader {
  var topics: [MessageTopic] { known.topics }
  var damage: LogDamage { (part?.damage).map { earlier + $0 } ?? earlier }
  var refusedTopics: [RefusedTopic] { known.refused }
  var message: RosMessage { part?.message ?? RosMessage() }

  private let known = RosTopics()
  private let count: Int
  private let open: (Int, RosTopics) throws(LogError) -> Part
  @exclusivity(unchecked) private var part: Part?
  private var opened = 0
  private var earlier = LogDamage()

  /// The parts 0 to `count - 1`, each opened when the one before has ended.
  init(count: Int, open: @escaping (Int, RosTopics) throws(LogError) -> Part) {
    self.count = count
    self.open = open
  }

  func field(_ name: String, of topic: Int) -> Int? { known.field(name, of: topic) }

  func loseMessage() { part?.loseMessage() }

  func next() throws(LogError) -> Int? {
    while true {
      if let topic = try part?.next() { return topic }
      earlier = damage
      part = nil
      guard opened < count else { return nil }
      opened += 1
      part = try open(opened - 1, known)
    }
  }
}
