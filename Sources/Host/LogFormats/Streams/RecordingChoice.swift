import FileAccess
import LogTables

/// The recording to read from a file of several streams: the topic of its gyroscope, and the topics of the others.
struct RecordingChoice {
  /// The streams to take from each topic.
  private(set) var wanted: [MessageTopic: StreamKinds] = [:]
  /// The topic of the gyroscope.
  private(set) var gyroscope: TopicSurvey.Content
  /// The topic of each stream.
  private(set) var topics: [(kind: StreamKinds, topic: MessageTopic)] = []

  /// Chooses by the options of the caller, or the best that the file has.
  ///
  /// - Parameters:
  ///   - instance: The number behind `#` in the path; nil for the first recording.
  ///   - path: The path, for messages.
  /// - Throws: If no topic, or no topic of the requested name, has messages of a gyroscope.
  init(
    _ schema: StreamSchema, _ survey: TopicSurvey, instance: Int?, options: LogOptions, path: String
  ) throws(LogError) {
    let candidates = Self.candidates(schema, survey)
    let found = candidates.first { candidate in
      (instance == nil || candidate.content.topic.instance == instance)
        && (options.topic.map { $0 == candidate.content.topic.name || $0 == candidate.content.topic.text }
          ?? !candidate.rule.isOnRequest)
    }
    guard let found else {
      let refused = survey.refusedTopics.first {
        options.topic == nil ? candidates.isEmpty : options.topic == $0.name
      }
      if let refused { throw LogError(path: path, name: refused.name, message: refused.reason) }
      throw LogError(
        path: path,
        .topicMissing(
          options.topic ?? instance.map { "#\($0)" }, candidates: candidates.map { $0.content.topic.text }))
    }
    gyroscope = found.content
    take(.gyroscope, from: gyroscope.topic)
    let name = gyroscope.topic.name
    for kind in [StreamKinds.accelerometer, .magnetometer, .temperature] {
      if kind == .magnetometer && !options.usesMagnetometer { continue }
      let sources = found.rule.sources.filter { $0.kind == kind }
      let source = sources.lazy.compactMap { source in
        source.followsInstance
          ? survey.content(source.topic, instance: found.content.topic.instance, with: kind)
          : survey.nearest(to: name, of: source.topic, with: kind)
      }.first
      if let source { take(kind, from: source.topic) }
    }
    if let fix = survey.contents.first(where: { $0.kinds.contains(.fix) }) { take(.fix, from: fix.topic) }
    let loads = schema.rules.lazy.filter { $0.streams.contains { $0.kind == .motorLoad } }
    let load = loads.compactMap { rule in
      survey.contents.first { $0.topic.type == rule.topic && $0.kinds.contains(.motorLoad) }
    }.first
    if let load { take(.motorLoad, from: load.topic) }
    if let truth = options.truthTopic { try takeTruth(truth, survey, schema, path) }
  }

  /// The recordings of a file, the best of each vehicle first.
  static func candidates(
    _ schema: StreamSchema, _ survey: TopicSurvey
  ) -> [(rule: RecordingRule, content: TopicSurvey.Content)] {
    let all = schema.recordings.flatMap { rule in
      survey.contents.filter { $0.topic.type == rule.topic && $0.kinds.contains(.gyroscope) }
        .sorted { $0.topic.instance < $1.topic.instance }.map { (rule, $0) }
    }
    return Set(all.map(\.1.topic.vehicle)).sorted().flatMap { vehicle in
      all.filter { $0.1.topic.vehicle == vehicle }.map { (rule: $0.0, content: $0.1) }
    }
  }

  private mutating func takeTruth(
    _ name: String, _ survey: TopicSurvey, _ schema: StreamSchema, _ path: String
  ) throws(LogError) {
    let attitudes = survey.contents.filter { $0.kinds.contains(.attitude) }
    guard let truth = attitudes.first(where: { $0.topic.text == name || $0.topic.name == name }) else {
      throw LogError(path: path, .truthMissing(name, candidates: attitudes.map(\.topic.text)))
    }
    take(.attitude, from: truth.topic)
  }

  private mutating func take(_ kind: StreamKinds, from topic: MessageTopic) {
    wanted[topic, default: []].insert(kind)
    topics.append((kind, topic))
  }

  /// Whether the recording has a stream.
  func has(_ kind: StreamKinds) -> Bool { topics.contains { $0.kind == kind } }
}
