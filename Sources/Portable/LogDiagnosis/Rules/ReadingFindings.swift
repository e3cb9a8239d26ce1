import LogTables

// The readings of each sensor, row by row (checks J, K, L, M and X).

extension LogInspection {
  /// Axes that keep one value, and sensors that repeat one reading, while the log moves.
  var stuckFindings: [Finding] {
    let axes = [
      (Finding.Sensor.gyroscope, stuckAxes.gyroscope, frozen.gyroscope, gyroscope),
      (.accelerometer, stuckAxes.accelerometer, frozen.accelerometer, accelerometer),
      (.magnetometer, stuckAxes.magnetometer, frozen.magnetometer, magnetometer),
    ]
    return axes.flatMap { sensor, stuck, frozen, statistics in
      let found = stuck.axes.enumerated().flatMap { index, axis -> [Finding] in
        // An axis that moved before, and stays at its largest value, is saturated.
        let ends = statistics.extremes[2 * index...2 * index + 1].map { $0.value }
        // Large steps hide small changes.
        if axis.hasMoved, isCoarse(sensor, statistics) { return [] }
        if axis.hasMoved, abs(axis.value) > 0, ends.contains(abs(axis.value)) { return [] }
        return finding(
          .stuck(sensor, axis: index), for: axis.time, from: axis.start, [.init("value", axis.value, sensor.unit)])
      }
      return found.isEmpty && !isCoarse(sensor, statistics)
        ? finding(.frozen(sensor), for: frozen.time, from: frozen.firstStart, []) : found
    }
  }

  private func finding(
    _ fact: Finding.Fact, for time: Double, from start: Int64?, _ evidence: [Finding.Evidence]
  ) -> [Finding] {
    guard var severity = Threshold.stuckTime.severity(of: time) else { return [] }
    let share = intervals.duration > 0 ? time / intervals.duration : 1
    severity = max(severity, Threshold.stuckShare.severity(of: share) ?? severity)
    return [
      Finding(
        fact, severity, [.init("time", time, "s"), .init("of the log", 100 * share, "%")] + evidence,
        times: times(from: start, for: time),
        advice: Finding.Advice(action: "check the cable and the driver of the sensor"))
    ]
  }

  /// Held, saturated, missing and impossible readings.
  var readingFindings: [Finding] {
    sensors.filter { $0.statistics.count > 0 }.flatMap { sensor, statistics in
      let steps = steps(sensor, statistics)
      return (steps.isEmpty ? held(sensor, statistics) : steps) + saturated(sensor, statistics)
        + invalid(sensor, statistics)
    }
  }

  /// Whether the readings are multiples of a step that hides small changes: a quarter of a large one.
  private func isCoarse(_ sensor: Finding.Sensor, _ statistics: SensorStatistics) -> Bool {
    !steps(sensor, statistics, factor: 4).isEmpty
  }

  /// Readings that are multiples of a large step, or of one that is large when enlarged by a factor.
  private func steps(
    _ sensor: Finding.Sensor, _ statistics: SensorStatistics, factor: Double = 1
  ) -> [Finding] {
    guard let step = statistics.resolution.map({ $0 * factor }) else { return [] }
    let (threshold, unit): (Threshold, Double) =
      switch sensor {
      case .gyroscope: (.gyroscopeStep, 180 / .pi)
      case .accelerometer: (.accelerometerStep, 1)
      default: (.magnetometerStep, 1)
      }
    // A unit on the limit is rounded.
    return threshold.finding(
      .coarse(sensor), of: step * unit * (1 + 1e-6), "step",
      advice: Finding.Advice(action: "choose a smaller range of the sensor, or write more digits"))
  }

  private func held(_ sensor: Finding.Sensor, _ statistics: SensorStatistics) -> [Finding] {
    guard statistics.moving.count > 100, intervals.duration > 0 else { return [] }
    let share = statistics.heldShare
    // Rows repeat a slow magnetometer as a matter of course.
    guard let severity = Threshold.held.severity(of: share), sensor != .magnetometer || share > 0.45 else { return [] }
    let rows = Double(statistics.count) / intervals.duration
    return [
      Finding(
        .held(sensor), sensor == .magnetometer ? .note : severity,
        [
          .init("repeated readings in motion", 100 * share, "%"), .init("rows", rows, "Hz"),
          .init("new readings", rows * (1 - share), "Hz"),
        ], advice: Finding.Advice(action: "set the sensor's rate to that of the log, or leave out repeated readings"))
    ]
  }

