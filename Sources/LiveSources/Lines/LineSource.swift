import MotionLogs
import MotionSessions

/// Samples as lines of text, CSV or JSON (``LogLineParser``), from a serial line, a named pipe or the standard input.
///
/// A line that cannot be understood is left out, and reading goes on with the next one: after garbage, and in the middle of
/// a line where reading begins. A number with a wrong digit cannot be told from a right one; the filters bear with it. Where
/// 100 lines in a row cannot be understood the source counts as disconnected until one can: the rate is probably wrong, or
/// there is no header.
///
/// A row without a stamp is stamped with the time at which it came, on the clock of the computer that does not jump.
///
/// A serial line or pipe that goes away is waited for (`SourceEvent.disconnected`), and is back with its next row; the end
/// of the standard input is the end. A line that is not complete then is not read.
public final class LineSource: MotionSource {
  /// Where the lines come from.
  public enum Place: Hashable, Sendable {
    /// The standard input.
    case standardInput
    /// A serial line at a rate in baud, or a named pipe, for which the rate does not count.
    case device(String, baud: Int = 115_200)
  }

  public let description: SourceDescription
  private let place: Place
  private let header: String?
  private let options: LogOptions

  /// A source of lines. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - place: Where they come from.
  ///   - header: The names of the columns until the lines name them, for a device that says them only when it starts, or
  ///     never. Default: none.
  ///   - hasMagnetometer: Whether a magnetometer is to be expected. Default: yes.
  ///   - options: What the lines do not say of themselves.
  ///   - trueNorth: What is known of the place. Default: nothing.
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
        throw .invalidParameter("\(baud) baud is not a rate of a serial line")
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
