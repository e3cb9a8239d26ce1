import Geomagnetism

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
