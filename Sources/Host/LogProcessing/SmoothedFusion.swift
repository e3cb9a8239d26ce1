import AttitudeFilters
import AttitudeSmoothing
import LogTables
import MotionSamples
import NumericalMethods
import ParallelWork
import Rotations
import Synchronization

/// The processing of a log with the smoother: axes, clock, smoother, gravity, frame. It holds the rows of one and a half windows of
/// the smoother, whose estimates use later rows.
///
/// With several threads, two windows are smoothed at the same time, while results are written, and the rows of another
/// window are read; it then holds five and a half windows.
final class SmoothedFusion: @unchecked Sendable {
  private let fusion: LogFusion
  private let progress: (_ rows: Int) -> Bool
  private let sink: (LogFusion.Block) throws(LogError) -> Void
  /// The callbacks of the caller come one at a time.
  private let turn = Mutex(())

  /// The stages of a window.
  private enum Stage: Int, CaseIterable {
    case read, start, estimate, write
    /// The most windows at the same time.
    var width: Int { self == .estimate ? 2 : 1 }
  }

  /// The windows in the stages, each in the place of its number modulo their count.
  private let places: [Place]

  // What reading uses.
  private(set) var reader: any MotionLogReader
  private var collector: SmoothingWindowCollector
  private var clock: SampleClock
  private var hasBegun = false
  private var hasEnded = false
  private var readingFailure: LogError?
  /// What turns velocities from true north to that of the magnetometer.
  private var northFromTrueNorth = Rotation<Double>.identity
  /// The rows after those of the windows that were taken.
  private var rows = SmoothedRows()

  // What starting uses.
  private var starter: SmoothingWindowStarter

  // What writing uses; the first reading, before it, sets the declination of the summary.
  private(set) var summary: FusionSummary
  private var joiner = SmoothingWindowJoiner()
  /// The frame, after the first row.
  private var frame: OutputFrame<Double>?
  private var last: SmoothedSample?

  init(
    fusion: LogFusion, _ reader: any MotionLogReader, progress: @escaping (_ rows: Int) -> Bool,
    sink: @escaping (LogFusion.Block) throws(LogError) -> Void
  ) {
    self.fusion = fusion
    self.reader = reader
    self.progress = progress
    self.sink = sink
    summary = FusionSummary(header: reader.header, usesMagnetometer: fusion.settings.usesMagnetometer)
    collector = SmoothingWindowCollector(parameters: fusion.smootherParameters)
    starter = SmoothingWindowStarter(parameters: fusion.smootherParameters)
    clock = SampleClock(parameters: fusion.settings.clock)
    places = (0..<(fusion.threadCount > 1 ? 4 : 1)).map { _ in Place() }
  }

  /// A window on its way through the stages, in the form that the last of them gave it; all nil behind the last window.
  private final class Place {
    /// The rows of the samples that the window makes final.
    var rows = SmoothedRows()
    var read: SmoothingWindow?
    var started: StartedWindow?
    var estimated: EstimatedWindow?
  }

  /// Runs the log to its end, as `LogFusion.run` does. `progress` is called for the rows that were read, and with 0 while they are
  /// smoothed.
  func run() throws(LogError) {
    if let problem = LinearAlgebraLibrary.problem {
      throw LogError(path: "", message: "smoothing needs liblapacke, which failed to load: \(problem)")
    }
    let start = ContinuousClock.now
    let pipeline = StagePipeline<LogError>(widths: Stage.allCases.map(\.width), capacity: places.count)
    try pipeline.run(threadCount: fusion.threadCount) { [self] stage, item throws(LogError) in
      try perform(Stage(rawValue: stage), on: places[item % places.count])
    }
    summary.damage = reader.damage
    // As in causal fusion: an empty log gives no motion, and the summary reports it.
    guard let last else { return }
    summary.update(
      gyroscopeBias: last.gyroscopeBias, tiltStandardDeviation: last.tiltStandardDeviation,
      headingStandardDeviation: last.headingStandardDeviation, velocitySetup: joiner.windows.velocitySetup)
    summary.sensorErrors = joiner.windows.sensorErrors
    summary.add(reader.voting, axes: fusion.settings.conditioner.axes)
    summary.missedRotationCount = joiner.windows.missedRotationCount
    summary.causalShare = joiner.windows.causalShare
    summary.squaredDifference = joiner.windows.squaredDifference
    summary.refusedVelocityShare = joiner.windows.refusedVelocityShare
    summary.elapsed = start.duration(to: .now)
  }

