import Foundation

// What is probably wrong with a log, in plain words. Each sentence says what was seen and what to do about it.

extension LogInspection {
  /// The likely problems, the gravest first; none for a log that looks sound.
  public var problems: [String] {
    if intervals.count == 0 { return ["The log has no rows."] }
    return clockProblems + unitProblems + axisProblems + saturationProblems + coverageProblems
  }

  private var clockProblems: [String] {
    var problems: [String] = []
    if intervals.regularInterval == nil {
      problems.append("The time stamps never increase: there is nothing to integrate over.")
    }
    if intervals.backwardCount > 0 {
      problems.append("The time goes back \(Self.times(intervals.backwardCount)): those rows are not integrated.")
    }
    if intervals.duplicateCount > 0 {
      problems.append(
        "A time stamp repeats the one before \(Self.times(intervals.duplicateCount)); is its unit too coarse?")
    }
    if let interval = intervals.regularInterval {
      if !(0.5...10_000).contains(1 / interval) {
        problems.append(
          "A rate of \(Self.short(1 / interval)) Hz is odd for an inertial sensor: check the unit of time.")
      } else if interval > 0.025 {
        problems.append("\(Self.short(1 / interval)) Hz is slow: quick turns between two samples are lost.")
      }
      if let jitter = intervals.jitter, jitter > 0.2 * interval {
        problems.append(
          "The stamps jitter by \(Self.short(100 * jitter / interval)) % of an interval: were they made on arrival?")
      }
    }
    return problems
  }

  private var unitProblems: [String] {
    var problems: [String] = []
    let force = accelerometer.meanMagnitude
    if accelerometer.count > 0 && !(7...13).contains(force) {
      let seen = "The mean specific force is \(Self.short(force)) m/s², not near 9.8"
      problems.append("\(seen): \(Self.forceExplanation(force)).")
    }
    let field = magnetometer.meanMagnitude
    if magnetometer.count > 0 && !(20...70).contains(field) {
      let seen = "The mean magnetic field is \(Self.short(field)) µT; that of the Earth is 22 to 67"
      problems.append("\(seen): \(Self.fieldExplanation(field)).")
    } else if magnetometer.count > 0 && magnetometer.magnitudeDeviation > 0.15 * field {
      problems.append(
        "The strength of the magnetic field varies by \(Self.short(100 * magnetometer.magnitudeDeviation / field)) %: "
          + "the magnetometer is not calibrated, or there is iron or a magnet nearby.")
    }
    if gyroscope.largestMagnitude > 75 {
      problems.append(
        "The largest angular rate is \(Self.short(gyroscope.largestMagnitude)) rad/s, more than a gyroscope measures "
          + "(4000 deg/s are 70 rad/s): the values look like deg/s.")
    }
    if let rate = restRate, rate.length > 0.05 {
      problems.append("The gyroscope reads \(Self.short(rate.length * 180 / .pi)) deg/s at rest: a large bias.")
    }
    return problems
  }

  private static func forceExplanation(_ force: Double) -> String {
    switch force {
    case 0.7...1.3: "the values look like g"
    case 700...1300: "the values look like mg"
    case 69...128: "the values look like m/s² that were taken for g"
    case ..<0.7: "was gravity already removed?"
    default: "check the unit"
    }
  }

  private static func fieldExplanation(_ field: Double) -> String {
    switch field {
    case 0.2...0.7: "the values look like gauss"
    case 200...700: "the values look like milligauss"
    case 20_000...70_000: "the values look like nanotesla"
    case 0.02...0.07: "the values look like millitesla"
    case 70...: "the magnetometer is not calibrated, or there is a magnet nearby"
    default: "check the unit, or is the field shielded?"
    }
  }

  private var axisProblems: [String] {
    let found = [("accelerometer", gyroscopeInAccelerometer), ("magnetometer", gyroscopeInMagnetometer)]
    return found.compactMap { sensor, assignment in
      guard let assignment else { return nil }
      if !assignment.isIdentity {
        return
          "The axes of gyroscope and \(sensor) do not agree: x,y,z of the \(sensor) turn as \(assignment.text) of the "
          + "gyroscope."
      }
      if (0.8...1.25).contains(assignment.scale) { return nil }
      let ratio = 1 / assignment.scale
      let unit = (45...72).contains(ratio) ? "the values look like deg/s" : "check its unit"
      return "The gyroscope reads \(Self.short(ratio)) times what the \(sensor) sees it turn: \(unit)."
    }
  }

  private var saturationProblems: [String] {
    let checks = [
      ("gyroscope", gyroscope, 2.0, "rad/s"), ("accelerometer", accelerometer, 15.0, "m/s²"),
      ("magnetometer", magnetometer, 100.0, "µT"),
    ]
    return checks.flatMap { sensor, statistics, least, unit in
      statistics.saturatedAxes(run: 3, atLeast: least).map { axis, value in
        "The \(sensor)'s \(["x", "y", "z"][axis]) stands still at \(Self.short(value)) \(unit), its largest value: "
          + "saturated."
      }
    }
  }

  private var coverageProblems: [String] {
    var problems: [String] = []
    if gyroscope.count == 0 { problems.append("There is no gyroscope reading: attitude cannot be followed.") }
    if accelerometer.count == 0 {
      problems.append("There is no accelerometer reading: which way is down is not known.")
    }
    if magnetometer.count == 0 {
      problems.append("There is no magnetometer reading: the heading is relative and drifts.")
    }
    let sensors = [("gyroscope", gyroscope), ("accelerometer", accelerometer)]
    for (sensor, statistics) in sensors where statistics.count > 0 && statistics.absentShare > 0.01 {
      problems.append("\(Self.short(100 * statistics.absentShare)) % of the rows have no reading of the \(sensor).")
    }
    // A gyroscope may well read zero; gravity and the Earth's field never vanish.
    for (sensor, statistics) in [("accelerometer", accelerometer), ("magnetometer", magnetometer)]
    where statistics.zeroCount > 0 {
      problems.append("The \(sensor) reads exactly zero \(Self.times(statistics.zeroCount)): dropouts?")
    }
    if intervals.gapCount > 0 {
      problems.append(
        "Samples are missing \(Self.times(intervals.gapCount)), for \(Self.short(intervals.longest)) s at most.")
    }
    if intervals.duration < 3 && intervals.count > 1 {
      problems.append("\(Self.short(intervals.duration)) s are short: filters need a few seconds to settle.")
    }
    return problems
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// Three significant digits.
  static func short(_ value: Double) -> String { String(format: "%.3g", value) }
}
