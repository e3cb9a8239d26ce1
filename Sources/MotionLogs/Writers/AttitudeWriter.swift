import AttitudeFilters
import Rotations

/// A file of attitudes being written, row by row.
///
/// The file appears under its name when it is finished; see ``AtomicFile``.
public protocol AttitudeWriter {
  /// Writes one row.
  mutating func write(_ record: Motion<Double>) throws(LogError)
  /// Writes rows in their order. Faster than one at a time where the writer's type is not known.
  mutating func write(_ records: [Motion<Double>]) throws(LogError)
  /// Writes what is still to be written and gives the file its name.
  mutating func finish() throws(LogError)
  /// Removes what has been written.
  mutating func abandon()
}

extension AttitudeWriter {
  public mutating func write(_ records: [Motion<Double>]) throws(LogError) {
    // In place, since each is more than a hundred bytes.
    let rows = records.span
    for index in rows.indices { try write(rows[index]) }
  }
}
