/// The messages of a DataFlash log by their numbers and names, and the topics met.
struct DataFlashTopics {
  /// The topics met so far.
  private(set) var topics: [MessageTopic] = []
  /// The message of each topic.
  private var messages: [DataFlashMessage] = []
  private var indices: [MessageTopic: Int] = [:]

  /// The highest instance number of a sensor.
  private static let highestInstance = 255.0

  /// The topic of a message. `number` is the number of one of its fields.
  @inline(__always)
  mutating func topic(of message: DataFlashMessage, _ number: (Int) -> Double) -> Int {
    var instance = message.instance
    if let field = message.instanceField {
      let value = number(field)
      instance = value >= 0 && value <= Self.highestInstance ? Int(value) : 0
    }
    let topic = MessageTopic(name: message.topic, instance: instance)
    if let index = indices[topic], messages[index].names == message.names { return index }
    indices[topic] = topics.count
    topics.append(topic)
    messages.append(message)
    return topics.count - 1
  }

  /// The index of a field of a topic.
  func field(_ name: String, of topic: Int) -> Int? { messages[topic].field(name) }
}
