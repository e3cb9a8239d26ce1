// LiveSources: sensors as sources of sessions: serial lines, MAVLink, Linux IIO; a sensor proxy on D-Bus.
// It turns bytes of devices into samples; sessions fuse them.

import LogFormats
import LogTables
import MotionSessions

/// Samples as lines of text, CSV or JSON (`LogLineParser` of `MotionLogs`), from a serial line, a named pipe or the
/// standard input.
///
/// Unparseable lines are skipped, as is the partial line with which reading may begin. After 100 unparseable lines in a row
/// the source reports `SourceEvent.disconnected` until it finds a valid row: the rate is probably wrong, or the header is
/// missing. A wrong digit in a valid number goes unnoticed.
///
/// A row without a timestamp gets its time of arrival on the computer's monotonic clock.
///
/// If a serial line or pipe disconnects, the source waits for it to return and is connected again with its next row. The
/// end of the standard input ends the source. An incomplete last line is ignored.
public final class LineSource: MotionSource {
  /// The origin of the lines.
  public enum Place: Hashable, Sendable {
    /// The standard input.
    case standardInput
    /// A serial line with its rate in baud, or a named pipe, which ignores the rate.
    case device(String, baud: Int = 115_200)
  }

  public let description: SourceDescription
  private let place: Place
  private let header: String?
  private let options: LogOptions

  /// A source of lines. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - place: The origin of the lines.
  ///   - header: The column names to use until the lines contain a header, for a device that sends it only at its start or
  ///     never. Default: none.
  ///   - hasMagnetometer: Whether to expect a magnetometer. Default: true.
  ///   - options: Units and the like that the lines leave open.
  ///   - trueNorth: The declination and field of the place. Default: unknown.
  ///
  /// Throws `logFailed` for a header without a sensor or a unit, and `invalidParameter` for an invalid baud rate.
  public init(
    _ place: Place, header: String? = nil, hasMagnetometer: Bool = true, options: LogOptions = LogOptions(),
    trueNorth: TrueNorthReference? = nil
  ) throws(MotionError) {
    self.place = place
    self.header = header
    var options = options
    options.usesMagnetometer = hasMagnetometer
    self.options = options
    let name: String
    switch place {
    case .standardInput: name = "standard input"
    case .device(let path, let baud):
      name = path
      guard SerialLine.rates[baud] != nil else {
        throw .invalidParameter("unsupported serial rate: \(baud) baud")
      }
    }
    let sensor = SourceDescription.Sensor()
    description = SourceDescription(
      name: name, accelerometer: sensor, gyroscope: sensor, magnetometer: hasMagnetometer ? sensor : nil,
      trueNorth: trueNorth)
    _ = try parser()
  }

  public func open() throws(MotionError) -> any MotionSourceReader {
    try LineSourceReader(place: place, name: description.name, parser: parser())
  }

  private func parser() throws(MotionError) -> LogLineParser {
    do throws(LogError) {
      return try LogLineParser(name: description.name, header: header, options: options)
    } catch {
      throw .logFailed(error)
    }
  }
}