  private func perform(_ stage: Stage?, on place: Place) throws(LogError) -> StagePipeline<LogError>.Outcome {
    switch stage {
    case .read: return try read(place)
    case .start: place.started = place.read.take().map { starter.start($0) }
    case .estimate:
      guard let started = place.started.take() else { break }
      place.estimated = try Self.translated { () throws(SmoothingError) in try started.estimate { reports(0) } }
    default:
      guard let estimated = place.estimated.take() else { break }
      try write(joiner.join(estimated), place.rows)
      place.rows = SmoothedRows()
    }
    return .done
  }

  /// Reads until a window is complete. What was read before a failure of the reader is smoothed like a log that ends there.
  private func read(_ place: Place) throws(LogError) -> StagePipeline<LogError>.Outcome {
    var block: [LogRecord] = []
    while !hasEnded && !collector.hasWindow {
      do throws(LogError) { try reader.read(into: &block, atMost: LogFusion.blockSize) } catch {
        readingFailure = error
      }
      hasEnded = block.isEmpty || readingFailure != nil
      try collect(&block)
      if hasEnded { endCollection() }
      guard block.isEmpty || reports(block.count) else { throw Self.stopped }
    }
    place.read = collector.takeWindow()
    place.rows = rows.takeFirst(place.read?.next ?? 0)
    return hasEnded && !collector.hasWindow ? .last(readingFailure) : .done
  }

  private func collect(_ block: inout [LogRecord]) throws(LogError) {
    if !hasBegun, let timestamp = block.first?.timestamp {
      try summary.learnField(from: fusion.trueNorth, atStart: timestamp)
      northFromTrueNorth = Rotation(aboutZ: summary.declination)
    }
    hasBegun = true
    fusion.turnTruth(of: &block)
    let conditioner = fusion.settings.conditionerForFrame
    let hasTruth = reader.header.hasGroundTruth
    // Local copies, since each access to a property of a class is checked.
    var (clock, rows, samples) = (clock, SmoothedRows(), [MotionSample<Double>]())
    let (northFromTrueNorth, usesVelocity) = (northFromTrueNorth, fusion.usesVelocity)
    var velocities: [ObservedVelocity] = []
    samples.reserveCapacity(block.count)
    for record in block {
      let reading = clock.read(Timestamp(nanoseconds: record.timestamp))
      rows.append(record, isDiscontinuous: reading.isDiscontinuity, hasTruth: hasTruth)
      let raw = MotionSample(
        interval: reading.interval, angularRate: record.angularRate, specificForce: record.specificForce,
        magneticField: record.magneticField)
      let measured = record.measured(usesVelocity: usesVelocity)
      if let velocity = ObservedVelocity(
        sample: samples.count, velocity: measured.velocity, speed: measured.speed,
        northFromTrueNorth: northFromTrueNorth)
      {
        velocities.append(velocity)
      }
      samples.append(conditioner.condition(raw, temperature: record.temperature))
    }
    self.clock = clock
    self.rows.append(rows)
    collector.collect(samples[...], velocities)
  }

  private func endCollection() {
    do throws(LogError) {
      try Self.translated { () throws(SmoothingError) in try collector.collectEnd() }
    } catch {
      readingFailure = readingFailure ?? error
    }
  }

  private func reports(_ rows: Int) -> Bool { turn.withLock { _ in progress(rows) } }

  private static let stopped = LogError(path: "", .interrupted)

  private static func translated<Value>(_ body: () throws(SmoothingError) -> Value) throws(LogError) -> Value {
    do throws(SmoothingError) {
      return try body()
    } catch .stopped {
      throw stopped
    } catch {
      throw LogError(path: "", message: "cannot be smoothed: \(error)")
    }
  }

  /// Writes what a window made final.
  private func write(_ stretch: SmoothingWindowJoiner.Stretch, _ rows: SmoothedRows) throws(LogError) {
    let settings = fusion.settings
    var (summary, knownFrame, block) = (summary, frame, LogFusion.Block())
    for (index, sample) in stretch.smoothed.enumerated() {
      let frame = knownFrame ?? sample.settled(OutputFrame(settings.frame, declination: summary.declination))
      knownFrame = frame
      let record = rows.record(index, stretch.samples[index])
      let motion = sample.motion(
        at: Timestamp(nanoseconds: record.timestamp), specificForce: record.specificForce,
        isDiscontinuous: rows.isDiscontinuous[index], in: frame, gravityMagnitude: settings.gravityMagnitude)
      summary.add(record, motion, sample.enuFromBody, usesMagnetometer: settings.usesMagnetometer)
      block.records.append(record)
      block.motions.append(motion)
      if block.records.count == LogFusion.blockSize || index == stretch.smoothed.count - 1 {
        try turn.withLock { _ throws(LogError) in try sink(block) }
        block.records.removeAll(keepingCapacity: true)
        block.motions.removeAll(keepingCapacity: true)
      }
    }
    (self.summary, frame) = (summary, knownFrame)
    last = stretch.smoothed.last ?? last
  }
}
