import AttitudeFilters
import Rotations

/// Writes attitudes row by row.
///
/// The file appears under its name after `finish`; see ``AtomicFile``.
public protocol AttitudeWriter {
  /// Writes one row.
  mutating func write(_ record: Motion<Double>) throws(LogError)
  /// Writes rows in order. Faster than one at a time on an existential.
  mutating func write(_ records: [Motion<Double>]) throws(LogError)
  /// Writes the rest and gives the file its name.
  mutating func finish() throws(LogError)
  /// Removes the unfinished file.
  mutating func abandon()
}

extension AttitudeWriter {
  public mutating func write(_ records: [Motion<Double>]) throws(LogError) {
    // Without copies: a row has more than a hundred bytes.
    let rows = records.span
    for index in rows.indices { try write(rows[index]) }
  }
}
