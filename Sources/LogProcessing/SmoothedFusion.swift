import AttitudeFilters
import MotionLogs
import MotionSamples
import OfflineEstimation
import Rotations

/// The processing of a log with the smoother: axes, clock, smoother, gravity, frame. It holds the rows of one and a half windows of
/// the smoother, whose estimates use later rows.
struct SmoothedFusion {
  private let fusion: LogFusion
  private var smoothing: SmoothingStream
  /// The rows whose estimates are not final.
  private var waiting = Rows()
  /// The frame, after the first row.
  private var frame: OutputFrame<Double>?
  private var last: SmoothedSample?

  init(fusion: LogFusion) {
    self.fusion = fusion
    smoothing = SmoothingStream(parameters: fusion.smootherParameters)
  }

  /// What a row has beside its sample, stored compactly: reference attitudes only if the log has them.
  private struct Rows {
    var timestamps: [Int64] = []
    var truths: [Rotation<Double>?] = []
    var isMoving: [Bool] = []
    var isDiscontinuous: [Bool] = []

    mutating func append(_ record: LogRecord, isDiscontinuous discontinuity: Bool, hasTruth: Bool) {
      timestamps.append(record.timestamp)
      if hasTruth { truths.append(record.trueENUFromBody) }
      isMoving.append(record.isMoving)
      isDiscontinuous.append(discontinuity)
    }

    func record(_ index: Int, _ sample: MotionSample<Double>) -> LogRecord {
      LogRecord(
        timestamp: timestamps[index], angularRate: sample.angularRate, specificForce: sample.specificForce,
        magneticField: sample.magneticField, trueENUFromBody: truths.isEmpty ? nil : truths[index],
        isMoving: isMoving[index])
    }

    mutating func removeFirst(_ count: Int) {
      timestamps.removeFirst(count)
      if !truths.isEmpty { truths.removeFirst(count) }
      isMoving.removeFirst(count)
      isDiscontinuous.removeFirst(count)
    }
  }

  /// Runs a log to its end, as `LogFusion.run` does. `progress` is called for the rows that were read, and with 0 while they are
  /// smoothed.
  mutating func run(
    _ reader: inout any MotionLogReader, progress: (_ rows: Int) -> Bool,
    sink: (LogFusion.Block) throws(LogError) -> Void
  ) throws(LogError) -> FusionSummary {
    if let problem = LinearAlgebraLibrary.problem {
      throw LogError(path: "", message: "smoothing needs liblapacke, which failed to load: \(problem)")
    }
    let start = ContinuousClock.now
    var summary = FusionSummary(header: reader.header)
    try read(&reader, &summary, progress, sink)
    summary.damage = reader.damage
    // As in causal fusion: an empty log gives no motion, and the summary reports it.
    guard let last else { return summary }
    summary.update(
      gyroscopeBias: last.gyroscopeBias, tiltStandardDeviation: last.tiltStandardDeviation,
      headingStandardDeviation: last.headingStandardDeviation)
    summary.sensorErrors = smoothing.windows.sensorErrors
    summary.add(reader.voting, axes: fusion.settings.conditioner.axes)
    summary.missedRotationCount = smoothing.windows.missedRotationCount
    summary.elapsed = start.duration(to: .now)
    return summary
  }

  private mutating func read(
    _ reader: inout any MotionLogReader, _ summary: inout FusionSummary, _ progress: (Int) -> Bool,
    _ sink: (LogFusion.Block) throws(LogError) -> Void
  ) throws(LogError) {
    let conditioner = fusion.settings.conditionerForFrame
    var clock = SampleClock(parameters: fusion.settings.clock)
    var block: [LogRecord] = []
    var samples: [MotionSample<Double>] = []
    var isFirst = true
    while true {
      try reader.read(into: &block, atMost: LogFusion.blockSize)
      if isFirst, let timestamp = block.first?.timestamp {
        try summary.learnField(from: fusion.trueNorth, atStart: timestamp)
      }
      isFirst = false
      fusion.turnTruth(of: &block)
      samples.removeAll(keepingCapacity: true)
      for record in block {
        let reading = clock.read(Timestamp(nanoseconds: record.timestamp))
        waiting.append(record, isDiscontinuous: reading.isDiscontinuity, hasTruth: reader.header.hasGroundTruth)
        let raw = MotionSample(
          interval: reading.interval, angularRate: record.angularRate, specificForce: record.specificForce,
          magneticField: record.magneticField)
        samples.append(conditioner.condition(raw, temperature: record.temperature))
      }
      for stretch in try smooth(samples, progress) { try write(stretch, &summary, sink) }
      if block.isEmpty { return }
      guard progress(block.count) else { throw Self.stopped }
    }
  }

  private static let stopped = LogError(path: "", message: "stopped before its end")

  /// What becomes final with further samples, or without any at the end.
  private mutating func smooth(
    _ samples: [MotionSample<Double>], _ progress: (Int) -> Bool
  ) throws(LogError) -> [SmoothingStream.Stretch] {
    do throws(SmoothingError) {
      return samples.isEmpty
        ? try smoothing.finish { progress(0) } : try smoothing.add(samples[...]) { progress(0) }
    } catch .stopped {
      throw Self.stopped
    } catch {
      throw LogError(path: "", message: "cannot be smoothed: \(error)")
    }
  }

  private mutating func write(
    _ stretch: SmoothingStream.Stretch, _ summary: inout FusionSummary,
    _ sink: (LogFusion.Block) throws(LogError) -> Void
  ) throws(LogError) {
    let settings = fusion.settings
    var block = LogFusion.Block()
    for (index, sample) in stretch.smoothed.enumerated() {
      let frame = frame ?? sample.settled(OutputFrame(settings.frame, declination: summary.declination))
      self.frame = frame
      let record = waiting.record(index, stretch.samples[index])
      let motion = sample.motion(
        at: Timestamp(nanoseconds: record.timestamp), specificForce: record.specificForce,
        isDiscontinuous: waiting.isDiscontinuous[index], in: frame, gravityMagnitude: settings.gravityMagnitude)
      summary.add(record, motion, usesMagnetometer: settings.usesMagnetometer)
      if record.isMoving, let truth = record.trueENUFromBody {
        summary.add(estimate: sample.enuFromBody, truth: truth)
      }
      block.records.append(record)
      block.motions.append(motion)
      if block.records.count == LogFusion.blockSize || index == stretch.smoothed.count - 1 {
        try sink(block)
        block = LogFusion.Block()
      }
    }
    last = stretch.smoothed.last ?? last
    waiting.removeFirst(stretch.smoothed.count)
  }
}
