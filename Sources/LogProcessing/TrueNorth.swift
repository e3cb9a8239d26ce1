import Geomagnetism
import MotionLogs
import MotionSamples

/// What turns the results of a log from magnetic north to true north: the place, and the day.
public struct TrueNorth: Hashable, Sendable {
  /// Where the log was recorded.
  public var position: GeodeticPosition
  /// The day; nil for that of the log's first stamp, which must then count from 1970.
  public var date: CalendarDate?

  /// True north at a place.
  public init(at position: GeodeticPosition, date: CalendarDate? = nil) {
    self.position = position
    self.date = date
  }

  /// The Earth's field for a log whose first stamp is given. Throws where the day is not given and the stamp lies outside
  /// of the years 2000 to 2099, which is taken as a sign that the stamps do not count from 1970.
  func field(atStart timestamp: Int64) throws(LogError) -> GeomagneticField {
    let stamped = CalendarDate(secondsSince1970: Timestamp.seconds(ofNanoseconds: timestamp))
    guard let date = date ?? stamped.flatMap({ (2000..<2100).contains($0.year) ? $0 : nil }) else {
      throw LogError(path: "", message: "its stamps tell no calendar date, which the Earth's magnetic field depends on")
    }
    return WorldMagneticModel.field(at: position, decimalYear: date.decimalYear)
  }
}
