import LogTables
import MotionSamples

// The timestamps (checks G and H).

extension LogInspection {
  /// What is wrong with the clock.
  var clockFindings: [Finding] {
    guard intervals.count > 1 else { return [] }
    guard let regular = intervals.regularInterval, let mean = intervals.meanInterval else {
      return [
        Finding(.clockStopped, .unusable, advice: Finding.Advice(action: "check the column and the unit of time"))
      ]
    }
    let groups = grouping(mean)
    let rate = groups.isEmpty ? 1 / regular : 1 / mean
    let irregular = groups.isEmpty ? repeated + irregular(regular) : []
    let hasLost = irregular.contains { $0.fact == .gaps }
    return (rate < 0.5 ? [.unusualRate(rate)] : Finding.tooFast(rate)) + steps + groups + irregular
      + (hasLost ? [] : gaps)
  }

  private var steps: [Finding] {
    var found: [Finding] = []
    if intervals.resetCount > 0 {
      found.append(
        .clockReset(
          [
            .init("resets", Double(intervals.resetCount)),
            .init("first after", intervals.firstReset.map { seconds(at: $0) } ?? 0, "s"),
          ], times: times(from: intervals.firstReset, for: 0)))
    }
    if intervals.clockSetCount > 0 {
      found.append(
        Finding(
          .clockSet, .note, [.init("times", Double(intervals.clockSetCount)), .init("by", intervals.timeSet, "s")],
          times: times(from: intervals.firstClockSet, for: 0)))
    }
    let others = intervals.backwardCount - intervals.resetCount
    if others > 0 {
      found += Threshold.outOfOrder.finding(
        .outOfOrder, of: Double(others) / Double(intervals.count), "share of the rows", nil,
        [.init("rows", Double(others))],
        advice: Finding.Advice(action: "sort the rows by time; rows out of order are not integrated"))
    }
    return found
  }

  /// Rows that come in groups: their mean rate is right, each time is not.
  private func grouping(_ mean: Double) -> [Finding] {
    let share = Double(intervals.groupedCount) / Double(intervals.count)
    return Threshold.grouped.finding(
      .grouped, of: share, "rows close behind another", nil,
      [.init("mean rate", 1 / mean, "Hz"), .init("longest interval", 1000 * intervals.longest, "ms")],
      advice: Finding.Advice(
        header.contents == nil ? [.rate(Int(saturating: (1 / mean).rounded()))] : [],
        action: "write the sensor's own time"))
  }

  private var repeated: [Finding] {
    guard intervals.duplicateCount > 0 else { return [] }
    return Threshold.repeated.finding(
      .repeatedTimestamps, of: Double(intervals.duplicateCount) / Double(intervals.count), "share of the rows", nil,
      [.init("rows", Double(intervals.duplicateCount))], advice: Finding.Advice(action: "write time in a finer unit"))
  }

  /// Rows that are missing one by one, or intervals of any length.
  private func irregular(_ regular: Double) -> [Finding] {
    let found = intervals.missing(regular)
    let isLong = (intervals.quantile(0.95) ?? 0) > 1.5 * regular
    guard found.share > 0.8, isLong || Threshold.gapTime.severity(of: intervals.longest) != .doubt else {
      return jitter(regular)
    }
    let rows = Double(intervals.count + found.rows)
    let lost = Threshold.missingRows.finding(
      .gaps, of: Double(found.rows) / rows, "share of the rows", nil,
      [.init("rows", Double(found.rows)), .init("longest", intervals.longest, "s")],
      times: times(from: intervals.longestStart, for: intervals.longest), advice: lostRows)
    return lost + (isLong ? [] : jitter(regular))
  }

  private var lostRows: Finding.Advice {
    Finding.Advice(action: "look for lost rows: the rotation in a gap is unknown")
  }

  private func jitter(_ regular: Double) -> [Finding] {
    guard let median = intervals.quantile(0.5), let most = intervals.quantile(0.95) else { return [] }
    return Threshold.jitter.finding(
      .jitter, of: (most - median) / regular, "95 % quantile of the intervals above their median, relative", nil,
      [
        .init("median", 1000 * median, "ms"), .init("95 % quantile", 1000 * most, "ms"),
        .init("longest", 1000 * intervals.longest, "ms"),
        .init("mean rate", 1 / (intervals.meanInterval ?? regular), "Hz"),
      ],
      advice: Finding.Advice(action: "write the sensor's own time instead of the time of arrival"))
  }

  private var gaps: [Finding] {
    guard intervals.gapCount > 0 else { return [] }
    return Threshold.gapTime.finding(
      .gaps, of: intervals.longest, "longest", nil, [.init("gaps", Double(intervals.gapCount))],
      times: times(from: intervals.longestStart, for: intervals.longest), advice: lostRows)
  }
}

extension Finding {
  /// A rate in Hz that no inertial sensor has.
  static func unusualRate(_ rate: Double) -> Finding {
    Finding(.unusualRate, .unusable, [.init("rate", rate, "Hz")], advice: Advice(action: "check the unit of time"))
  }

  /// A rate in Hz, if it is too high for an inertial sensor.
  package static func tooFast(_ rate: Double) -> [Finding] { rate > 10_000 ? [unusualRate(rate)] : [] }

