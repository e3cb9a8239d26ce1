import FileAccess
import LogTables

/// The place of a text table.
enum TableSource {
  /// A file by its path.
  case file(String)
  /// A file of a folder or an archive by its name.
  case member(RecordingFiles, String)

  /// The text from its start.
  func open() throws(LogError) -> ByteReader {
    switch self {
    case .file(let path): try ByteReader(path: path)
    case .member(let files, let name): try files.open(name)
    }
  }
}

/// A table of a recording of several.
struct RecordingPart {
  /// Its name: that of the file without its ending.
  var name: String
  /// The streams to take from it.
  var kinds: StreamKinds
  /// What the format adds to the header.
  var convention: TableConvention
  /// The table; of two, the vectors at one time are added.
  var sources: [TableSource]
  /// Pauses of the clock, and its offset; nil for timestamps as they are.
  var clock: PauseClock?
  /// Whether a row with the timestamp of the row before repeats its reading.
  var repeatsReadings = false
}

/// A clock that stands still in pauses: what to add to its time from each start on.
struct PauseClock {
  /// The time from which an offset holds, and the offset, in nanoseconds, in order of time.
  var offsets: [(from: Int64, offset: Int64)]

  /// The time with pauses.
  func time(_ timestamp: Int64) -> Int64 {
    let offset = offsets.last { $0.from <= timestamp } ?? offsets.first
    return timestamp &+ (offset?.offset ?? 0)
  }
}

extension Quantity {
  /// The stream that it is.
  var kinds: StreamKinds {
    switch self {
    case .angularRate: .gyroscope
    case .specificForce: .accelerometer
    case .magneticField: .magnetometer
    case .temperature: .temperature
    case .attitude: .attitude
    case .time, .movement, .velocityOverGround, .forwardSpeed, .counter, .gravity, .nanoseconds: []
    }
  }
}
