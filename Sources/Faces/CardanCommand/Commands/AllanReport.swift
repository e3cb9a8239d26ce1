import JSONCoding
import LogTables
import ReportPages
import SensorCalibration

/// The report of `cardan allan` on one log.
struct AllanReport {
  private let path: String
  private let readings: StillReadings
  private let sensors: [MeasuredNoise]

  init(path: String, readings: StillReadings) {
    self.path = path
    self.readings = readings
    sensors = readings.noise()
  }

  /// Whether no noise was identified.
  var isEmpty: Bool { sensors.allSatisfy(\.axes.isEmpty) }

  /// The report, with a line feed at its end.
  var text: String {
    let rest = "\(Figures.fixed(readings.restDuration, 1)) s at rest of \(Figures.fixed(readings.duration, 1)) s"
    var lines = ["\(path): \(rest)".printable, ""]
    if isEmpty && sensors.allSatisfy({ $0.error == nil }) { lines += ["No readings at rest.", ""] }
    for sensor in sensors {
      if !sensor.axes.isEmpty { lines.append(table(of: sensor)) }
      if let error = sensor.error {
        lines += TextWrapping.wrap("\(sensor.sensor.rawValue): \(error)", width: Console.textWidth) + [""]
      }
    }
    if isEmpty && readings.restDuration < 0.5 * readings.duration {
      lines += ["Most of the recording is movement. Use --all to take all rows.", ""]
    }
    return lines.joined(separator: "\n")
  }

  private func table(of sensor: MeasuredNoise) -> String {
    let units = NoiseUnits.of(sensor.sensor)
    let columns = units.columns.filter { column in
      [.whiteNoise, .biasInstability, .randomWalk].contains(column.process)
        || sensor.axes.contains { $0.fit[column.process] != nil }
    }
    var table = TextTable(
      headings: [sensor.sensor.rawValue] + columns.map { "\($0.title) [\($0.unit.name)]" }
        + ["least [\(units.bias.name)]", "at [s]"])
    for axis in sensor.axes {
      let cells = columns.map { column in
        guard let coefficient = axis.fit[column.process] else { return "-" }
        let value = column.process == .ramp ? axis.fit.drift?.slope ?? .nan : coefficient.value
        let deviation = coefficient.standardDeviation
        let time = coefficient.correlationTime.isFinite ? " over \(Figures.short(coefficient.correlationTime)) s" : ""
        return "\(Figures.short(value * column.unit.factor)) ± \(Figures.short(deviation * column.unit.factor))\(time)"
      }
      let least = axis.deviation.minimum
      table.rows.append(
        .cells(
          ["  \(Self.name(of: axis))"] + cells + [
            Figures.short((least?.deviation ?? .nan) * units.bias.factor),
            Figures.short(least?.averagingTime ?? .nan),
          ]))
    }
    return table.text
  }

  /// The report as JSON, with a line feed at its end.
  var document: String {
    let deviations = sensors.flatMap { sensor in
      sensor.axes.map { axis in
        let points = axis.deviation.points
        let intervals = points.map { $0.interval() }
        return Document.Axis(
          sensor: sensor.sensor.rawValue, axis: Self.name(of: axis), unit: sensor.sensor.unit,
          averagingTimes: points.map(\.averagingTime), deviations: points.map(\.deviation),
          lower: intervals.map(\.lowerBound), upper: intervals.map(\.upperBound))
      }
    }
    let problems = sensors.compactMap { sensor in sensor.error.map { "\(sensor.sensor.rawValue): \($0)" } }
    let document = Document(
      log: path, duration: readings.duration, restDuration: readings.restDuration, problems: problems,
      noise: SensorNoise(recording: path, restDuration: readings.restDuration, sensors), deviations: deviations)
    return JSON.report(document)
  }

  private struct Document: Encodable {
    /// The deviations of an axis at each averaging time in s, with intervals of probability 0.683.
    struct Axis: Encodable {
      var sensor: String
      var axis: String
      var unit: String
      var averagingTimes, deviations, lower, upper: [Double]
    }

    var log: String
    var duration: Double
    var restDuration: Double
    var problems: [String]
    var noise: SensorNoise?
    var deviations: [Axis]
  }

  /// The picture.
  var plot: AllanPlot {
    AllanPlot(
      panels: sensors.filter { !$0.axes.isEmpty }.map { sensor in
        .init(
          title: sensor.sensor.rawValue, unit: sensor.sensor.unit,
          axes: sensor.axes.map { .init(name: Self.name(of: $0), deviation: $0.deviation, fit: $0.fit) })
      })
  }

  /// The noise file. Throws if no noise was identified.
  func json() throws(LogError) -> String {
    guard let noise = SensorNoise(recording: path, restDuration: readings.restDuration, sensors) else {
      throw LogError(path: path, message: "no noise identified; no file written")
    }
    do {
      return try noise.text
    } catch {
      throw LogError(path: path, message: "cannot encode the noise: \(error)")
    }
  }

  private static func name(of axis: AxisNoise) -> String { ["x", "y", "z"][axis.axis] }
}

/// The usual units of a sensor's noise, with their factors from SI units.
private struct NoiseUnits {
  /// A unit and its factor.
  struct Unit {
    var name: String
    var factor: Double
  }

  /// White noise.
  var whiteNoise: Unit
  /// Bias instability and deviations.
  var bias: Unit
  /// Random walk of the bias.
  var randomWalk: Unit
  /// Quantisation of the integral.
  var quantization: Unit
  /// Drift.
  var ramp: Unit

  /// Degrees and hours, as in data sheets.
  static let gyroscope = {
    let degree = 180 / Double.pi
    return NoiseUnits(
      whiteNoise: Unit(name: "deg/√h", factor: degree * 60), bias: Unit(name: "deg/h", factor: degree * 3600),
      randomWalk: Unit(name: "deg/h/√h", factor: degree * 3600 * 60), quantization: Unit(name: "deg", factor: degree),
      ramp: Unit(name: "deg/h/h", factor: degree * 3600 * 3600))
  }()

  /// Millionths of standard gravity, as in data sheets.
  static let accelerometer = {
    let microgravity = 1 / 9.80665e-6
    return NoiseUnits(
      whiteNoise: Unit(name: "µg/√Hz", factor: microgravity), bias: Unit(name: "µg", factor: microgravity),
      randomWalk: Unit(name: "µg/√h", factor: microgravity * 60), quantization: Unit(name: "mm/s", factor: 1e3),
      ramp: Unit(name: "µg/h", factor: microgravity * 3600))
  }()

  /// nT.
  static let magnetometer = NoiseUnits(
    whiteNoise: Unit(name: "nT/√Hz", factor: 1e3), bias: Unit(name: "nT", factor: 1e3),
    randomWalk: Unit(name: "nT/√h", factor: 60e3), quantization: Unit(name: "nT s", factor: 1e3),
    ramp: Unit(name: "nT/h", factor: 3600e3))

  /// The units of a sensor.
  static func of(_ sensor: CalibratedSensor) -> NoiseUnits {
    switch sensor {
    case .gyroscope: gyroscope
    case .accelerometer: accelerometer
    case .magnetometer: magnetometer
    }
  }

  /// The processes in the order of the report, with their names.
  var columns: [(process: NoiseProcess, title: String, unit: Unit)] {
    [
      (.whiteNoise, "white noise", whiteNoise), (.biasInstability, "bias instability", bias),
      (.randomWalk, "random walk", randomWalk), (.gaussMarkovBias, "Gauss-Markov bias", bias),
      (.quantization, "quantisation", quantization), (.ramp, "drift", ramp),
    ]
  }
}
