/// A log whose sensors are read in other axes.
struct ReassignedReader: MotionLogReader {
  private var base: any MotionLogReader
  private let options: LogOptions

  var header: LogHeader { base.header }
  var damage: LogDamage { base.damage }

  init(_ base: any MotionLogReader, options: LogOptions) { (self.base, self.options) = (base, options) }

  mutating func next() throws(LogError) -> LogRecord? {
    guard var record = try base.next() else { return nil }
    turn(&record)
    return record
  }

  mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    defer { for index in records.indices { turn(&records[index]) } }
    try base.read(into: &records, atMost: limit)
  }

  private func turn(_ record: inout LogRecord) {
    if let axes = options.gyroscopeAxes { record.angularRate = axes.apply(to: record.angularRate) }
    if let axes = options.accelerometerAxes { record.specificForce = axes.apply(to: record.specificForce) }
    if let axes = options.magnetometerAxes { record.magneticField = axes.apply(to: record.magneticField) }
  }
}
