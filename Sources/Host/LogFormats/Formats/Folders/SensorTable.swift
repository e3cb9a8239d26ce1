import FileAccess
import LogTables
import MotionSamples
import Rotations

/// A table of a recording of several, read row by row.
struct SensorTable {
  /// The header of the table.
  let header: LogHeader
  /// The time of the current row in nanoseconds; nil at the end.
  private(set) var timestamp: Int64?
  /// What was skipped so far.
  var damage: LogDamage { rows.damage }
  /// The current row.
  private(set) var row = LogRecord(timestamp: 0)

  private var rows: CSVLogReader
  private let clock: PauseClock?
  private let skipsRepeats: Bool

  /// A table at its first row. Throws if it has no timestamps, or a unit is missing.
  init(_ reader: ByteReader, _ part: RecordingPart, options: LogOptions) throws(LogError) {
    var options = options
    if part.kinds.contains(.attitude) { options.truthTopic = part.convention.estimate }
    let table = try TableHeader(from: reader, options: options, convention: part.convention)
    rows = try CSVLogReader(reader: reader, table: table, options: options, purpose: .part)
    header = rows.header
    clock = part.clock
    skipsRepeats = part.repeatsReadings
    try advance()
  }

  /// Moves to the next row.
  mutating func advance() throws(LogError) {
    let last = timestamp
    while let next = try rows.next() {
      row = next
      timestamp = clock?.time(next.timestamp) ?? next.timestamp
      if !skipsRepeats || timestamp != last { return }
    }
    timestamp = nil
  }
}

/// The events of a part: one table, or two whose vectors are added.
struct PartEvents {
  let part: RecordingPart
  private var table: SensorTable
  private var addend: SensorTable?

  /// The longest difference of timestamps of vectors that are added, in nanoseconds.
  private static let tolerance: Int64 = 1_000_000

  init(_ part: RecordingPart, options: LogOptions) throws(LogError) {
    self.part = part
    table = try SensorTable(part.sources[0].open(), part, options: options)
    addend = try part.sources.count > 1 ? SensorTable(part.sources[1].open(), part, options: options) : nil
    try align()
  }

  var header: LogHeader { table.header }
  var damage: [LogDamage] { [table.damage] + (addend.map { [$0.damage] } ?? []) }
  /// The time of the next events; nil at the end.
  var timestamp: Int64? { table.timestamp }

  /// Appends the events of the current row, and moves to the next.
  mutating func take(into events: inout [SensorEvent]) throws(LogError) {
    guard let timestamp = table.timestamp else { return }
    func add(_ content: SensorEvent.Content) { events.append(SensorEvent(timestamp: timestamp, content: content)) }
    let (kinds, row, header) = (part.kinds, table.row, table.header)
    // A cell without a number is no reading; a row without any is one of the gyroscope, whose silence counts.
    if kinds.contains(.accelerometer), header.hasAccelerometer, row.specificForce.isFiniteInLane {
      add(.reading(.accelerometer, row.specificForce + (addend?.row.specificForce ?? .zero)))
    }
    if kinds.contains(.magnetometer), header.hasMagnetometer, row.magneticField.isFiniteInLane {
      add(.reading(.magnetometer, row.magneticField))
    }
    if kinds.contains(.temperature), header.hasTemperature, row.temperature.isFinite {
      add(.temperature(row.temperature))
    }
    if kinds.contains(.attitude), let truth = row.trueENUFromBody { add(.attitude(truth)) }
    if kinds.contains(.gyroscope), header.hasGyroscope { add(.reading(.gyroscope, row.angularRate)) }
    try table.advance()
    try align()
  }

  /// Moves both tables on to the same time.
  private mutating func align() throws(LogError) {
    while let first = table.timestamp, let second = addend?.timestamp {
      let (difference, overflows) = first.subtractingReportingOverflow(second)
      if !overflows, difference.magnitude <= Self.tolerance { return }
      if first < second { try table.advance() } else { try addend?.advance() }
    }
    // What has no addend has no sum.
    if addend != nil, addend?.timestamp == nil {
      while table.timestamp != nil { try table.advance() }
    }
  }
}
