/// A recording read row by row, forward, in bounded memory.
public protocol MotionLogReader {
  /// What is known of the recording before its first row is read.
  var header: LogHeader { get }
  /// The next row; nil at the end. After an error the reader is at its end.
  mutating func next() throws(LogError) -> LogRecord?
}
