import LogProcessing
import Foundation
import Geomagnetism

/// The report of `cardan field`.
struct FieldReport {
  let field: GeomagneticField
  let date: CalendarDate

  /// One quantity of the field, in degrees or µT, with its rate per year and its standard deviation.
  private struct Line {
    var name: String
    var key: String
    var isAngle: Bool
    var value: Double
    var rate: Double?
    var deviation: Double?

    /// Radians to degrees where it is an angle.
    func inUnit(_ number: Double) -> Double { isAngle ? number * 180 / .pi : number }
  }

  private var lines: [Line] {
    let (inNED, rate, uncertainty) = (field.fieldInNED, field.rateInNED, field.uncertainty)
    func line(_ name: String, _ isAngle: Bool, _ value: Double, _ rate: Double?, _ deviation: Double?) -> Line {
      let words = name.split(separator: " ")
      let key = String(words[0]) + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      return Line(name: name, key: key, isAngle: isAngle, value: value, rate: rate, deviation: deviation)
    }
    let always = [
      line("declination", true, field.declination, field.declinationRate, uncertainty.declination),
      line("inclination", true, field.inclination, field.inclinationRate, uncertainty.inclination),
      line(
        "total intensity", false, field.totalIntensity, field.totalIntensityRate, uncertainty.totalIntensity),
      line(
        "horizontal intensity", false, field.horizontalIntensity, field.horizontalIntensityRate,
        uncertainty.horizontalIntensity),
      line("north", false, inNED.x, rate.x, uncertainty.fieldInNED.x),
      line("east", false, inNED.y, rate.y, uncertainty.fieldInNED.y),
      line("down", false, inNED.z, rate.z, uncertainty.fieldInNED.z),
    ]
    return always + (field.gridVariation.map { [line("grid variation", true, $0, nil, nil)] } ?? [])
  }

  /// The report as text.
  var text: String {
    var table = TextTable(headings: ["", "value", "per year", "+-", "unit"])
    for line in lines {
      let figures = [(line.value, 2), (line.rate ?? .nan, 3), (line.deviation ?? .nan, 2)]
      let cells = figures.map { Figures.fixed(line.inUnit($0), $1) }
      table.rows.append(.cells([line.name] + cells + [line.isAngle ? "deg" : "uT"]))
    }
    let warning = field.doubts.isEmpty ? "" : "Warning: \(field.doubts.joined(separator: "; ")).\n"
    return "\(WorldMagneticModel.name) at \(field.position.text) on \(date)\n" + table.text + warning
  }

  /// The report as JSON: the place and date, an object for each quantity, and the warnings.
  func json() throws -> String {
    var object: [String: Any] = [
      "model": "\(WorldMagneticModel.name)", "date": date.description, "decimalYear": field.decimalYear,
      "latitude": field.position.latitude * 180 / .pi, "longitude": field.position.longitude * 180 / .pi,
      "height": field.position.height, "warnings": field.doubts,
    ]
    for line in lines {
      var entry: [String: Any] = ["value": line.inUnit(line.value), "unit": line.isAngle ? "deg" : "uT"]
      // At a magnetic pole the rate is not finite, which JSON does not have.
      entry["perYear"] = line.rate.flatMap { $0.isFinite ? line.inUnit($0) : nil }
      entry["standardDeviation"] = line.deviation.map(line.inUnit)
      object[line.key] = entry
    }
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
