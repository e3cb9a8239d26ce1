import Geomagnetism

extension GeodeticPosition: ArgumentValue {
  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard (2...3).contains(parts.count), numbers.count == parts.count else { return nil }
    self.init(
      latitudeInDegrees: numbers[0], longitudeInDegrees: numbers[1], height: numbers.count == 3 ? numbers[2] : 0)
  }

  static var expectation: String { "LAT,LON or LAT,LON,HEIGHT in degrees and metres, such as 47.38,8.54" }

  /// The place as the options take it.
  var text: String {
    let degrees = [latitude, longitude].map { Figures.trimmed($0 * 180 / .pi, decimals: 6) }
    return (degrees + (height == 0 ? [] : [Figures.trimmed(height, decimals: 3)])).joined(separator: ",")
  }
}

extension CalendarDate: ArgumentValue {
  init?(argument: String) { self.init(argument) }
  static var expectation: String { "a day that exists, as YYYY-MM-DD" }
}
