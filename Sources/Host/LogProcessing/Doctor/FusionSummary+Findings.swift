import AttitudeFilters
import LogDiagnosis
import LogFormats

// What a run of a filter shows on the way, from counts of its rows.

extension FusionSummary {
  /// What the run found, the most severe first; `LogDoctor` tries remedies.
  public var findings: [Finding] {
    guard rowCount > 0 else { return findingsBesideSigns }
    // A field above the horizon alone may be that of the other hemisphere.
    let signs = Finding.reversedSensor(dip.sineAboveHorizon(), meanUp: meanUp, field)
      .filter { $0.severity == .unusable }
    let found = findingsBesideSigns
    return (found + signs.filter { sign in !found.contains { $0.check == sign.check } }).bySeverity.untried
  }

  /// What the run found, without what the readings alone show of signs: the examination of all rows shows that better.
  var findingsBesideSigns: [Finding] {
    guard rowCount > 0 else { return [Finding(.noRows, .unusable)] + fileFindings }
    let found = [fileFindings, voting?.findings(until: duration) ?? [], sensorFindings, rowFindings, resultFindings]
    return found.joined().bySeverity
  }

  private var sensors: [(sensor: Finding.Sensor, counts: ReadingCounts)] {
    [(.gyroscope, gyroscope), (.accelerometer, accelerometer), (.magnetometer, magnetometer)]
  }

  private var fileFindings: [Finding] { Finding.ofFile(header, damage, usesMagnetometer: usesMagnetometer) }

  private var sensorFindings: [Finding] {
    sensors.flatMap { sensor, counts -> [Finding] in
      guard counts.isUsable else {
        // A log without a magnetometer is complete; one whose magnetometer gives nothing is not.
        if sensor == .magnetometer && counts.given == 0 { return [] }
        return [Finding(.absent(sensor), sensor == .magnetometer ? .doubt : .unusable)]
      }
      return Threshold.rejected.finding(
        .rejected(sensor), of: Double(counts.rejected) / Double(counts.given), "share of the readings", nil,
        [.init("readings", Double(counts.rejected))])
        + Threshold.silence.finding(
          .silent(sensor), of: Double(counts.silence.count), "silences", nil,
          [.init("longest", counts.silence.longest, "s")])
    }
  }

  /// The mean squared difference between smoother and filter, in variances of the filter, from which one of both is wrong. It is at most 1
  /// while both are right.
  private static let largestDifference = 2.0
  /// The share of contradicted velocities from which they are doubtful.
  private static let doubtfulRefusedShare = 0.2

  private var rowFindings: [Finding] {
    var found = duration > 0 ? Finding.tooFast(Double(rowCount - 1) / duration) : []
    let rows = Double(rowCount)
    found += Threshold.rejected.finding(
      .outOfOrder, of: Double(flags[.intervalRejected]) / rows, "share of the rows", nil,
      [.init("rows", Double(flags[.intervalRejected]))])
    if resetCount > 0 { found.append(.clockReset([.init("resets", Double(resetCount))])) }
    if flags[.afterGap] > 0 {
      found.append(Finding(.gaps, .doubt, [.init("gaps of more than 0.5 s", Double(flags[.afterGap]))]))
    }
    if missedRotationCount > 0 {
      found.append(Finding(.missedRotation, .doubt, [.init("places", Double(missedRotationCount))]))
    }
    if causalShare > 0 { found.append(Finding(.smootherUnfit, .doubt, [.init("share of the windows", causalShare)])) }
    if squaredDifference > Self.largestDifference {
      found.append(
        Finding(
          .smootherDiffers, .doubt,
          [.init("squared difference of tilt over the filter's variance, mean", squaredDifference)],
          advice: Finding.Advice(action: "give velocities, with which both know the acceleration")))
    }
    if refusedVelocityShare > Self.doubtfulRefusedShare {
      found.append(
        Finding(
          .velocityContradicted, .doubt, [.init("share of the velocities that count less", refusedVelocityShare)],
          advice: Finding.Advice(
            [.withoutVelocity], action: "check the axes, the time and the antenna of the velocities")))
    }
    found += velocitySetup.map(Finding.ofVelocities) ?? []
    found += Threshold.saturatedRows.finding(
      .saturatedRows, of: Double(flags[.saturated]) / rows, "share of the rows", nil,
      [.init("rows", Double(flags[.saturated]))])
    found += Threshold.disturbed.finding(
      .fieldDisturbed, of: Double(flags[.fieldDisturbed]) / rows, "share of the rows",
      advice: Finding.Advice(
        [.withoutMagnetometer],
        action: "look for steel, motors or magnets nearby, and calibrate the magnetometer"))
    return found + startFindings
  }

  /// The specific force in m/s², root mean square, below which an accelerometer has no gravity.
  private static let leastGravity = 4.9

  private var hasNoAttitude: Bool { flags[.initializing] == rowCount }

  /// Whether the accelerometer shows motion only, or so little that there is no first attitude.
  private var isWithoutGravity: Bool {
    force.isWithoutGravity || hasNoAttitude && accelerometer.rootMeanSquare < Self.leastGravity
  }

  /// Why no row has a first attitude. That an accelerometer or gravity is missing is told elsewhere.
  private var startFindings: [Finding] {
    guard hasNoAttitude, accelerometer.isUsable, !isWithoutGravity else { return [] }
    guard flags[.afterGap] >= rowCount - 1, duration > 3 else { return [Finding(.neverInitialized, .unusable)] }
    return [.tooSlow(.doubt, [.init("rate", Double(rowCount - 1) / duration, "Hz")])]
  }

