import FileAccess
import LogTables
import MotionSamples

/// Rows from columns of numbers in memory, by a schema.
struct ColumnRows {
  /// A column; without numbers all of its rows are absent.
  struct Column {
    /// Its numbers.
    var numbers: NumPyArray.Column?
    /// Zero for each row that is absent; nil if none is.
    var presence: UnsafePointer<UInt8>?
  }

  /// The source of the number of a slot.
  private struct Source {
    var numbers: NumPyArray.Column
    var presence: UnsafePointer<UInt8>?
    var slot: Int
    var factor: Double

    @inline(__always)
    func isPresent(_ row: Int) -> Bool { presence.map { $0[row] != 0 } ?? true }
  }

  private let sources: [Source]
  private let timestamps: Source?
  private let nanosecondsPerUnit: Int64
  private let clock: RowClock?
  private var counter: SampleCounter?
  private var wrapping = WrappingClock()
  private let hasGroundTruth: Bool
  private let hasNanoseconds: Bool
  private let path: String
  private var values = Quantity.absentRow

  /// Rows of columns in the order of the schema. The memory of the columns must outlive it; `path` is for messages.
  init(_ columns: [Column], _ schema: LogSchema, _ options: LogOptions, path: String) {
    let uses = zip(columns, schema.columns).compactMap { column, use in
      column.numbers.map { Source(numbers: $0, presence: column.presence, slot: use.slot, factor: use.factor) }
    }
    sources = uses.filter { $0.slot >= 0 }
    timestamps = uses.first { $0.slot == LogSchema.Column.timestamp.slot }
    nanosecondsPerUnit = (0..<(schema.timestampExponent ?? 0)).reduce(1) { power, _ in power * 10 }
    clock = schema.timestampExponent == nil ? options.samplingRate.flatMap(RowClock.init) : nil
    counter = schema.tick
    hasGroundTruth = schema.header.hasGroundTruth
    hasNanoseconds = schema.hasNanoseconds
    self.path = path
  }

  /// The row at an index of the columns; `number` is its index in the log, from 0. Throws for a timestamp that is missing or too
  /// large.
  @inline(__always)
  mutating func record(at row: Int, number: Int) throws(LogError) -> LogRecord {
    for source in sources {
      values[source.slot] = source.isPresent(row) ? source.numbers.number(row) * source.factor : .nan
    }
    var timestamp = try timestamp(at: row, number: number)
    if hasNanoseconds { timestamp &+= Int64(saturating: values[Quantity.nanoseconds.firstSlot]) }
    return LogRecord(timestamp: timestamp, values: values, hasGroundTruth: hasGroundTruth)
  }

  /// The timestamp of a row in nanoseconds.
  @inline(__always)
  private mutating func timestamp(at row: Int, number: Int) throws(LogError) -> Int64 {
    if counter != nil {
      counter?.add(values[Quantity.counter.firstSlot])
      return counter?.timestamp ?? 0
    }
    guard let timestamps else { return clock?.timestamp(ofRow: number) ?? 0 }
    if !timestamps.isPresent(row) {
    } else if let count = timestamps.numbers.integer(row) {
      let (nanoseconds, overflows) = count.multipliedReportingOverflow(by: nanosecondsPerUnit)
      if !overflows { return wrapping.time(nanoseconds) }
    } else {
      let value = timestamps.numbers.number(row)
      // The whole part is converted apart, so that the fraction keeps all digits.
      let whole = value.rounded()
      let scale = Double(nanosecondsPerUnit)
      if whole.magnitude * scale < 9.2e18 {
        let fraction = Int64(saturating: ((value - whole) * scale).rounded())
        return wrapping.time(Int64(saturating: whole) &* nanosecondsPerUnit &+ fraction)
      }
    }
    throw LogError(
      path: path, message: "row \(number + 1): timestamp missing or beyond 292 years; check its unit")
  }
}

/// The rows of columns that are a whole log, one after the other.
struct RowWalk {
  /// The number of rows.
  let count: Int
  /// The index of the next row.
  private(set) var next = 0
  private var rows: ColumnRows

  /// All `count` rows from the first on.
  init(_ rows: ColumnRows, count: Int) { (self.rows, self.count) = (rows, count) }

  /// Whether all rows were taken, or one of them was an error.
  var isAtEnd: Bool { next >= count }

  /// Takes the next row, which must be there. An error ends the log.
  @inline(__always)
  mutating func take() throws(LogError) -> LogRecord {
    do throws(LogError) {
      let record = try rows.record(at: next, number: next)
      next += 1
      return record
    } catch {
      end()
      throw error
    }
  }

  /// Leaves out the rows that are left.
  mutating func end() { next = count }
}
