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

  /// The most topics; more are damage.
  private static let mostTopics = 4096

  /// The index of a topic; nil for one without a rule. `definition` is the text of the file, which may be empty.
  func add(_ name: String, type: String, definition: String, encoding: RosEncoding) -> Int? {
    let type = RosDefinitions.normalized(type)
    guard let rule = StreamSchema.ros.rule(for: type), topics.count < Self.mostTopics else { return nil }
    if let index = indices["\(type) \(name)"] { return index }
    indices["\(type) \(name)"] = topics.count
    topics.append(MessageTopic(name: name, instance: topics.count { $0.type == type }, type: type))
    let described = RosLayout(type, RosDefinitions(definition, of: type, encoding), encoding: encoding)
    // A definition may be damaged or missing.
    let common = RosLayout(type, RosDefinitions(encoding), encoding: encoding)
    let layout = Self.kinds(common, rule).isSubset(of: Self.kinds(described, rule)) ? described : common
    layouts.append(layout)
    if Self.kinds(layout, rule).isEmpty {
      refuse(name, "\(type) without a definition in ros2msg or ros1msg")
    }
    return topics.count - 1
  }

  /// Notes that a topic is not read.
  func refuse(_ name: String, _ reason: String) {
    if refused.count < Self.mostTopics, !refused.contains(where: { $0.name == name }) {
      refused.append(RefusedTopic(name: name, reason: reason))
    }
  }

  /// The streams of a rule that a layout has.
  private static func kinds(_ layout: RosLayout, _ rule: MessageRule) -> StreamKinds {
    MessageDecoder(rule, axes: .forwardLeftUp, wanted: .all) { field($0, layout) }?.kinds ?? []
  }

  /// The index of a field of a topic.
  func field(_ name: String, of topic: Int) -> Int? { Self.field(name, layouts[topic]) }

  private static func field(_ name: String, _ layout: RosLayout) -> Int? {
    switch name {
    case RosMessage.received: -1
    case RosMessage.receivedRest: -2
    default: layout.indices[name]
    }
  }

  /// A message of a topic; nil if it is not of the encoding of the topic. `received` is the time of the recorder, in ns.
  @inline(__always)
  func message(_ topic: Int, _ bytes: UnsafeRawBufferPointer, received: Int64) -> RosMessage? {
    let layout = layouts[topic]
    guard let content = layout.content(of: bytes) else {
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
