import LogDiagnosis
import LogProcessing
import LogTables
import Rotations

/// The report of `cardan info` on one log.
struct InfoReport {
  let path: String
  let doctor: LogDoctor
  let findings: [Finding]

  private var inspection: LogInspection { doctor.inspection }

  /// The report, ending with a line feed.
  var text: String {
    let facts =
      [
        ("format", inspection.header.formatName + (inspection.header.recordingName.map { ", recording \($0)" } ?? "")),
        ("rows", rows), ("clock", clock), ("timing", timestamps),
        ("at rest", rest),
        ("axes", axes), ("truth", truth),
      ] + velocities + contents + (inspection.damage.summary.map { [("damage", $0)] } ?? [])
    let lines = [path.printable] + facts.map { "  \($0)".padding(to: 11) + $1 }
    return lines.joined(separator: "\n") + "\n\n" + sensors.text + "\n" + problems
  }

  private var problems: String {
    if findings.isEmpty { return "No likely problems.\n" }
    return "Likely problems; 'cardan doctor' gives a verdict:\n" + DoctorReport.lines(findings)
  }

  private var sensors: TextTable {
    var table = TextTable(headings: [
      "sensor", "unit", "in the log", "mean", "sigma", "largest", "readings/s", "missing",
    ])
    let units = inspection.header.units
    let rows = [
      ("gyroscope", ["gyr", "w_"], inspection.gyroscope, "rad/s"),
      ("accelerometer", ["acc", "a_"], inspection.accelerometer, "m/s^2"),
      ("magnetometer", ["mag"], inspection.magnetometer, "uT"),
    ]
    for (name, marks, statistics, unit) in rows {
      guard statistics.count > 0 else {
        table.rows.append(.cells([name, "none"] + Array(repeating: "", count: 6)))
        continue
      }
      let duration = inspection.intervals.duration
      // Rows without a reading of a sensor with a rate of its own lack nothing.
      let absent =
        statistics.hasOwnRate
        ? "-" : Figures.percent(statistics.absentCount, of: statistics.count + statistics.absentCount)
      let figures = [
        statistics.meanMagnitude, statistics.magnitudeStandardDeviation, statistics.largestMagnitude,
        duration > 0 ? Double(statistics.changeCount) / duration : .nan,
      ]
      // Streams have the name of the sensor first, then their topic; columns of tables have it anywhere.
      let column =
        units.first { $0.column.hasPrefix(name) }
        ?? units.first { column in marks.contains { column.column.lowercased().includes($0) } }
      table.rows.append(.cells([name, unit, column?.unit ?? ""] + figures.map(Figures.short) + [absent]))
    }
    return table
  }

  private var rows: String {
    "\(inspection.intervals.count) in \(Figures.fixed(inspection.intervals.duration, 2)) s"
  }

  private var clock: String {
    guard let interval = inspection.intervals.regularInterval else { return "no two timestamps in order" }
    let jitter = Figures.short((inspection.intervals.jitter ?? 0) * 1e3)
    return "\(Figures.fixed(1 / interval, 2)) Hz, jitter \(jitter) ms"
  }

  private var timestamps: String {
    let intervals = inspection.intervals
    return "\(intervals.gapCount) gaps (longest step \(Figures.short(intervals.longest)) s), "
      + "\(intervals.duplicateCount) repeated, \(intervals.backwardCount) out of order"
  }

  private var rest: String {
    let duration = inspection.intervals.duration
    guard duration > 0 else { return "-" }
    let share = Figures.fixed(100 * inspection.rests.time / duration, 1)
    guard let rate = inspection.rests.rate else { return "\(share) % of the time" }
    return "\(share) % of the time; gyroscope bias there \(Figures.degrees(rate, decimals: 3)) deg/s"
  }

  private var axes: String {
    let found = [
      ("accelerometer", inspection.gyroscopeInAccelerometer), ("magnetometer", inspection.gyroscopeInMagnetometer),
    ]
    return found.map { sensor, search in
      guard let fit = search.fit, fit.share > 0.5 else {
        return "gyroscope to \(sensor): not determined by this motion"
      }
      // A scale that is not known well is no scale.
      let scale = fit.share > 0.8 ? ", scale \(Figures.fixed(fit.best.scale, 2))" : ""
      return "gyroscope to \(sensor): \(fit.best.text)\(scale)"
    }.joined(separator: "; ")
  }

  /// The velocities for the filter; empty without them.
  private var velocities: [(String, String)] {
    let header = inspection.header
    let found = [("over ground", header.hasVelocityOverGround), ("forward speed", header.hasForwardSpeed)]
      .filter(\.1).map(\.0)
    return found.isEmpty ? [] : [("velocity", found.joined(separator: ", "))]
  }

  /// What a file of several streams holds besides; empty for others.
  private var contents: [(String, String)] {
    guard let contents = inspection.header.contents else { return [] }
    let streams = contents.streams.map { "\($0.stream) \($0.topic)" }
    let recordings = contents.recordings.enumerated().map { index, recording in
      let rate = recording.rate.map { " at \(Figures.short($0)) Hz" } ?? ""
      // A number chooses the best recording of a sensor, the name any.
      let isBest =
        !recording.isOnRequest && !contents.recordings[..<index].contains { $0.instance == recording.instance }
      let instance = recording.instance == 0 ? "" : "#\(recording.instance)"
      let choice = isBest ? "#\(recording.instance)" : "--topic \(recording.topic)\(instance)"
      return "\(recording.topic)\(rate) (\(recording.isChosen ? "this one" : choice))"
    }
    let place = contents.position.map {
      "\(contents.fixCount) fixes, the first at \($0.text)" + (contents.date.map { " on \($0)" } ?? "")
    }
    return [
      ("streams", streams.isEmpty ? nil : streams.joined(separator: ", ")),
      ("file has", recordings.isEmpty ? nil : recordings.joined(separator: ", ")),
      ("attitude", contents.attitudes.isEmpty ? nil : "\(contents.attitudes.joined(separator: ", ")) (--truth)"),
      ("place", place),
    ].compactMap { name, text in text.map { (name, $0) } }
  }

  private var truth: String {
    guard inspection.truthCount > 0 else { return "none" }
    return "\(Figures.percent(inspection.truthCount, of: inspection.intervals.count)) of the rows"
  }
}
