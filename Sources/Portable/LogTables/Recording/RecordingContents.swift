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
    package var message: MessageTopic
    /// The times of its first and last message, ns; nil if none has a time.
    package var span: ClosedRange<Int64>?

    /// A recording from its parts.
    package init(
      topic: String, instance: Int, count: Int, rate: Double?, isOnRequest: Bool, isChosen: Bool, message: MessageTopic,
      span: ClosedRange<Int64>?
    ) {
      (self.topic, self.instance, self.count, self.rate) = (topic, instance, count, rate)
      (self.isOnRequest, self.isChosen, self.message, self.span) = (isOnRequest, isChosen, message, span)
    }
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

  /// Contents from their parts; without recordings and a fix, those of a log of one recording with its own attitudes.
  package init(
    recordings: [Recording] = [], streams: [(stream: String, topic: String)] = [], attitudes: [String],
    position: GeodeticPosition? = nil, date: CalendarDate? = nil, fixCount: Int = 0, damage: LogDamage = LogDamage()
  ) {
    (self.recordings, self.streams, self.attitudes) = (recordings, streams, attitudes)
    (self.position, self.date, self.fixCount, self.damage) = (position, date, fixCount, damage)
  }
}

/// The messages of one kind from one sensor.
package struct MessageTopic: Hashable, Sendable {
  /// The name in the file.
  package var name: String
  /// The number of the sensor, from 0.
  package var instance: Int
  /// The type of the messages, for which a schema has rules.
  package var type: String

  /// The rank of its vehicle in a log of several, from 0.
  package var vehicle: Int

  /// A topic; messages whose type has the same name need only that.
  package init(name: String, instance: Int, type: String? = nil, vehicle: Int = 0) {
    self.vehicle = vehicle
    self.name = name
    self.instance = instance
    self.type = type ?? name
  }

  /// The name, with the instance where several topics share it.
  package var text: String { instance == 0 || name != type ? name : "\(name)#\(instance)" }
}
