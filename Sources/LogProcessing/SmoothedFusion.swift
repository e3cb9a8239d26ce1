import AttitudeFilters
import MotionLogs
import MotionSamples
import OfflineEstimation
import Rotations

/// A whole log through the smoother: axes, clock, smoother, gravity, frame. Unlike causal fusion it holds the log in
/// memory, since every row is judged by all others.
struct SmoothedFusion {
  let fusion: LogFusion

  /// The rows of a log in body axes, in as little memory as they need: the truth only where the log has it.
  private struct Rows {
    var timestamps: [Int64] = []
    var samples: [MotionSample<Double>] = []
    var truths: [Rotation<Double>?] = []
    var isMoving: [Bool] = []
    var clockFlags: [OutcomeFlags] = []

    mutating func append(_ record: LogRecord, _ reading: ClockReading, hasTruth: Bool) {
      var flags = OutcomeFlags(rawValue: 0)
      flags.set(.discontinuity, when: reading.isDiscontinuity)
      timestamps.append(record.timestamp)
      samples.append(
        MotionSample(
          interval: reading.interval, angularRate: record.angularRate, specificForce: record.specificForce,
          magneticField: record.magneticField))
      if hasTruth { truths.append(record.trueENUFromBody) }
      isMoving.append(record.isMoving)
      clockFlags.append(flags)
    }

    func record(_ index: Int) -> LogRecord {
      LogRecord(
        timestamp: timestamps[index], angularRate: samples[index].angularRate,
        specificForce: samples[index].specificForce, magneticField: samples[index].magneticField,
        trueENUFromBody: truths.isEmpty ? nil : truths[index], isMoving: isMoving[index])
    }
  }

  /// Runs a log to its end; as `LogFusion.run`. Progress is told while the log is read.
  func run(
    _ reader: inout any MotionLogReader, progress: (_ rows: Int) -> Bool,
    sink: (LogFusion.Block) throws(LogError) -> Void
  ) throws(LogError) -> FusionSummary {
    if let problem = LinearAlgebraLibrary.problem {
      throw LogError(path: "", message: "is smoothed with liblapacke, which cannot be loaded: \(problem)")
    }
    let start = ContinuousClock.now
    var summary = FusionSummary(header: reader.header)
    let rows = try read(&reader, progress)
    // As in causal fusion: nothing comes of nothing, and the summary says so.
    guard let first = rows.timestamps.first else { return summary }
    try summary.learnField(from: fusion.trueNorth, atStart: first)
    let smoothed = try smooth(rows.samples)
    try write(rows, smoothed.samples, &summary, sink)
    summary.sensorErrors = smoothed.sensorErrors
    summary.elapsed = start.duration(to: .now)
    return summary
  }

  private func read(
    _ reader: inout any MotionLogReader, _ progress: (Int) -> Bool
  ) throws(LogError) -> Rows {
    let correction = RowCorrection(fusion)
    var clock = SampleClock()
    var rows = Rows()
    var block: [LogRecord] = []
    while true {
      try reader.read(into: &block, atMost: LogFusion.blockSize)
      if block.isEmpty { return rows }
      correction.apply(to: &block)
      for record in block {
        let reading = clock.read(Timestamp(nanoseconds: record.timestamp))
        rows.append(record, reading, hasTruth: reader.header.hasGroundTruth)
      }
      guard progress(block.count) else { throw LogError(path: "", message: "stopped before its end") }
    }
  }

  private func smooth(_ samples: [MotionSample<Double>]) throws(LogError) -> SmoothedRecording {
    do {
      return try AttitudeSmoother().smooth(samples)
    } catch {
      throw LogError(path: "", message: "cannot be smoothed: \(error)")
    }
  }

  private func write(
    _ rows: Rows, _ smoothed: [SmoothedSample], _ summary: inout FusionSummary,
    _ sink: (LogFusion.Block) throws(LogError) -> Void
  ) throws(LogError) {
    guard let first = smoothed.first, let last = smoothed.last else { return }
    let separator = GravitySeparator<Double>()
    let outputFromENU = fusion.referenceFrame.outputFromENU(
      startingAt: first.enuFromBody, declination: summary.declination)
    var block = LogFusion.Block()
    for index in smoothed.indices {
      let (record, sample) = (rows.record(index), smoothed[index])
      let motion = separator.separate(
        specificForce: record.specificForce, enuFromBody: sample.enuFromBody)
      let attitude = AttitudeRecord(
        timestamp: record.timestamp, outputFromBody: outputFromENU * sample.enuFromBody,
        gravity: motion.gravityInBody, userAcceleration: motion.userAccelerationInBody,
        angularRate: sample.angularRate, gyroscopeBias: sample.gyroscopeBias,
        tiltStandardDeviation: sample.tiltStandardDeviation,
        headingStandardDeviation: sample.headingStandardDeviation,
        flags: OutcomeFlags(rawValue: sample.flags.rawValue | rows.clockFlags[index].rawValue))
      summary.add(record, attitude)
      if record.isMoving, let truth = record.trueENUFromBody {
        summary.add(estimate: sample.enuFromBody, truth: truth)
      }
      block.append(record, attitude)
      if block.records.count == LogFusion.blockSize || index == smoothed.count - 1 {
        try sink(block)
        block = LogFusion.Block()
      }
    }
    summary.update(
      gyroscopeBias: last.gyroscopeBias, tiltStandardDeviation: last.tiltStandardDeviation,
      headingStandardDeviation: last.headingStandardDeviation)
  }
}
