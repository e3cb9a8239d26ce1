import Geomagnetism
import LogTables
import MotionSamples

/// The place and date for turning a log's results from magnetic to true north.
public struct TrueNorth: Hashable, Sendable {
  /// The place of the recording; nil for that of the satellite receiver in the log.
  public var position: GeodeticPosition?
  /// The date; nil for that of the satellite receiver in the log, or of the first timestamp, which must then be Unix time.
  public var date: CalendarDate?

  /// True north at a place, or at the place that the log records.
  public init(at position: GeodeticPosition? = nil, date: CalendarDate? = nil) {
    self.position = position
    self.date = date
  }

  /// The place and date for a log, with what its satellite receiver recorded where they are nil.
  public func resolved(by header: LogHeader) -> TrueNorth {
    TrueNorth(at: position ?? header.contents?.position, date: date ?? header.contents?.date)
  }

  /// The Earth's field at the date, or at the log's first timestamp. Throws without a place, and without a date if the
  /// timestamp is outside the years 2000 to 2099 and thus not Unix time.
  func field(of header: LogHeader, atStart timestamp: Int64) throws(LogError) -> GeomagneticField {
    let (position, date) = (resolved(by: header).position, resolved(by: header).date)
    guard let position else { throw LogError(path: "", .placeMissing) }
    let recorded = CalendarDate(secondsSince1970: Timestamp.seconds(ofNanoseconds: timestamp))
    guard let date = date ?? recorded.flatMap({ (2000..<2100).contains($0.year) ? $0 : nil }) else {
      throw LogError(path: "", message: "timestamps are not Unix time; the magnetic model needs a date")
    }
    return WorldMagneticModel.field(at: position, decimalYear: date.decimalYear)
  }
}

extension GeomagneticField {
  /// The warnings as text; empty without warnings.
  public var doubts: [String] {
    var doubts: [String] = []
    if warnings.contains(.outsideValidity) {
      doubts.append("\(WorldMagneticModel.name) is made for the years 2025 to 2029")
    }
    if warnings.contains(.outsideHeights) {
      doubts.append("\(WorldMagneticModel.name) is made for heights from -1 to 850 km")
    }
    if warnings.contains(.cautionZone) { doubts.append("near a magnetic pole: a compass may err") }
    if warnings.contains(.blackoutZone) { doubts.append("at a magnetic pole: a compass is unreliable") }
    return doubts
  }
}