  /// Timestamps that step back to another recording.
  package static func clockReset(_ evidence: [Evidence], times: [ClosedRange<Double>] = []) -> Finding {
    Finding(
      .clockReset, .unusable, evidence, times: times,
      advice: Advice(action: "split the log there"))
  }
}

// The clocks of the sensors against each other (check I).

extension LogInspection {
  /// Sensors that read after the gyroscope, or before it: then the gyroscope is late.
  var delayFindings: [Finding] {
    let measured = forceDelay
    let force = measured ?? smoothing.map { (delay: $0, sigma: 0) }
    let found = [(Finding.Sensor.accelerometer, force), (.magnetometer, fieldDelay)].flatMap {
      sensor, delay -> [Finding] in
      // Rates that are not the mean over the interval before seem half an interval early.
      guard let (delay, sigma) = delay, abs(delay) - 3 * sigma > intervals.meanInterval ?? 0 else { return [] }
      let milliseconds = abs(delay) * 1000
      let isCertain =
        Threshold.delay.severity(of: milliseconds - 3000 * sigma) == Threshold.delay.severity(of: milliseconds)
      // A low-pass delays what is slow by its time constant.
      let filter = sensor == .accelerometer && delay > 0 ? "look at the low-pass filter of the accelerometer, or " : ""
      let isLeast = sensor == .accelerometer && measured == nil
      return Threshold.delay.finding(
        delay > 0 ? .late(sensor) : .gyroscopeLate(against: sensor), of: milliseconds,
        isLeast ? "time constant of a low-pass filter by the noise, at least" : "late by", nil,
        isLeast ? [] : [.init("standard deviation", 1000 * sigma, "ms")],
        advice: Finding.Advice(
          [.smoothing], action: filter + "write the time at which each sensor was read, not that of arrival")
      ).map { isCertain ? $0 : $0.noted }
    }
    // Both show the same gyroscope.
    let isGyroscope = found.count == 2 && found.allSatisfy { $0.fact.sensor == .gyroscope && $0.severity > .note }
    return isGyroscope ? [found[0]] : found
  }

  /// A delay and its standard deviation, s.
  private typealias Delay = (delay: Double, sigma: Double)

  /// The largest delays, in s, whose effect is nearly linear.
  private static let largestForceDelay = 0.4
  private static let largestFieldDelay = 0.1
  /// The least part of the squared residuals that a delay explains: motion that is tied to the rotation seems a delay, too.
  private static let leastExplained = 0.1

  /// The delay of the accelerometer: what both bands of frequencies show beside motion, or a rotation that explains nearly all.
  private var forceDelay: Delay? {
    if let (fast, slow) = forceAgreement.estimates, abs(slow.delay) < Self.largestForceDelay,
      slow.delayDeviation < max(0.012, abs(slow.delay) / 5)
    {
      let isInBoth =
        fast.delay * slow.delay > 0 && abs(fast.delay) > 0.5 * abs(slow.delay)
        && slow.explained.delay > Self.leastExplained && (slow.delay > 0 || isLateAgainstField)
      return isInBoth ? (slow.delay, slow.delayDeviation) : nil
    }
    return delay(accelerometerDelay)
  }

  /// The least time constant in s of a low-pass filter of the accelerometer, which the gyroscope lacks: where no rotation shows the delay,
  /// the noise does. Nil where the delay is known to be less.
  var smoothing: Double? {
    guard noiseColors.gyroscope.leastTimeConstant == nil, let least = noiseColors.accelerometer.leastTimeConstant,
      1000 * least >= Threshold.delay.doubt ?? 0
    else { return nil }
    if let (_, slow) = forceAgreement.estimates, slow.explained.delay > Self.leastExplained,
      slow.delay + 3 * slow.delayDeviation < least
    {
      return nil
    }
    return least
  }

  /// Whether the gyroscope can be late: the field does not show that it is not.
  private var isLateAgainstField: Bool { fieldAgreement.estimate.map { $0.delay < 3 * $0.delayDeviation } ?? true }

  /// The delay of the magnetometer.
  private var fieldDelay: Delay? {
    if let found = fieldAgreement.estimate, found.delayDeviation < 0.004, abs(found.delay) < Self.largestFieldDelay {
      return (found.delay, found.delayDeviation)
    }
    return delay(magnetometerDelay)
  }

  /// A delay from the rotation alone: accelerations hide the turn of gravity, disturbances that of the field.
  private func delay(_ sensor: SensorDelay) -> Delay? {
    guard let found = sensor.estimate, found.share > 0.75, found.gain > 1.02 else { return nil }
    return (found.delay, found.standardDeviation)
  }

  /// A true attitude of other times (check W).
  var truthDelayFindings: [Finding] {
    guard let estimate = truthDelay.estimate, estimate.share > 0.5, estimate.gain > 1.1,
      abs(estimate.delay) > 3 * estimate.standardDeviation
    else { return [] }
    return Threshold.truthDelay.finding(
      .lateTruth, of: 1000 * abs(estimate.delay), estimate.delay > 0 ? "late by" : "early by", nil,
      [.init("standard deviation", 1000 * estimate.standardDeviation, "ms")],
      advice: Finding.Advice(action: "shift the timestamps of the true attitude"))
  }
}