  private var resultFindings: [Finding] {
    var found = (field?.doubts ?? []).map { Finding(.declination($0), .doubt) }
    if accelerometer.isUsable, isWithoutGravity {
      found.append(.gravityRemoved([.init("|f|, RMS", accelerometer.rootMeanSquare, "m/s^2")]))
    }
    found += Finding.implausibleRate(
      .init("rate, RMS", gyroscope.rootMeanSquare, "rad/s"), largest: gyroscope.largest, rotationRatio,
      unitAdvice: { .unit($0, of: .gyroscope, in: header) })
    if let magnitude = restForceMagnitude {
      found += Finding.forceAtRest(magnitude, unitAdvice: { .unit($0, of: .accelerometer, in: header) })
    }
    if let line = biasTrend.line, line.share > 0.85 {
      found += Threshold.biasTrend.finding(
        .biasDrift, of: line.change.length * 180 / .pi, "change of the estimated bias over the log", nil,
        [.init("explained by a line over time", 100 * line.share, "%")],
        advice: Finding.Advice(action: "let the gyroscope warm up, and rest it now and then"))
    }
    // An estimate that changes all the time follows something else.
    if let deviation = biasTrend.standardDeviation, deviation < 0.15 * gyroscopeBias.length {
      found += Threshold.estimatedBias.finding(
        .bias, of: gyroscopeBias.length * 180 / .pi, "estimated at the end",
        advice: Finding.Advice(action: "calibrate it with 'cardan calibrate gyroscope', or let it rest at the start"))
    }
    let bias = gyroscopeBias.largestMagnitude
    if let biasLimit, bias > 0.98 * biasLimit {
      found.append(
        Finding(
          .biasAtLimit, .doubt, [.init("limit", biasLimit * 180 / .pi, "deg/s")],
          advice: Finding.Advice(action: "look at the log with 'cardan doctor'")))
    }
    return found + truthFindings
  }

  /// What is wrong with the true attitude, or with the estimate.
  private var truthFindings: [Finding] {
    guard errors.count > 0 else { return [] }
    let inclination = errors.rootMeanSquare.inclination * 180 / .pi
    let isInverse = inverseError.map { $0.given > 0.2 && $0.inverse < 0.5 * $0.given } ?? false
    // A wrong frame turns the inclination of every row.
    let convention = isInverse ? .conjugated : inclination > 30 ? truthFrame.convention : nil
    switch convention {
    case .conjugated:
      let numbers = inverseError.map { [("error", $0.given), ("error of the inverse", $0.inverse)] } ?? []
      return [
        Finding(
          .conjugatedTruth, .unusable, numbers.map { .init($0.0, $0.1 * 180 / .pi, "deg") },
          advice: Finding.Advice(action: "reverse the signs of q_x, q_y and q_z"))
      ]
    case .reordered:
      return [
        Finding(
          .reorderedTruth, .unusable, [.init("inclination error, RMS", inclination, "deg")],
          advice: Finding.Advice(action: "name its columns: the one read as q_x is w, q_y x, q_z y, q_w z"))
      ]
    case .other(let frame):
      return [
        Finding(
          .truthInOtherFrame(frame), .unusable, [.init("inclination error, RMS", inclination, "deg")],
          advice: Finding.Advice(action: "turn the true attitude into ENU: x east, y north, z up"))
      ]
    case .reversedAccelerometer:
      return [
        Finding(
          .reversed(.accelerometer, isCertain: true), .unusable,
          [.init("angle between both directions of up, RMS", inclination, "deg")],
          advice: .axes("-x,-y,-z", of: .accelerometer))
      ]
    case nil:
      return turnedTruth + overconfidence
        + Threshold.inclinationError.finding(
          .differsFromTruth, of: inclination, "inclination error, RMS",
          advice: Finding.Advice(action: "check the axes and the frame of the true attitude"))
    }
  }

  /// The mean squared error of inclination, in variances of the filter, from which its standard deviations are too small.
  private static let leastOverconfidence = 4.0

  /// Standard deviations that the errors contradict.
  private var overconfidence: [Finding] {
    guard normalizedInclination.mean > Self.leastOverconfidence else { return [] }
    return [
      Finding(
        .overconfident, .doubt,
        [.init("squared error of inclination over its variance, mean", normalizedInclination.mean)])
    ]
  }

  /// A true attitude in NWU, as of many laboratory sensors: it turns the heading of every row by 90 degrees.
  private var turnedTruth: [Finding] {
    guard magnetometer.isUsable else { return [] }
    let (error, offset) = (errors.rootMeanSquare, errors.bestHeadingOffset)
    let spread = max(0, error.heading * error.heading - offset * offset).squareRoot()
    guard abs(offset - .pi / 2) < 0.35, spread < 0.35, error.inclination < 0.35 else { return [] }
    return [
      Finding(
        .truthInOtherFrame("NWU"), .doubt, [.init("constant heading error", offset * 180 / .pi, "deg")],
        advice: Finding.Advice(
          action: "turn the true attitude by 90 degrees into ENU, or use 'cardan evaluate --align-heading'"))
    ]
  }
}

extension LogEvaluation {
  /// What the runs of all filters found, without repetition of a fact.
  public var findings: [Finding] {
    var found: [Finding] = []
    for finding in summaries.flatMap(\.findings) where !found.contains(where: { $0.fact == finding.fact }) {
      found.append(finding)
    }
    return found
  }
}

extension [Finding] {
  /// The texts of the doubts and worse, and of everything that was lost, for a warning.
  package var reasons: [String] {
    filter { finding in
      if case .damage = finding.fact { true } else { finding.severity > .note }
    }.map(\.text)
  }
}
