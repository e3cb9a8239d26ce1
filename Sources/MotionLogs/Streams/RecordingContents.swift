import Geomagnetism

/// What a file of several streams holds: its recordings, its own attitudes, place and date, and damage.
public struct RecordingContents: Sendable {
  /// A recording in the file.
  public struct Recording: Sendable {
    /// The name of the message of its gyroscope.
    public var topic: String
    /// The number of its sensor, from 0: the number behind `#` in a path.
    public var instance: Int
    /// The number of messages of its gyroscope.
    public var count: Int
    /// The mean number of messages per second; nil for fewer than two.
    public var rate: Double?
    /// Whether it is chosen by ``LogOptions/topic`` only: its readings are not calibrated.
    public var isOnRequest: Bool
    /// Whether it is the one that is read.
    public var isChosen: Bool
    /// The message of its gyroscope.
    var message: MessageTopic
  }

  /// The recordings, the best first.
  public var recordings: [Recording]
  /// The streams that are read, and the topic of each.
  public var streams: [(stream: String, topic: String)]
  /// The topics with attitudes, for ``LogOptions/truthTopic``.
  public var attitudes: [String]
  /// The place of the first fix of a satellite receiver; nil without one.
  public var position: GeodeticPosition?
  /// The day of that fix; nil if unknown.
  public var date: CalendarDate?
  /// The number of fixes.
  public var fixCount: Int
  /// What was skipped because the file is damaged.
  public var damage: LogDamage
}

extension RecordingContents {
  /// The contents of a log of one recording: its own attitudes.
  init(attitudes: [String], streams: [(stream: String, topic: String)] = []) {
    self.init(
      recordings: [], streams: streams, attitudes: attitudes, position: nil, date: nil, fixCount: 0,
      damage: LogDamage())
  }

  /// The contents by a survey of the file.
  init(_ survey: TopicSurvey, _ schema: StreamSchema, _ choice: RecordingChoice) {
    recordings = RecordingChoice.candidates(schema, survey).map { rule, content in
      Recording(
        topic: content.topic.name, instance: content.topic.instance, count: content.count, rate: content.rate,
        isOnRequest: rule.isOnRequest, isChosen: content.topic == choice.gyroscope.topic,
        message: content.topic)
    }
    streams = choice.topics.map { ($0.kind.name, $0.topic.text) }
    attitudes = survey.contents.filter { $0.kinds.contains(.attitude) }.map(\.topic.text)
    position = survey.fix?.position
    date = survey.fix?.date
    fixCount = survey.fixCount
    damage = survey.damage
  }
}

extension LogHeader {
  /// The header of a recording in a file of several streams.
  init(_ survey: TopicSurvey, _ schema: StreamSchema, _ choice: RecordingChoice) {
    self.init(
      formatName: schema.formatName, hasGyroscope: true, hasAccelerometer: choice.has(.accelerometer),
      hasMagnetometer: choice.has(.magnetometer), hasGroundTruth: choice.has(.attitude))
    hasTemperature = choice.has(.temperature)
    hasVelocityOverGround = survey.fix?.velocityENU.x.isFinite ?? false
    units = choice.topics.compactMap { kind, topic in
      schema.rule(for: topic.type)?.streams.first { $0.kind == kind && !$0.unit.isEmpty }
        .map { ("\(kind.name) (\(topic.text))", $0.unit) }
    }
    contents = RecordingContents(survey, schema, choice)
  }
}

extension TopicSurvey.Content {
  /// The mean number of messages per second; nil for fewer than two.
  var rate: Double? {
    guard let first, let last, last > first, count > 1 else { return nil }
    return Double(count - 1) / ((Double(last) - Double(first)) * 1e-9)
  }
}

extension StreamKinds {
  /// The name of one stream.
  var name: String {
    switch self {
    case .gyroscope: "gyroscope"
    case .accelerometer: "accelerometer"
    case .magnetometer: "magnetometer"
    case .temperature: "temperature"
    case .attitude: "true attitude"
    case .motorLoad: "motor load"
    default: "satellite receiver"
    }
  }
}
