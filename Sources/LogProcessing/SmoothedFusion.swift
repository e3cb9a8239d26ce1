import AttitudeFilters
import MotionLogs
import MotionSamples
import OfflineEstimation
import RecordingFusion
import Rotations
import Synchronization

/// The processing of a log with the smoother: axes, clock, smoother, gravity, frame. It holds the rows of one and a half windows of
/// the smoother, whose estimates use later rows.
///
/// With several threads, two windows are smoothed at the same time, while results are written and the rows of the next two windows
/// are read; it then holds six and a half windows.
final class SmoothedFusion: @unchecked Sendable {
  private let fusion: LogFusion
  private let progress: (_ rows: Int) -> Bool
  private let sink: (LogFusion.Block) throws(LogError) -> Void
  /// The callbacks of the caller come one at a time.
  private let turn = Mutex(())

  // What reading and writing use, on one thread at a time.
  private(set) var reader: any MotionLogReader
  private(set) var summary: FusionSummary
  private var smoothing: SmoothingStream
  private var clock: SampleClock
  private var hasEnded = false
  private var failure: LogError?
  /// The rows whose estimates are not final.
  private var waiting = Rows()
  /// What is final and not written.
  private var stretches: [SmoothingStream.Stretch] = []
  /// The frame, after the first row.
  private var frame: OutputFrame<Double>?
  private var last: SmoothedSample?

  /// The most windows that are smoothed at the same time, which bounds the memory.
  private static let mostWindows = 2

  init(
    fusion: LogFusion, _ reader: any MotionLogReader, progress: @escaping (_ rows: Int) -> Bool,
    sink: @escaping (LogFusion.Block) throws(LogError) -> Void
  ) {
    self.fusion = fusion
    self.reader = reader
    self.progress = progress
    self.sink = sink
    summary = FusionSummary(header: reader.header, usesMagnetometer: fusion.settings.usesMagnetometer)
    smoothing = SmoothingStream(parameters: fusion.smootherParameters)
    clock = SampleClock(parameters: fusion.settings.clock)
  }

  /// What a row has beside its sample, stored compactly: reference attitudes only if the log has them.
  private struct Rows {
    var timestamps: [Int64] = []
    var truths: [Rotation<Double>?] = []
    var isMoving: [Bool] = []
    var isDiscontinuous: [Bool] = []
    /// Whether no row was read.
    var isFirst = true

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

  /// Runs the log to its end, as `LogFusion.run` does. `progress` is called for the rows that were read, and with 0 while they are
  /// smoothed.
  func run() throws(LogError) {
    if let problem = LinearAlgebraLibrary.problem {
      throw LogError(path: "", message: "smoothing needs liblapacke, which failed to load: \(problem)")
    }
    let start = ContinuousClock.now
    try read()
    while smoothing.completeCount > 0 { try smooth() }
    try write()
    summary.damage = reader.damage
    // As in causal fusion: an empty log gives no motion, and the summary reports it.
    guard let last else { return }
    summary.update(
      gyroscopeBias: last.gyroscopeBias, tiltStandardDeviation: last.tiltStandardDeviation,
      headingStandardDeviation: last.headingStandardDeviation)
    summary.sensorErrors = smoothing.windows.sensorErrors
    summary.add(reader.voting, axes: fusion.settings.conditioner.axes)
    summary.missedRotationCount = smoothing.windows.missedRotationCount
    summary.elapsed = start.duration(to: .now)
  }

  /// Smooths the complete windows, writes what was final before, and reads further ones.
  private func smooth() throws(LogError) {
    let windows = smoothing.takeWindows()
    let isAlone = fusion.threadCount == 1
    // The first job is reading and writing; a single thread does it after the windows, which saves memory.
    let jobs = (0..<windows.count + (isAlone ? 0 : 1)).map { WorkQueue.Job(cost: $0 == 0 ? 2 : 1) }
    WorkQueue(jobs, threadCount: fusion.threadCount).run { [self] next in
      while let job = next() {
        if job == 0 && !isAlone {
          exchange()
        } else {
          windows.smoothNext { reports(0) }
        }
      }
    }
    if let failure { throw failure }
    stretches = try Self.translated { () throws(SmoothingError) in try smoothing.join(windows) }
    if isAlone { exchange() }
    if let failure { throw failure }
  }

  /// Writes what is final and reads further windows.
  private func exchange() {
    do throws(LogError) {
      try write()
      try read()
    } catch {
      failure = error
    }
  }

  /// Reads until as many windows are complete as are smoothed at the same time.
  private func read() throws(LogError) {
    let conditioner = fusion.settings.conditionerForFrame
    var block: [LogRecord] = []
    var samples: [MotionSample<Double>] = []
    while !hasEnded && smoothing.completeCount < min(fusion.threadCount, Self.mostWindows) {
      try reader.read(into: &block, atMost: LogFusion.blockSize)
      if waiting.isFirst, let timestamp = block.first?.timestamp {
        try summary.learnField(from: fusion.trueNorth, atStart: timestamp)
      }
      waiting.isFirst = false
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
      hasEnded = block.isEmpty
      if hasEnded {
        try Self.translated { () throws(SmoothingError) in try smoothing.collectEnd() }
      } else {
        smoothing.collect(samples[...])
        guard reports(block.count) else { throw Self.stopped }
      }
    }
  }

  private func reports(_ rows: Int) -> Bool { turn.withLock { _ in progress(rows) } }

  private static let stopped = LogError(path: "", message: "stopped before its end")

  private static func translated<Value>(_ body: () throws(SmoothingError) -> Value) throws(LogError) -> Value {
    do throws(SmoothingError) {
      return try body()
    } catch .stopped {
      throw stopped
    } catch {
      throw LogError(path: "", message: "cannot be smoothed: \(error)")
    }
  }

  private func write() throws(LogError) {
    let settings = fusion.settings
    for stretch in stretches {
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
          try turn.withLock { _ throws(LogError) in try sink(block) }
          block = LogFusion.Block()
        }
      }
      last = stretch.smoothed.last ?? last
      waiting.removeFirst(stretch.smoothed.count)
    }
    stretches = []
  }
}
