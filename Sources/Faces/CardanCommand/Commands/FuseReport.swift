import AttitudeFilters
import AttitudeSmoothing
import FileAccess
import LogProcessing
import LogTables

/// The summary of a run of `cardan fuse`.
struct FuseReport {
  let plan: FusePlan
  /// The files in folders that are not logs, in words; nil without.
  let skipped: String?
  let fusion: LogFusion
  let policy: FailurePolicy
  let outcomes: [LogOutcome<FuseResult>]

  /// One line of JSON per log, in the order of the logs.
  var jsonLines: String {
    zip(plan.logs, outcomes).map { log, outcome in
      let record =
        switch outcome {
        case .ok(let result), .degraded(let result, _): result.record
        case .failed(let error): LogResult(log: log, error: error)
        }
      return record.json + "\n"
    }.joined()
  }

  /// The exit status of the run.
  var status: ExitStatus {
    if Interruption.isRequested { return .interrupted }
    if outcomes.contains(where: { $0.error?.status == .outputFailed }) { return .outputFailed }
    return policy.isFailure(outcomes) ? .logsFailed : .success
  }

  /// The complete summary.
  var text: String {
    let body = outcomes.count == 1 ? outcomes.first?.value.map(single) : table
    return [body, skipped, warnings, failures].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// One line for each failed log; may be empty.
  var failures: String {
    if Interruption.isRequested { return "\(Console.programName): interrupted; no partial results remain" }
    return remarks { $0.error != nil }
  }

  private var warnings: String { remarks { $0.value != nil } }

  private func remarks(where isMeant: (LogOutcome<FuseResult>) -> Bool) -> String {
    let meant = zip(plan.logs, outcomes).filter { isMeant($1) }
    return ShownErrors.remarks(meant.map(\.0), meant.map(\.1)).joined(separator: "\n")
  }

  private func single(_ result: FuseResult) -> String {
    let target = plan.usesStandardOutput ? "standard output" : plan.outputs[0]
    let heading = "\(plan.logs[0]) -> \(target)".printable
    guard let summary = result.summary else { return "\(heading): skipped, already processed" }
    let rate = summary.duration > 0 ? Double(summary.rowCount - 1) / summary.duration : 0
    let counts = [
      ("gyroscope", summary.gyroscope), ("accelerometer", summary.accelerometer),
      ("magnetometer", summary.magnetometer),
    ]
    let readings = counts.map { "\($0) \($1.given)\($1.rejected > 0 ? " (\($1.rejected) invalid)" : "")" }
    var lines = [
      heading,
      "  filter     \(fusion.methodName), frame \(fusion.settings.frame.name)",
      "  rows       \(summary.rowCount) in \(Figures.fixed(summary.duration, 1)) s (\(Figures.fixed(rate, 1)) Hz), "
        + "\(Figures.grouped(summary.rowsPerSecond)) rows/s",
      "  readings   \(readings.joined(separator: ", "))",
      "  events     \(events(summary).joined(separator: ", "))",
      "  gyro bias  \(Figures.degrees(summary.gyroscopeBias, decimals: 3)) deg/s at the end",
    ]
    if !summary.header.assumedUnits.isEmpty {
      let units = summary.header.assumedUnits.map { "\($0.reading.rawValue) \($0.unit)" }
      lines.append("  units      assumed from the values: \(units.joined(separator: ", "))")
    }
    if summary.accelerometer.given == 0 {
      lines.append("  attitude   rotation since the start; no accelerometer, so its tilt is unknown")
    }
    if let voting = summary.voting { lines += voting.imus.map(imu) }
    if let setup = summary.velocitySetup { lines.append("  velocity   \(velocities(setup))") }
    if let errors = summary.sensorErrors { lines.append("  sensors    \(sensors(errors))") }
    if let field = summary.field {
      lines.append(
        "  north      true; magnetic north lies \(Figures.degrees(field.declination, decimals: 2)) deg east of it, "
          + "+- \(Figures.degrees(field.uncertainty.declination, decimals: 2)) (1 sigma)")
    }
    if summary.headingStandardDeviation.isFinite || summary.tiltStandardDeviation.isFinite {
      lines.append(
        "  sigma      tilt \(Figures.degrees(summary.tiltStandardDeviation, decimals: 2)), heading "
          + "\(summary.hasNorth ? "" : "since the start ")"
          + "\(Figures.degrees(summary.headingStandardDeviation, decimals: 2)) deg at the end")
    }
    if summary.errors.count > 0 { lines.append("  error      \(error(summary))") }
    return lines.joined(separator: "\n")
  }

  private func imu(_ imu: VotingSummary.IMU) -> String {
    let (gyroscope, accelerometer) = (imu.health.gyroscope, imu.health.accelerometer)
    return "  imu \(imu.number)      gyroscope \(state(gyroscope)), bias "
      + "\(Figures.degrees(imu.health.gyroscopeBias, decimals: 3)) deg/s, noise "
      + "\(Figures.degrees(gyroscope.noise, decimals: 3)) deg/s; accelerometer \(state(accelerometer)), off by "
      + "\(Figures.fixed(accelerometer.disagreement, 3)) m/s^2"
  }

  private func state(_ health: TriadHealth<Double>) -> String {
    let share = "weight \(Figures.fixed(100 * health.weight, 0)) %"
    return health.state == .healthy ? share : "\(health.state.text) (\(health.fault.text)), \(share)"
  }

  private func events(_ summary: FusionSummary) -> [String] {
    let flags = summary.flags
    var events = [
      "at rest \(Figures.percent(flags[.atRest], of: summary.rowCount))",
      "field disturbed \(Figures.percent(flags[.fieldDisturbed], of: summary.rowCount))",
      "gaps \(flags[.afterGap])", "timestamps out of order \(flags[.intervalRejected])",
      "resets of the attitude \(flags[.correctedByJump])",
    ]
    if summary.clockStepCount > 0 { events.append("clock set \(Figures.count(summary.clockStepCount, "time"))") }
    if flags[.velocityRejected] > 0 {
      events.append("velocity rejected \(Figures.percent(flags[.velocityRejected], of: summary.rowCount))")
    }
    return events
  }

  private func velocities(_ setup: VelocitySetup) -> String {
    if setup.isRefuted {
      return setup.isInOtherAxes
        ? "not used: (\(setup.axes)) in place of (east, north)"
        : "not used: \(Figures.fixed(setup.scale, 1)) times what the accelerometer felt"
    }
    guard setup.isProven else { return "not used: no acceleration has shown that they are right" }
    let (offset, deviation) = (setup.antennaOffset, setup.antennaStandardDeviation)
    let place = (0..<3).map { "\(Figures.fixed(offset[$0], 2)) +- \(Figures.fixed(deviation[$0], 2))" }
    return
      "used, \(Figures.fixed(setup.scale, 2)) times what the accelerometer felt, antenna off by \(place.joined(separator: ", ")) m, "
      + "lag by \(Figures.fixed(1000 * setup.addedLag, 0)) ms"
  }

  private func sensors(_ errors: SmoothedSensorErrors) -> String {
    let arm = errors.leverArm
    func milliseconds(_ lag: Double) -> String { Figures.fixed(1000 * lag, 1) }
    var parts = [
      "lever arm \([arm.x, arm.y, arm.z].map { Figures.fixed($0, 2) }.joined(separator: " ")) m",
      "accelerometer \(milliseconds(errors.accelerometerLag)) +- "
        + "\(milliseconds(errors.accelerometerLagStandardDeviation)) ms late",
    ]
    if errors.magnetometerLag != 0 { parts.append("magnetometer \(milliseconds(errors.magnetometerLag)) ms late") }
    return parts.joined(separator: ", ")
  }

  private func error(_ summary: FusionSummary) -> String {
    let error = summary.comparableErrors
    let figures = [("total", error.total), ("heading", error.heading), ("inclination", error.inclination)]
    let text = figures.map { "\($0) \(Figures.degrees($1, decimals: 2))" }.joined(separator: ", ")
    let offset = Figures.degrees(summary.errors.bestHeadingOffset, decimals: 1)
    return "\(text) deg against the log's truth (RMS over \(summary.errors.count) rows"
      + (summary.hasNorth ? ")" : "; relative heading: the best offset of \(offset) deg is removed)")
  }

  private var table: String {
    var table = TextTable(headings: ["log", "rows", "seconds", "at rest", "gaps", "inclin. [deg]", "state"])
    for (name, outcome) in zip(plan.names, outcomes) {
      guard let record = outcome.value?.record, let rows = record.rows, let seconds = record.seconds else {
        table.rows.append(
          .cells([name, "", "", "", "", "", outcome.error?.fact == .interrupted ? "interrupted" : "failed"]))
        continue
      }
      var state = "ok"
      if case .degraded = outcome { state = "take care" }
      // Of the errors the one that has a meaning without a magnetometer.
      let error = record.errors.map { Figures.fixed($0.inclination, 2) } ?? ""
      table.rows.append(
        .cells([
          name, "\(rows)", Figures.fixed(seconds, 1), Figures.percent(record.count(of: .atRest), of: rows),
          "\(record.count(of: .afterGap))", error, state,
        ]))
    }
    let done = outcomes.count { $0.value != nil }
    let place = plan.folder.map { $0.isEmpty ? "the current folder" : $0 } ?? ""
    let before = outcomes.count { $0.value != nil && $0.value?.summary == nil }
    let note = before > 0 ? " (\(before) skipped as already processed)" : ""
    return table.text + "\(done) of \(outcomes.count) logs done\(note); results in \(place)"
  }
}
