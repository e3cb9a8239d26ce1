// Likely problems of a log. Each text names the finding and its probable cause or remedy.

extension LogInspection {
  /// The likely problems, the most severe first, as fragments in lower case.
  public var problems: [String] {
    if intervals.count == 0 { return ["no rows"] }
    return clockProblems + unitProblems + axisProblems + saturationProblems + coverageProblems
  }

  private var clockProblems: [String] {
    var problems: [String] = []
    if intervals.regularInterval == nil {
      problems.append("timestamps never increase; nothing to integrate")
    }
    if intervals.backwardCount > 0 {
      problems.append("timestamps run backwards \(Self.times(intervals.backwardCount)); those rows are not integrated")
    }
    if intervals.duplicateCount > 0 {
      problems.append(
        "a timestamp repeats the one before \(Self.times(intervals.duplicateCount)); its unit may be too coarse")
    }
    if let interval = intervals.regularInterval {
      if !(0.5...10_000).contains(1 / interval) {
        problems.append(
          "rate of \(Self.short(1 / interval)) Hz, unusual for an inertial sensor; check the unit of time")
      } else if interval > 0.025 {
        problems.append("rate of \(Self.short(1 / interval)) Hz, too low for fast rotation")
      }
      if let jitter = intervals.jitter, jitter > 0.2 * interval {
        problems.append(
          "timestamp jitter of \(Self.short(100 * jitter / interval)) % of an interval; they may be times of arrival")
      }
    }
    return problems
  }

  private var unitProblems: [String] {
    var problems: [String] = []
    let force = accelerometer.meanMagnitude
    if accelerometer.count > 0 && !(7...13).contains(force) {
      let seen = "mean specific force of \(Self.short(force)) m/s², expected about 9.8"
      problems.append("\(seen); \(Self.forceExplanation(force))")
    }
    let field = magnetometer.meanMagnitude
    if magnetometer.count > 0 && !(20...70).contains(field) {
      let seen = "mean magnetic field of \(Self.short(field)) µT, expected 22 to 67"
      problems.append("\(seen); \(Self.fieldExplanation(field))")
    } else if magnetometer.count > 0 && magnetometer.magnitudeStandardDeviation > 0.15 * field {
      problems.append(
        "magnetic field strength varies by \(Self.short(100 * magnetometer.magnitudeStandardDeviation / field)) %; "
          + "calibrate the magnetometer, or look for iron or a magnet nearby")
    }
    if gyroscope.largestMagnitude > 75 {
      problems.append(
        "largest angular rate of \(Self.short(gyroscope.largestMagnitude)) rad/s, above the range of gyroscopes "
          + "(70 rad/s, 4000 deg/s); the values look like deg/s")
    }
    if let rate = restRate, rate.length > 0.05 {
      problems.append("gyroscope bias of \(Self.short(rate.length * 180 / .pi)) deg/s at rest, which is large")
    }
    return problems
  }

  private static func forceExplanation(_ force: Double) -> String {
    switch force {
    case 0.7...1.3: "the values look like g"
    case 700...1300: "the values look like mg"
    case 69...128: "the values look like m/s² taken for g"
    case ..<0.7: "gravity may already be removed"
    default: "check the unit"
    }
  }

  private static func fieldExplanation(_ field: Double) -> String {
    switch field {
    case 0.2...0.7: "the values look like gauss"
    case 200...700: "the values look like milligauss"
    case 20_000...70_000: "the values look like nanotesla"
    case 0.02...0.07: "the values look like millitesla"
    case 70...: "calibrate the magnetometer, or look for a magnet nearby"
    default: "check the unit; the field may be shielded"
    }
  }

  private var axisProblems: [String] {
    let found = [("accelerometer", gyroscopeInAccelerometer), ("magnetometer", gyroscopeInMagnetometer)]
    return found.compactMap { sensor, assignment in
      guard let assignment else { return nil }
      if !assignment.isIdentity {
        return
          "axes of gyroscope and \(sensor) do not agree: x,y,z of the \(sensor) rotate as \(assignment.text) of the "
          + "gyroscope"
      }
      if (0.8...1.25).contains(assignment.scale) { return nil }
      let ratio = 1 / assignment.scale
      let unit = (45...72).contains(ratio) ? "the values look like deg/s" : "check its unit"
      return "gyroscope rates are \(Self.short(ratio)) times the rotation seen by the \(sensor); \(unit)"
    }
  }

  private var saturationProblems: [String] {
    let checks = [
      ("gyroscope", gyroscope, 2.0, "rad/s"), ("accelerometer", accelerometer, 15.0, "m/s²"),
      ("magnetometer", magnetometer, 100.0, "µT"),
    ]
    return checks.flatMap { sensor, statistics, least, unit in
      statistics.saturatedAxes(run: 3, atLeast: least).map { axis, value in
        "\(sensor) saturated: \(["x", "y", "z"][axis]) stays at its largest value, \(Self.short(value)) \(unit)"
      }
    }
  }

  private var coverageProblems: [String] {
    var problems: [String] = []
    if gyroscope.count == 0 { problems.append("no gyroscope readings: attitude is unknown") }
    if accelerometer.count == 0 {
      problems.append("no accelerometer readings: tilt is unknown")
    }
    if magnetometer.count == 0 {
      problems.append("no magnetometer readings: heading is relative and drifts")
    }
    let sensors = [("gyroscope", gyroscope), ("accelerometer", accelerometer)]
    for (sensor, statistics) in sensors where statistics.count > 0 && statistics.absentShare > 0.01 {
      problems.append("\(Self.short(100 * statistics.absentShare)) % of the rows have no \(sensor) reading")
    }
    // A gyroscope may read zero; gravity and the Earth's field never do.
    for (sensor, statistics) in [("accelerometer", accelerometer), ("magnetometer", magnetometer)]
    where statistics.zeroCount > 0 {
      problems.append("\(sensor) reads exactly zero \(Self.times(statistics.zeroCount)); probably dropouts")
    }
    if intervals.gapCount > 0 {
      problems.append(
        "samples missing \(Self.times(intervals.gapCount)), for up to \(Self.short(intervals.longest)) s")
    }
    if intervals.duration < 3 && intervals.count > 1 {
      problems.append("duration of \(Self.short(intervals.duration)) s; filters need a few seconds to settle")
    }
    return problems
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// Three significant digits.
  static func short(_ value: Double) -> String { String(value, format: "%.3g") }
}