  /// Readings at the end of a sensor's range.
  func saturated(_ sensor: Finding.Sensor, _ statistics: SensorStatistics) -> [Finding] {
    let isCoarse = isCoarse(sensor, statistics)
    return statistics.saturatedAxes { Self.isLimit($0, of: sensor) }.filter { found in
      !isCoarse || Self.isLimit(found.value, of: sensor)
    }.flatMap { axis, value, count in
      let clipsGravity = sensor == .accelerometer && value < 1.05 * Finding.gravity
      return Threshold.saturated.finding(
        clipsGravity ? .clipsGravity(axis: axis) : .saturated(sensor, axis: axis), of: Double(count),
        "readings at the limit", nil,
        [
          .init("limit", value, sensor.unit),
          .init(Finding.readingShare, 100 * Double(count) / Double(statistics.count), "%"),
        ],
        advice: Finding.Advice(action: "choose a larger range of the sensor"))
    }
  }

  /// Whether a value is near the end of a usual range: powers of two in g, times 125 in deg/s; 49.152 G of common magnetometers.
  private static func isLimit(_ value: Double, of sensor: Finding.Sensor) -> Bool {
    let limits: [Double] =
      switch sensor {
      case .gyroscope: (0...5).map { 125 * Double(1 << $0) * .pi / 180 }
      case .accelerometer: (0...5).map { 9.80665 * Double(1 << $0) }
      case .magnetometer: [400, 800, 1200, 1600, 4915.2]
      case .timestamps: []
      }
    return limits.contains { abs(value / $0 - 1) < 0.03 }
  }

  private func invalid(_ sensor: Finding.Sensor, _ statistics: SensorStatistics) -> [Finding] {
    var found: [Finding] = []
    let rows = Double(statistics.count + statistics.absentCount)
    // A gyroscope may read zero; gravity and the Earth's field never do. A sensor of its own rate leaves rows out.
    if sensor != .gyroscope, statistics.zeroCount > 0 {
      found += Threshold.zeros.finding(
        .zeros(sensor), of: Double(statistics.zeroCount) / rows, "share of the readings", nil,
        [.init("readings", Double(statistics.zeroCount))],
        advice: Finding.Advice(action: "check the driver for lost readings"))
    }
    if !statistics.hasOwnRate {
      // Magnetometers are slow; what they miss matters little.
      found += Threshold.missing.finding(
        .missing(sensor), of: statistics.absentShare, "share of the rows", nil,
        [.init("rows", Double(statistics.absentCount))],
        advice: Finding.Advice(action: "look for lost readings")
      ).map { sensor == .magnetometer ? $0.noted : $0 }
    }
    // A blow is a spike of the accelerometer that nothing corrupted, up to the usual range of 16 g.
    let isBlow = sensor == .accelerometer && statistics.spikes.largest < 16 * Finding.gravity
    found += (isBlow ? Threshold.blows : Threshold.spikes).finding(
      .spikes(sensor), of: Double(statistics.spikes.count), "spikes", nil,
      [
        .init(
          "largest", statistics.spikes.largest,
          sensor.unit)
      ],
      advice: Finding.Advice(action: "check the wiring and the driver for corrupt readings"))
    return found
  }

  /// Absent sensors, slow samples and short logs.
  var coverageFindings: [Finding] {
    var found: [Finding] = []
    for (sensor, statistics) in sensors where statistics.count == 0 {
      found.append(
        Finding(.absent(sensor), sensor == .magnetometer ? .note : .unusable))
    }
    if let interval = intervals.meanInterval {
      let turn = gyroscope.meanMagnitude * 180 / .pi * interval
      if let severity = Threshold.slowTurn.severity(of: turn) {
        found.append(
          .tooSlow(severity, [.init("mean rotation between two rows", turn, "deg"), .init("rate", 1 / interval, "Hz")]))
      }
    }
    if intervals.count > 1 {
      found += Threshold.shortestDuration.finding(
        .tooShort, of: 3 - intervals.duration, "short of 3 s by", nil, [.init("duration", intervals.duration, "s")],
        advice: Finding.Advice(action: "record longer: filters settle within a few seconds"))
    }
    return found
  }
}

extension Finding {
  /// The name of a share of a sensor's readings.
  static let readingShare = "of the readings"

  /// Rows that are too far apart.
  package static func tooSlow(_ severity: Severity, _ evidence: [Evidence]) -> Finding {
    Finding(.tooSlow, severity, evidence, advice: Advice(action: "record faster, at 100 Hz or more"))
  }
}

extension Finding.Sensor {
  /// The unit of the readings.
  package var unit: String {
    switch self {
    case .timestamps: "s"
    case .gyroscope: "rad/s"
    case .accelerometer: "m/s^2"
    case .magnetometer: "uT"
    }
  }
}
