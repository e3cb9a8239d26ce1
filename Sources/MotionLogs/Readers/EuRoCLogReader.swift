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
