import Rotations

/// A sequence of EuRoC or another in the ASL layout: `mav0/imu0/data.csv`, and `mav0/state_groundtruth_estimate0/data.csv`
/// beside it where there is one.
///
/// Stamps are whole nanoseconds and stay so. The truth comes at moments of its own: each row gets the attitude between the
/// two around it, where they are no more than 0.1 s apart. It is level with z up, as ENU is, with a heading of its own.
///
/// Source: M. Burri et al., "The EuRoC micro aerial vehicle datasets", International Journal of Robotics Research 35(10),
/// 2016.
public struct EuRoCLogReader: MotionLogReader {
  public let header: LogHeader

  private var recording: CSVLogReader
  private var truth: TruthTrack?

  /// Opens a sequence by its folder, by its `mav0` or `imu0`, or by its `data.csv`.
  public init(path: String, options: LogOptions = LogOptions()) throws(LogError) {
    guard let file = Self.recording(in: path) else {
      throw LogError(path: path, message: "is a folder without mav0/imu0/data.csv")
    }
    let reader = try ByteReader(path: file)
    try self.init(reader: reader, table: TableHeader(from: reader), options: options)
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

  /// The file of the recording for any of the names that a sequence goes by; nil where a folder has none.
  static func recording(in path: String) -> String? {
    guard FileKind(of: path) == .folder else { return path }
    let isSensor = path.split(separator: "/").last == "imu0"
    let names = isSensor ? ["data.csv"] : ["mav0/imu0/data.csv", "imu0/data.csv"]
    return names.map { "\(path)/\($0)" }.first { FileKind(of: $0) == .file }
  }
}

/// True attitudes at moments of their own, read alongside a recording and interpolated to its stamps.
struct TruthTrack {
  /// One row of the track.
  private struct Moment {
    var timestamp: Int64
    var enuFromBody: Rotation<Double>
  }

  /// Over longer gaps than this, in nanoseconds, there is no truth.
  private static let longestGap: Int64 = 100_000_000

  private let reader: ByteReader
  private let row: RowParser
  private var earlier: Moment?
  private var later: Moment?

  /// The track that belongs to `imu0/data.csv` by the layout of its folders; nil where there is none.
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
    later = try nextMoment()
  }

  /// The attitude at a stamp; nil where the track has none there. Stamps are asked for in order.
  mutating func enuFromBody(at timestamp: Int64) throws(LogError) -> Rotation<Double>? {
    while let candidate = later, candidate.timestamp < timestamp {
      earlier = candidate
      later = try nextMoment()
    }
    guard let later else { return nil }
    if later.timestamp == timestamp { return later.enuFromBody }
    guard let earlier, earlier.timestamp <= timestamp, later.timestamp - earlier.timestamp <= Self.longestGap else {
      return nil
    }
    let fraction = Double(timestamp - earlier.timestamp) / Double(later.timestamp - earlier.timestamp)
    return Self.between(earlier.enuFromBody, later.enuFromBody, fraction)
  }

  /// The attitude on the way: along the chord, which over 0.1 s differs from the arc by less than the truth is known.
  private static func between(
    _ first: Rotation<Double>, _ second: Rotation<Double>, _ fraction: Double
  ) -> Rotation<Double>? {
    let start = first.quaternion
    let end = start.dot(second.quaternion) < 0 ? -second.quaternion : second.quaternion
    return Rotation(normalizing: start * (1 - fraction) + end * fraction)
  }

  /// The next row with an attitude.
  private mutating func nextMoment() throws(LogError) -> Moment? {
    while let line = try reader.nextLine() {
      if line.isEmptyOrComment { continue }
      try row.parse(line, number: reader.lineNumber)
      let values = row.values + Quantity.attitude.firstSlot
      let quaternion = Quaternion(w: values[0], x: values[1], y: values[2], z: values[3])
      guard let rotation = Rotation(recorded: quaternion) else { continue }
      return Moment(timestamp: row.timestamp, enuFromBody: rotation)
    }
    return nil
  }
}
