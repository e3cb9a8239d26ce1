import FileAccess
import LogTables
import MotionSamples

/// A format of logs in words.
public struct LogFormatDescription: Sendable {
  /// A recording that files of a format may hold.
  public struct Recording: Sendable {
    /// The name of the message of its gyroscope.
    public var topic: String
    /// What it is.
    public var note: String
    /// Whether it is read only if `LogOptions.topic` names it.
    public var isOnRequest: Bool
  }

  /// The name.
  public var name: String
  /// How a file is recognised.
  public var recognition: String
  /// The recordings, the best first; empty for formats of one recording.
  public var recordings: [Recording]
  /// The messages with attitudes, for `LogOptions.truthTopic`.
  public var attitudes: [String]
  /// Whether it is the text form of another format.
  public var isText: Bool

  /// Every format that can be read.
  public static var all: [LogFormatDescription] {
    LogFormat.all.map { format in
      LogFormatDescription(
        name: format.name, recognition: format.recognition,
        recordings: (format.schema?.recordings ?? []).map {
          Recording(topic: $0.topic, note: $0.note, isOnRequest: $0.isOnRequest)
        },
        attitudes: format.schema?.attitudeTopics ?? [], isText: format.name == StreamSchema.dataFlashText.formatName)
    }
  }
}

/// A column of tables in words.
public struct LogColumnDescription: Sendable {
  /// The content.
  public var content: String
  /// The names, of a vector those of its first coordinate.
  public var names: [String]
  /// The units, the SI unit first; empty without units.
  public var units: [String]

  /// Every column that is read.
  public static var all: [LogColumnDescription] {
    Quantity.all.map { quantity in
      let axis = quantity.axes.first.map { "_\($0)" } ?? ""
      return LogColumnDescription(
        content: quantity.sensorName, names: quantity.stems.sorted().map { $0 + axis },
        units: quantity == .temperature ? ["degC", "K"] : quantity.reading?.unitSymbols ?? [])
    }
  }
}
