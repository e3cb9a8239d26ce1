import FileAccess
import LogTables

/// What a file of several streams holds, from one pass over it: topics, damage, place and date.
struct TopicSurvey {
  /// A topic with messages.
  struct Content {
    var topic: MessageTopic
    /// The streams that the messages have.
    var kinds: StreamKinds
    var count: Int
    /// The time of the first and of the last message, in ns.
    var first: Int64?
    var last: Int64?
  }

  /// The topics that have messages and a rule, in the order of the file.
  private(set) var contents: [Content] = []
  /// The first fix in three dimensions with a date; without one, the first fix.
  private(set) var fix: NavigationFix?
  /// The number of fixes.
  private(set) var fixCount = 0
  /// The topics of which no message was read, and why.
  private(set) var refusedTopics: [RefusedTopic] = []
  /// What was skipped.
  private(set) var damage = LogDamage()

  /// Reads a file to its end.
  init(_ reader: some MessageReader, schema: StreamSchema) throws(LogError) {
    var decoders: [MessageDecoder?] = []
    var counts: [Content] = []
    var events: [SensorEvent] = []
    while let topic = try reader.next() {
      while decoders.count <= topic {
        let (name, index) = (reader.topics[decoders.count], decoders.count)
        let decoder = schema.rule(for: name.type).flatMap {
          MessageDecoder($0, axes: $0.axes ?? schema.axes, wanted: .all) { reader.field($0, of: index) }
        }
        counts.append(Content(topic: name, kinds: decoder?.kinds ?? [], count: 0))
        decoders.append(decoder)
      }
      guard let decoder = decoders[topic] else { continue }
      counts[topic].count += 1
      let message = reader.message
      guard let time = decoder.timestamp(of: message) else {
        // A receiver without a fix has no time.
        if decoder.kinds != .fix { reader.loseMessage() }
        continue
      }
      if counts[topic].first == nil { counts[topic].first = time }
      counts[topic].last = max(counts[topic].last ?? time, time)
      // Only fixes are of use before the rows.
      guard decoder.kinds.contains(.fix) else { continue }
      events.removeAll(keepingCapacity: true)
      _ = decoder.decode(message, into: &events)
      for case .fix(let fix) in events.lazy.map(\.content) { take(fix) }
    }
    contents = counts.filter { $0.count > 0 && !$0.kinds.isEmpty }
    damage = reader.damage
    let read = Set(contents.map(\.topic.name))
    refusedTopics = reader.refusedTopics.filter { !read.contains($0.name) }
  }

  /// Counts damage of the compression of a file.
  mutating func addDamage(at offset: Int) { damage.lose(at: offset) }

  private mutating func take(_ new: NavigationFix) {
    fixCount += 1
    if fix == nil || (fix?.date == nil && new.date != nil) { fix = new }
  }

  /// A topic by its type and instance; nil if it has no messages, or not these streams.
  func content(_ type: String, instance: Int, with kinds: StreamKinds) -> Content? {
    contents.first { $0.topic.type == type && $0.topic.instance == instance && $0.kinds.isSuperset(of: kinds) }
  }

  /// The topic of a type with these streams whose name begins most like another; of equal ones, the lowest instance. Nil
  /// without one. `/front/mag` belongs to `/front/imu`.
  func nearest(to name: String, of type: String, with kinds: StreamKinds) -> Content? {
    func likeness(_ content: Content) -> Int { zip(content.topic.name.utf8, name.utf8).prefix { $0 == $1 }.count }
    return contents.filter { $0.topic.type == type && $0.kinds.isSuperset(of: kinds) }
      .min { (-likeness($0), $0.topic.instance) < (-likeness($1), $1.topic.instance) }
  }
}

extension StreamKinds {
  /// All streams.
  static let all: StreamKinds = [.gyroscope, .accelerometer, .magnetometer, .temperature, .attitude, .fix, .motorLoad]
}
