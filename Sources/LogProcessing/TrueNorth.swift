import Geomagnetism
import MotionLogs
import MotionSamples

/// The place and date for turning a log's results from magnetic to true north.
public struct TrueNorth: Hashable, Sendable {
  /// The place of the recording.
  public var position: GeodeticPosition
  /// The date; nil for the date of the log's first timestamp, which must then be Unix time.
  public var date: CalendarDate?

  /// True north at a place.
  public init(at position: GeodeticPosition, date: CalendarDate? = nil) {
    self.position = position
    self.date = date
  }

  /// The Earth's field at the date, or at the log's first timestamp. Throws without a date if the timestamp is outside
  /// the years 2000 to 2099 and thus not Unix time.
  func field(atStart timestamp: Int64) throws(LogError) -> GeomagneticField {
    let stamped = CalendarDate(secondsSince1970: Timestamp.seconds(ofNanoseconds: timestamp))
    guard let date = date ?? stamped.flatMap({ (2000..<2100).contains($0.year) ? $0 : nil }) else {
      throw LogError(path: "", message: "timestamps are not Unix time; the magnetic model needs a date")
    }
    return WorldMagneticModel.field(at: position, decimalYear: date.decimalYear)
  }
}
