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
