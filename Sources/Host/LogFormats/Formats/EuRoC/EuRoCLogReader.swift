import FileAccess
import LogTables
import Rotations

extension LogFormat {
  /// EuRoC and ASL.
  static let euroc = text(.euroc) { file, options throws(LogError) in
    try EuRoCLogReader(reader: file.reader, table: file.table(), options: options)
  }
}

/// A sequence of EuRoC or another in the ASL layout: `mav0/imu0/data.csv`, with optional ground truth in
/// `mav0/state_groundtruth_estimate0/data.csv`.
///
/// Timestamps are whole nanoseconds. The true attitude is interpolated to the timestamp of each row, over gaps of up to
/// 0.1 s. Its frame has z up, as ENU, and a heading of its own.
///
/// Source: M. Burri et al., "The EuRoC micro aerial vehicle datasets", International Journal of Robotics Research 35(10),
/// 2016.
public struct EuRoCLogReader: MotionLogReader {
  public let header: LogHeader

  public var damage: LogDamage { recording.damage }

  private var recording: CSVLogReader
  private var truth: TruthTrack?

  /// Opens a sequence by its folder, by its `mav0` or `imu0`, or by its `data.csv`.
  public init(path: String, options: LogOptions = LogOptions()) throws(LogError) {
    guard let file = Self.recording(in: path) else {
      throw LogError(path: path, message: "a folder without mav0/imu0/data.csv")
    }
    let reader = try ByteReader(path: file)
    try self.init(reader: reader, table: TableHeader(from: reader, options: options), options: options)
  }

  /// A sequence whose header has been read already.
  init(reader: ByteReader, table: TableHeader, options: LogOptions) throws(LogError) {
    recording = try CSVLogReader(reader: reader, table: table, options: options)
    truth = try TruthTrack(besideRecording: reader.path)
    var header = recording.header
    header.hasGroundTruth = truth != nil || header.hasGroundTruth
    self.header = header
  }

  public mutating func next() throws(LogError) -> LogRecord? {
    guard var record = try recording.next() else { return nil }
    if let truth = try truth?.enuFromBody(at: record.timestamp) { record.trueENUFromBody = truth }
    return record
  }

  /// The file with the rows of a sequence; nil for other folders.
  static func recording(in path: String) -> String? {
    guard FileKind(of: path) == .folder else { return path }
    let isSensor = path.split(separator: "/").last == "imu0"
    let names = isSensor ? ["data.csv"] : ["mav0/imu0/data.csv", "imu0/data.csv"]
    return names.map { "\(path)/\($0)" }.first { FileKind(of: $0) == .file }
  }
}

/// True attitudes with timestamps of their own, read alongside a recording and interpolated to its timestamps.
struct TruthTrack {
  private let reader: ByteReader
  private let row: RowParser
  private var earlier: TimedAttitude?
  private var later: TimedAttitude?

  /// The track of an `imu0/data.csv`, by the layout of its folders; nil without one.
  init?(besideRecording path: String) throws(LogError) {
    var folders = path.split(separator: "/", omittingEmptySubsequences: false)
    guard folders.count >= 2 else { return nil }
    folders.removeLast(2)
    let root = folders.isEmpty ? "." : folders.joined(separator: "/")
    let names = ["state_groundtruth_estimate0", "mocap0"].map { "\(root)/\($0)/data.csv" }
    guard let file = names.first(where: { FileKind(of: $0) == .file }) else { return nil }
    reader = try ByteReader(path: file)
    let table = try TableHeader(from: reader)
    row = RowParser(schema: try LogSchema(table, options: LogOptions(), path: file, purpose: .truth), path: file)
    later = try nextTimedAttitude()
  }

  /// The attitude at a timestamp; nil outside the track and in long gaps. Call with increasing timestamps.
  mutating func enuFromBody(at timestamp: Int64) throws(LogError) -> Rotation<Double>? {
    while let candidate = later, candidate.timestamp < timestamp {
      earlier = candidate
      later = try nextTimedAttitude()
    }
    return TimedAttitude.interpolated(at: timestamp, from: earlier, to: later)
  }

  /// The next row with an attitude.
  private mutating func nextTimedAttitude() throws(LogError) -> TimedAttitude? {
    while let line = try reader.nextLine() {
      if line.isEmptyOrComment { continue }
      try row.parse(line, number: reader.lineNumber)
      let values = row.values + Quantity.attitude.firstSlot
      let quaternion = Quaternion(w: values[0], x: values[1], y: values[2], z: values[3])
      guard let rotation = Rotation(recorded: quaternion) else { continue }
      return TimedAttitude(timestamp: row.timestamp, enuFromBody: rotation)
    }
    return nil
  }
}
