import Foundation
import MotionLogs
import OfflineEstimation

/// What `cardan allan` found in one log.
struct AllanReport {
  /// One sensor: its name, its readings, and per axis what they came to.
  private struct Sensor {
    var name: String
    var unit: String
    var units: NoiseUnits
    var noise: [AxisNoise]
    var error: AllanError?

    /// The axes as they are shown.
    var axes: [AllanPlot.Axis] {
      noise.map { .init(name: ["x", "y", "z"][$0.axis], deviation: $0.deviation, fit: $0.fit) }
    }
  }

  private let path: String
  private let readings: StillReadings
  private let sensors: [Sensor]

  init(path: String, readings: StillReadings) {
    self.path = path
    self.readings = readings
    sensors = [
      Self.sensor("gyroscope", "rad/s", .gyroscope, readings.gyroscope),
      Self.sensor("accelerometer", "m/s²", .accelerometer, readings.accelerometer),
      Self.sensor("magnetometer", "µT", .magnetometer, readings.magnetometer),
    ]
  }

  /// Whether nothing was found for any sensor.
  var isEmpty: Bool { sensors.allSatisfy(\.noise.isEmpty) }

  private static func sensor(
    _ name: String, _ unit: String, _ units: NoiseUnits, _ readings: StillReadings.Sensor
  ) -> Sensor {
    let (noise, error) = readings.noise()
    return Sensor(name: name, unit: unit, units: units, noise: noise, error: error)
  }

  /// The report, with a line feed at its end.
  var text: String {
    let rest = "\(Figures.fixed(readings.restDuration, 1)) s at rest of \(Figures.fixed(readings.duration, 1)) s"
    var lines = ["\(path): \(rest)", ""]
    if isEmpty && sensors.allSatisfy({ $0.error == nil }) { lines += ["No sensor has a reading at rest.", ""] }
    for sensor in sensors {
      if !sensor.noise.isEmpty { lines.append(table(of: sensor)) }
      if let error = sensor.error { lines += TextWrapping.wrap("\(sensor.name): \(error)", width: 100) + [""] }
    }
    if isEmpty && readings.restDuration < 0.5 * readings.duration {
      lines += ["Most of the recording is movement; with --all every row is used.", ""]
    }
    return lines.joined(separator: "\n")
  }

  private func table(of sensor: Sensor) -> String {
    let seen = sensor.units.columns.filter { column in
      [.whiteNoise, .biasInstability, .randomWalk].contains(column.process)
        || sensor.axes.contains { $0.fit?[column.process] != nil }
    }
    var table = TextTable(
      headings: [sensor.name] + seen.map { "\($0.title) [\($0.unit.name)]" }
        + ["least [\(sensor.units.bias.name)]", "at [s]"])
    for axis in sensor.axes {
      let cells = seen.map { column in
        guard let coefficient = axis.fit?[column.process] else { return "-" }
        let value = column.process == .ramp ? axis.fit?.drift?.slope ?? .nan : coefficient.value
        let deviation = coefficient.standardDeviation
        let time = coefficient.correlationTime.isFinite ? " over \(Figures.short(coefficient.correlationTime)) s" : ""
        return "\(Figures.short(value * column.unit.factor)) ± \(Figures.short(deviation * column.unit.factor))\(time)"
      }
      let least = axis.deviation.minimum
      table.rows.append(
        .cells(
          ["  \(axis.name)"] + cells + [
            Figures.short((least?.deviation ?? .nan) * sensor.units.bias.factor),
            Figures.short(least?.averagingTime ?? .nan),
          ]))
    }
    return table.text
  }

  /// The picture.
  var plot: AllanPlot {
    AllanPlot(
      panels: sensors.filter { !$0.noise.isEmpty }.map { .init(title: $0.name, unit: $0.unit, axes: $0.axes) })
  }

  /// The file for `--tune-from`. Throws where nothing is known.
  func json() throws(LogError) -> String {
    let noise = SensorNoise(
      recording: path, restDuration: readings.restDuration, gyroscope: sensors[0].noise,
      accelerometer: sensors[1].noise, magnetometer: sensors[2].noise)
    guard let noise else { throw LogError(path: path, message: "tells the noise of no sensor: no file is written") }
    do {
      return try noise.text
    } catch {
      throw LogError(path: path, message: "the noise cannot be written: \(error)")
    }
  }
}
