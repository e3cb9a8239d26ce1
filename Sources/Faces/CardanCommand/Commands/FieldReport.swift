import Geomagnetism
import JSONCoding
import LogProcessing

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
    try JSON.text(of: self, .lines) + "\n"
  }
}

extension FieldReport: Encodable {
  /// A quantity in JSON.
  private struct Entry: Encodable {
    var value: Double
    var unit: String
    var perYear: Double?
    var standardDeviation: Double?
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode("\(WorldMagneticModel.name)", forKey: Key("model"))
    try object.encode(date.description, forKey: Key("date"))
    try object.encode(field.doubts, forKey: Key("warnings"))
    let place = field.position
    let numbers = [
      ("decimalYear", field.decimalYear), ("latitude", place.latitude * 180 / .pi),
      ("longitude", place.longitude * 180 / .pi), ("height", place.height),
    ]
    for (name, number) in numbers { try object.encode(number, forKey: Key(name)) }
    for line in lines {
      // At a magnetic pole the rate is not finite, which JSON does not have.
      let entry = Entry(
        value: line.inUnit(line.value), unit: line.isAngle ? "deg" : "uT",
        perYear: line.rate.flatMap { $0.isFinite ? line.inUnit($0) : nil },
        standardDeviation: line.deviation.map(line.inUnit))
      try object.encode(entry, forKey: Key(line.key))
    }
  }
}
