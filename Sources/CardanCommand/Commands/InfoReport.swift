import BatchFusion
import Foundation
import Rotations

/// What `cardan info` says of one log.
struct InfoReport {
  let path: String
  let inspection: LogInspection

  /// The report, with a line feed at its end.
  var text: String {
    var lines = [path, row("format", inspection.header.formatName), row("rows", rows)]
    lines.append(row("clock", clock))
    lines.append(sensor("gyroscope", inspection.gyroscope, inspection.header.hasGyroscope, "rad/s"))
    lines.append(sensor("accelerometer", inspection.accelerometer, inspection.header.hasAccelerometer, "m/s²"))
    lines.append(sensor("magnetometer", inspection.magnetometer, inspection.header.hasMagnetometer, "µT"))
    lines.append(row("at rest", rest))
    lines.append(row("axes", axes))
    lines.append(row("truth", truth))
    if !inspection.header.units.isEmpty { lines.append(row("units", units)) }
    let problems = inspection.problems
    lines.append(problems.isEmpty ? "No likely problems." : "Likely problems:")
    for problem in problems {
      let wrapped = TextWrapping.wrap(problem, width: 96)
      lines += wrapped.enumerated().map { ($0 == 0 ? "  - " : "    ") + $1 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ name: String, _ text: String) -> String { "  \(name)".padding(to: 17) + text }

  private var rows: String {
    "\(inspection.intervals.count) in \(Figures.fixed(inspection.intervals.duration, 2)) s"
  }

  private var clock: String {
    let intervals = inspection.intervals
    guard let interval = intervals.regularInterval else { return "no two stamps in order" }
    let jitter = intervals.jitter ?? 0
    return "\(Figures.fixed(1 / interval, 2)) Hz, jitter \(Figures.short(jitter * 1e3)) ms, \(intervals.gapCount) gaps "
      + "(longest step \(Figures.short(intervals.longest)) s), \(intervals.duplicateCount) repeated and "
      + "\(intervals.backwardCount) backward stamps"
  }

  private func sensor(_ name: String, _ statistics: SensorStatistics, _ isThere: Bool, _ unit: String) -> String {
    guard isThere || statistics.count > 0 else { return row(name, "none") }
    let duration = inspection.intervals.duration
    let rate = duration > 0 ? Double(statistics.changeCount) / duration : 0
    let mean = [statistics.mean.x, statistics.mean.y, statistics.mean.z].map(Figures.short).joined(separator: " ")
    let absent = Figures.percent(statistics.absentCount, of: statistics.count + statistics.absentCount)
    return row(
      name,
      "magnitude \(Figures.short(statistics.meanMagnitude)) ± \(Figures.short(statistics.magnitudeDeviation)), largest "
        + "\(Figures.short(statistics.largestMagnitude)) \(unit); mean \(mean); \(Figures.short(rate)) new readings/s; "
        + "absent \(absent)")
  }

  private var rest: String {
    let duration = inspection.intervals.duration
    guard duration > 0 else { return "-" }
    let share = Figures.fixed(100 * inspection.restTime / duration, 1)
    guard let rate = inspection.restRate else { return "\(share) % of the time" }
    return "\(share) % of the time; the gyroscope then reads \(Figures.degrees(rate, decimals: 3)) deg/s: its bias"
  }

  private var axes: String {
    let found = [
      ("accelerometer", inspection.gyroscopeInAccelerometer), ("magnetometer", inspection.gyroscopeInMagnetometer),
    ]
    return found.map { sensor, assignment in
      guard let assignment else { return "gyroscope to \(sensor): not to be told from this motion" }
      return "gyroscope to \(sensor): \(assignment.text), scale \(Figures.fixed(assignment.scale, 2))"
    }.joined(separator: "; ")
  }

  private var truth: String {
    guard inspection.truthCount > 0 else { return "none" }
    return "\(Figures.percent(inspection.truthCount, of: inspection.intervals.count)) of the rows"
  }

  private var units: String {
    inspection.header.units.map { "\($0.column) [\($0.unit)]" }.joined(separator: ", ")
  }
}
