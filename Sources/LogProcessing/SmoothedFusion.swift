import AttitudeFilters
import MotionLogs
import MotionSamples
import OfflineEstimation
import Rotations

/// The processing of a whole log with the smoother: axes, clock, smoother, gravity, frame. Unlike causal fusion it
/// holds the log in memory, since every estimate uses all rows.
struct SmoothedFusion {
  let fusion: LogFusion

  /// The rows of a log in body axes, stored compactly: reference attitudes only if the log has them.
  private struct Rows {
    var timestamps: [Int64] = []
    var samples: [MotionSample<Double>] = []
    var truths: [Rotation<Double>?] = []
    var isMoving: [Bool] = []
    var isDiscontinuous: [Bool] = []

    mutating func append(
      _ record: LogRecord, _ reading: ClockReading, _ conditioner: SampleConditioner<Double>, hasTruth: Bool
    ) {
      timestamps.append(record.timestamp)
      let raw = MotionSample(
        interval: reading.interval, angularRate: record.angularRate, specificForce: record.specificForce,
        magneticField: record.magneticField)
      samples.append(conditioner.condition(raw, temperature: record.temperature))
      if hasTruth { truths.append(record.trueENUFromBody) }
      isMoving.append(record.isMoving)
      isDiscontinuous.append(reading.isDiscontinuity)
    }

    func record(_ index: Int) -> LogRecord {
      LogRecord(
        timestamp: timestamps[index], angularRate: samples[index].angularRate,
        specificForce: samples[index].specificForce, magneticField: samples[index].magneticField,
        trueENUFromBody: truths.isEmpty ? nil : truths[index], isMoving: isMoving[index])
    }
  }

  /// Runs a log to its end, as `LogFusion.run` does. Progress is reported while the log is read.
  func run(
    _ reader: inout any MotionLogReader, progress: (_ rows: Int) -> Bool,
    sink: (LogFusion.Block) throws(LogError) -> Void
  ) throws(LogError) -> FusionSummary {
    if let problem = LinearAlgebraLibrary.problem {
      throw LogError(path: "", message: "smoothing needs liblapacke, which failed to load: \(problem)")
    }
    let start = ContinuousClock.now
    var summary = FusionSummary(header: reader.header)
    let rows = try read(&reader, progress)
    summary.damage = reader.damage
    // As in causal fusion: an empty log gives no motion, and the summary reports it.
    guard let first = rows.timestamps.first else { return summary }
    try summary.learnField(from: fusion.trueNorth, atStart: first)
    let smoothed = try smooth(rows.samples)
    try write(rows, smoothed, &summary, sink)
    summary.sensorErrors = smoothed.sensorErrors
    summary.add(reader.voting, axes: fusion.settings.conditioner.axes)
    summary.missedRotationCount = smoothed.missedRotationCount
    summary.elapsed = start.duration(to: .now)
    return summary
  }

  private func read(
    _ reader: inout any MotionLogReader, _ progress: (Int) -> Bool
  ) throws(LogError) -> Rows {
    let conditioner = fusion.settings.conditionerForFrame
    var clock = SampleClock(parameters: fusion.settings.clock)
    var rows = Rows()
    var block: [LogRecord] = []
    while true {
      try reader.read(into: &block, atMost: LogFusion.blockSize)
      if block.isEmpty { return rows }
      fusion.turnTruth(of: &block)
      for record in block {
        let reading = clock.read(Timestamp(nanoseconds: record.timestamp))
        rows.append(record, reading, conditioner, hasTruth: reader.header.hasGroundTruth)
      }
      guard progress(block.count) else { throw LogError(path: "", message: "stopped before its end") }
    }
  }

  private func smooth(_ samples: [MotionSample<Double>]) throws(LogError) -> SmoothedRecording {
    do {
      return try AttitudeSmoother(parameters: fusion.smootherParameters).smooth(samples)
    } catch {
      throw LogError(path: "", message: "cannot be smoothed: \(error)")
    }
  }

  private func write(
    _ rows: Rows, _ smoothed: SmoothedRecording, _ summary: inout FusionSummary,
    _ sink: (LogFusion.Block) throws(LogError) -> Void
  ) throws(LogError) {
    guard let last = smoothed.samples.last else { return }
    let settings = fusion.settings
    let frame = smoothed.settled(OutputFrame(settings.frame, declination: summary.declination))
    var block = LogFusion.Block()
    for (index, sample) in smoothed.samples.enumerated() {
      let record = rows.record(index)
      let motion = sample.motion(
        at: Timestamp(nanoseconds: record.timestamp), specificForce: record.specificForce,
        isDiscontinuous: rows.isDiscontinuous[index], in: frame, gravityMagnitude: settings.gravityMagnitude)
      summary.add(record, motion, usesMagnetometer: settings.usesMagnetometer)
      if record.isMoving, let truth = record.trueENUFromBody {
        summary.add(estimate: sample.enuFromBody, truth: truth)
      }
      block.records.append(record)
      block.motions.append(motion)
      if block.records.count == LogFusion.blockSize || index == smoothed.samples.count - 1 {
        try sink(block)
        block = LogFusion.Block()
      }
    }
    summary.update(
      gyroscopeBias: last.gyroscopeBias, tiltStandardDeviation: last.tiltStandardDeviation,
      headingStandardDeviation: last.headingStandardDeviation)
  }
}
