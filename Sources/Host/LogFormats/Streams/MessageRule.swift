import FileAccess
import LogTables

/// The numbers of a message that are readings of sensors, by the names of its fields.
struct MessageRule: Sendable {
  /// The field of a timestamp, and its unit in ns.
  struct TimeField: Sendable {
    var name: String
    var nanoseconds: Int64
    /// The field with the rest in ns, for times in two parts; nil for times in one.
    var rest: String?
  }

  /// A field, and the factor to the unit of its use.
  struct ScaledField: Sendable {
    var name: String
    var factor: Double

    init(_ name: String, _ factor: Double = 1) {
      self.name = name
      self.factor = factor
    }
  }

  /// How fields become a reading.
  enum Content: Sendable {
    /// Three fields.
    case vector([String])
    /// Three increments over a duration in µs.
    case increment([String], duration: String)
    /// Arrays of readings with a common factor; the time is that of the last. The interval is in µs.
    case samples([String], count: String, factor: String, interval: String)
    /// Degrees Celsius.
    case temperature(String)
    /// The load of the motors, from the first of these fields that the message has; negative numbers are skipped.
    case motorLoad([String])
    /// w, x, y, z.
    case quaternion([String])
    /// Roll, pitch and yaw, and the factor to rad.
    case euler([String], factor: Double)
    /// A fix, from whichever of these fields the message has; of several for one part, the first.
    case fix([(FixPart, ScaledField)])
  }

  /// The parts of a fix. Angles in degrees, lengths in m, velocities in m/s.
  enum FixPart: Int, CaseIterable, Sendable {
    case latitude, longitude, height, horizontalSigma, verticalSigma, north, east, down, speed, course, velocitySigma
    /// Seconds since 1970.
    case unixTime
    /// Weeks since 6 January 1980, and seconds in the week.
    case week, secondsOfWeek
    /// At least 3 for a fix in three dimensions.
    case quality
    /// At least 0 for a fix.
    case status
  }

  /// Readings of one kind.
  struct Stream: Sendable {
    var kind: StreamKinds
    var content: Content
    /// The unit of a sensor's readings in the log.
    var unit = ""
    /// A time that replaces that of the message; the first that is above zero.
    var time: [TimeField] = []
    /// The offset from the time of the message in µs, 0x7fffffff for no reading. A repeated time is no new reading.
    var relativeTime: String?
    /// The field that is -1 in messages without such readings; nil without one.
    var absence: String?
  }

  /// The type of the message.
  var topic: String
  /// The axes of its vectors and attitudes; nil for those of the format.
  var axes: StreamSchema.Axes?
  /// The times of the message; the first that is above zero.
  var time: [TimeField]
  /// What the message holds.
  var streams: [Stream]
}

/// A recording that a file may hold: the message of its gyroscope, and the messages of its other streams.
struct RecordingRule: Sendable {
  /// A candidate for one stream.
  struct Source: Sendable {
    var kind: StreamKinds
    var topic: String
    /// Whether it has the instance number of the gyroscope; otherwise the nearest name, or the first instance.
    var followsInstance: Bool

    init(_ kind: StreamKinds, _ topic: String, followsInstance: Bool = true) {
      self.kind = kind
      self.topic = topic
      self.followsInstance = followsInstance
    }
  }

  /// The message of the gyroscope.
  var topic: String
  /// Whether it is chosen by name only: its readings are neither calibrated nor turned into the axes of the body.
  var isOnRequest = false
  /// Candidates for the streams, the best first.
  var sources: [Source]
  /// One line for the list of formats.
  var note: String
}

/// What the messages of a format mean.
struct StreamSchema: Sendable {
  /// The axes and world of a format's vectors and attitudes.
  enum Axes: Sendable {
    /// Body x forward, y right, z down; world north, east, down.
    case forwardRightDown
    /// Body x forward, y left, z up; world east, north, up.
    case forwardLeftUp
  }

  /// The name of the format.
  var formatName: String
  var axes: Axes
  var rules: [MessageRule]
  /// The recordings, the best first.
  var recordings: [RecordingRule]

  /// The rule of a type of messages; nil for messages of no interest.
  func rule(for topic: String) -> MessageRule? { rules.first { $0.topic == topic } }

  /// The messages with an attitude to compare with.
  var attitudeTopics: [String] {
    rules.filter { $0.streams.contains { $0.kind == .attitude } }.map(\.topic)
  }
}
