import FileAccess
import LogTables

// What a survey of a file of several streams shows of its contents.

extension RecordingContents {
  /// The contents by a survey of the file.
  init(_ survey: TopicSurvey, _ schema: StreamSchema, _ choice: RecordingChoice) {
    let recordings = RecordingChoice.candidates(schema, survey).map { rule, content in
      Recording(
        topic: content.topic.name, instance: content.topic.instance, count: content.count, rate: content.rate,
        isOnRequest: rule.isOnRequest, isChosen: content.topic == choice.gyroscope.topic,
        message: content.topic, span: content.span)
    }
    self.init(
      recordings: recordings, streams: choice.topics.map { ($0.kind.name, $0.topic.text) },
      attitudes: survey.contents.filter { $0.kinds.contains(.attitude) }.map(\.topic.text),
      position: survey.fix?.position, date: survey.fix?.date, fixCount: survey.fixCount, damage: survey.damage)
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
  /// The times of the first and the last message, ns; nil if none has a time.
  var span: ClosedRange<Int64>? {
    guard let first, let last, first <= last else { return nil }
    return first...last
  }

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
