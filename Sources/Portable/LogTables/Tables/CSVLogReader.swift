import MotionSamples
import Rotations

/// A text table with named columns: CSV, or with semicolons, tabs or spaces as separators.
///
/// Columns are recognised by name, in any order; units are in the header or in the options. Lines that begin with `#` are
/// comments. A field that is empty, `nan` or `NA` is an absent value. Decimals may have a comma if another separator is in use.
/// Timestamps are returned unchanged, even if they repeat or run backwards: `SampleClock` handles that. A file that ends
/// within a row is read up to that row, which `damage` counts.
public struct CSVLogReader: MotionLogReader {
  public package(set) var header: LogHeader
  public private(set) var damage = LogDamage()

  private let reader: ByteReader
  private let row: RowParser
  private let clock: RowClock?
  private let hasNanoseconds: Bool
  private let skipsBadRows: Bool
  private var counter: SampleCounter?
  private var wrapping = WrappingClock()
  private var rowCount = 0
  private var hasFailed = false

  /// A table from its first line on. Throws if it has no sensor, and if a unit is neither in the header nor in the options.
  package init(_ reader: ByteReader, options: LogOptions = LogOptions()) throws(LogError) {
    try self.init(reader: reader, table: TableHeader(from: reader, options: options), options: options)
  }

  /// A table whose header has been read already.
  package init(
    reader: ByteReader, table: TableHeader, options: LogOptions, purpose: LogSchema.Purpose = .recording
  ) throws(LogError) {
    let schema = try LogSchema(table, options: options, path: reader.path, purpose: purpose)
    self.reader = reader
    header = schema.header
    row = RowParser(schema: schema, path: reader.path)
    skipsBadRows = options.skipsBadRows
    counter = schema.tick
    clock = schema.timestampExponent == nil ? options.samplingRate.flatMap(RowClock.init) : nil
    hasNanoseconds = schema.hasNanoseconds
  }

  /// The largest number of rows per `read`.
  private static let longestBlock = 4096

  public mutating func next() throws(LogError) -> LogRecord? { try parseRow() ? takeRecord() : nil }

  public mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    records.removeAll(keepingCapacity: true)
    try records.append(addingCapacity: min(limit, Self.longestBlock)) {
      (rows: inout OutputSpan<LogRecord>) throws(LogError) in
      while !rows.isFull, try parseRow() { rows.append(takeRecord()) }
    }
  }

  /// Parses the next line that is not blank or a comment; false at the end.
  @inline(__always)
  private mutating func parseRow() throws(LogError) -> Bool {
    guard !hasFailed else { return false }
    do throws(LogError) {
      while let line = try reader.nextLine() {
        // No number begins with a byte up to `#`: a comment or a blank line.
        if line.start.pointee <= UInt8(ascii: "#"), line.isEmptyOrComment { continue }
        do throws(LogError) {
          try row.parse(line, number: reader.lineNumber)
        } catch {
          // A row at which the file was cut is the end of the log.
          guard skipsBadRows || row.isCut else { throw error }
          damage.lose(row: reader.lineNumber, isAtEnd: row.isCut)
          continue
        }
        rowCount += 1
        counter?.add(row.values[Quantity.counter.firstSlot])
        return true
      }
      return false
    } catch {
      hasFailed = true
      // Compressed data that are cut or damaged end the log.
      guard let offset = error.offset else { throw error }
      damage.lose(at: offset)
      return false
    }
  }

  /// The row that was parsed last.
  @inline(__always)
  private mutating func takeRecord() -> LogRecord {
    var timestamp =
      counter?.timestamp ?? clock?.timestamp(ofRow: rowCount - 1) ?? wrapping.time(row.timestamp)
    if hasNanoseconds { timestamp &+= Int64(saturating: row.values[Quantity.nanoseconds.firstSlot]) }
    return LogRecord(timestamp: timestamp, values: row.values, hasGroundTruth: header.hasGroundTruth)
  }
}

extension LogRecord {
  /// A row from its numbers by slot; see `Quantity.firstSlot`.
  @inlinable @inline(__always)
  package init(timestamp: Int64, values: UnsafePointer<Double>, hasGroundTruth: Bool) {
    self.init(
      timestamp: timestamp,
      angularRate: Vector3(x: values[0], y: values[1], z: values[2]),
      // Gravity is apart in some logs, zero in others.
      specificForce: Vector3(x: values[3] + values[21], y: values[4] + values[22], z: values[5] + values[23]),
      magneticField: Vector3(x: values[6], y: values[7], z: values[8]),
      // Slot 14 is in Celsius, slot 15 in kelvin.
      temperature: values[14].isNaN ? values[15] - Double.celsiusZero : values[14],
      velocityOverGround: Vector3(x: values[16], y: values[17], z: values[18]),
      forwardSpeed: values[19],
      isMoving: values[13] != 0)
    if hasGroundTruth {
      trueENUFromBody = Rotation(
        recorded: Quaternion(w: values[9], x: values[10], y: values[11], z: values[12]))
    }
  }
}

extension Rotation<Double> {
  /// A recorded rotation; nil if a part is absent or all are zero. A quaternion of unit length, up to rounding, is used
  /// unchanged, so that a written rotation reads back bit by bit.
  @inlinable package init?(recorded quaternion: Quaternion<Double>) {
    if abs(quaternion.squaredNorm - 1) < 8 * Double.ulpOfOne {
      self.init(unchecked: quaternion)
    } else {
      self.init(normalizing: quaternion)
    }
  }
}

extension Double {
  /// Zero degrees Celsius in kelvin.
  @usableFromInline static var celsiusZero: Double { 273.15 }
}
