import FileAccess
import LogTables

/// A file as a sequence of messages with named numbers, in bounded memory. Damage is skipped and counted.
///
/// A format of several streams conforms to this protocol and describes its messages by a `StreamSchema`; choice of topics,
/// decoding and merging are common to all.
protocol MessageReader: AnyObject, SendableMetatype {
  associatedtype Message: NumberedMessage

  /// The topics met so far. A message has the index of its topic.
  var topics: [MessageTopic] { get }
  /// What was skipped so far.
  var damage: LogDamage { get }
  /// The topics that are not read although they may have readings, and why.
  var refusedTopics: [RefusedTopic] { get }
  /// The index of a field of a topic, by its name; nil if the topic has no such number.
  func field(_ name: String, of topic: Int) -> Int?
  /// Moves to the next message and returns its topic; nil at the end of the file.
  func next() throws(LogError) -> Int?
  /// The current message, valid until `next`.
  var message: Message { get }
  /// Counts the current message as lost.
  func loseMessage()
}

extension MessageReader {
  var refusedTopics: [RefusedTopic] { [] }
}

/// A topic that is not read.
struct RefusedTopic: Hashable {
  var name: String
  /// The reason as a fragment in lower case.
  var reason: String
}

/// A message whose numbers have an index.
protocol NumberedMessage {
  /// The number of a field; NaN if the message ends before it.
  func number(_ field: Int) -> Double
}

/// The events of chosen topics.
struct TopicSource<Reader: MessageReader>: EventSource {
  private let reader: Reader
  private let schema: StreamSchema
  private let wanted: [MessageTopic: StreamKinds]
  /// The decoders by the index of the topic; nil for topics that are not wanted.
  private var decoders: [MessageDecoder?] = []

  /// The largest number of messages per call.
  private static var messagesPerCall: Int { 256 }

  init(_ reader: Reader, schema: StreamSchema, wanted: [MessageTopic: StreamKinds]) {
    self.reader = reader
    self.schema = schema
    self.wanted = wanted
  }

  mutating func read(into events: inout [SensorEvent]) throws(LogError) -> Bool {
    for _ in 0..<Self.messagesPerCall {
      guard let topic = try reader.next() else { return false }
      while decoders.count <= topic { addDecoder() }
      guard let decoder = decoders[topic] else { continue }
      let message = reader.message
      // A receiver without a fix has no time.
      if !decoder.decode(message, into: &events), decoder.kinds != .fix { reader.loseMessage() }
    }
    return true
  }

  /// Adds the decoder of the next topic.
  private mutating func addDecoder() {
    let index = decoders.count
    let topic = reader.topics[index]
    decoders.append(
      wanted[topic].flatMap { kinds in
        schema.rule(for: topic.type).flatMap {
          MessageDecoder($0, axes: $0.axes ?? schema.axes, wanted: kinds) { reader.field($0, of: index) }
        }
      })
  }
}
