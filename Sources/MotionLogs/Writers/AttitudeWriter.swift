/// A file of attitudes being written, row by row.
///
/// The file appears under its name when it is finished; see ``AtomicFile``.
public protocol AttitudeWriter {
  /// Writes one row.
  mutating func write(_ record: AttitudeRecord) throws(LogError)
  /// Writes what is still to be written and gives the file its name.
  mutating func finish() throws(LogError)
  /// Removes what has been written.
  mutating func abandon()
}
