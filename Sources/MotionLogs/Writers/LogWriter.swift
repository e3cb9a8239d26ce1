/// A recording being written, row by row.
///
/// The file appears under its name when it is finished; see ``AtomicFile``.
public protocol LogWriter {
  /// Writes one row.
  mutating func write(_ record: LogRecord) throws(LogError)
  /// Writes what is still to be written and gives the file its name.
  mutating func finish() throws(LogError)
  /// Removes what has been written.
  mutating func abandon()
}
