import MotionSamples
import Rotations

/// A recording in arrays of NumPy: a structured `.npy`, a plain one of 6, 7, 9 or 10 columns, or an `.npz` of several.
///
/// Names and units are those of tables of text: a field `gyro_rad_s` of three numbers, or three of `gyro_x` ... with the
/// unit in an option. Numbers can be of any type; whole stamps are exact. Read in place, in little memory.
public struct NumPyLogReader: MotionLogReader {
  public let header: LogHeader

  /// Where the number of a slot comes from.
  private struct Source {
    var column: NumPyArray.Column
    var slot: Int
    var factor: Double
  }

  private let path: String
  private let rowCount: Int
  /// Keeps what the columns point to.
  private let arrays: [NumPyArray]
  private let sources: [Source]
  private let stamp: NumPyArray.Column?
  private let nanosecondsPerUnit: Int64
  private let interval: Double
  private var values = [Double](repeating: .nan, count: Quantity.slotCount)
  private var nextRow = 0
  private var releasedRow = 0

  /// Opens a recording. Throws where it cannot be read, where no column is known, and where a unit is neither in a name
  /// nor in the options.
  public init(path: String, options: LogOptions = LogOptions()) throws(LogError) {
    let table = try NumPyColumns(path: path)
    let schema = try LogSchema(TableHeader(columns: table.names), options: options, path: path)
    self.path = path
    rowCount = table.rowCount
    arrays = table.arrays
    sources = zip(table.columns, schema.columns).compactMap { column, use in
      guard use.slot >= 0, let numbers = column.numbers else { return nil }
      return Source(column: numbers, slot: use.slot, factor: use.factor)
    }
    let stampIndex = schema.columns.firstIndex { $0.slot == LogSchema.Column.stamp.slot }
    stamp = stampIndex.flatMap { table.columns[$0].numbers }
    nanosecondsPerUnit = (0..<(schema.stampExponent ?? 0)).reduce(1) { power, _ in power * 10 }
    interval = schema.stampExponent == nil ? options.samplingRate.map { 1e9 / $0 } ?? 0 : 0
    var header = schema.header
    header.formatName = "NumPy"
    header.rowCount = rowCount
    self.header = header
  }

  /// Whether a file has the columns of a whole sensor: the cheap test for a folder scan.
  static func isRecording(_ path: String) throws(LogError) -> Bool {
    LogSchema.namesRecording(TableHeader(columns: try NumPyColumns(path: path).names))
  }

  public mutating func next() throws(LogError) -> LogRecord? { nextRow < rowCount ? try takeRow() : nil }

  public mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    records.removeAll(keepingCapacity: true)
    while records.count < limit, nextRow < rowCount { records.append(try takeRow()) }
  }

  @inline(__always)
  private mutating func takeRow() throws(LogError) -> LogRecord {
    let timestamp = try timestamp(of: nextRow)
    for source in sources {
      values[source.slot] = source.column.number(nextRow) * source.factor
    }
    nextRow += 1
    if nextRow - releasedRow >= Self.releaseSize { releaseMemory() }
    return LogRecord(timestamp: timestamp, values: values, hasGroundTruth: header.hasGroundTruth)
  }

  /// Rows after which memory is given back.
  private static let releaseSize = 1 << 16

  private mutating func releaseMemory() {
    for array in arrays { array.release(releasedRow..<nextRow) }
    releasedRow = nextRow
  }

  /// The stamp of a row in nanoseconds.
  @inline(__always)
  private mutating func timestamp(of row: Int) throws(LogError) -> Int64 {
    guard let stamp else { return Int64((Double(row) * interval).rounded()) }
    if let count = stamp.integer(row) {
      let (nanoseconds, overflows) = count.multipliedReportingOverflow(by: nanosecondsPerUnit)
      if !overflows { return nanoseconds }
    } else {
      let value = stamp.number(row)
      // The whole part apart, so that the fraction keeps every digit that the number has.
      let whole = value.rounded()
      let scale = Double(nanosecondsPerUnit)
      if whole.magnitude * scale < 9.2e18 {
        return Int64(whole) * nanosecondsPerUnit + Int64(((value - whole) * scale).rounded())
      }
    }
    nextRow = rowCount
    throw LogError(
      path: path, message: "row \(row + 1) has no time stamp, or one beyond 292 years; is its unit right?")
  }
}
