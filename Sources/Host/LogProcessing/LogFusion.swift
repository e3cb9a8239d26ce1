// The program keeps the name of this file, for `withoutActuallyEscaping`; without the folder, so that two folders give the same bytes.
#sourceLocation(file:"Sources/Host/LogProcessing/LogFusion",line:3)
import AttitudeFilters
import AttitudeSmoothing
import LogFormats
import LogTables
import MotionSamples
import Rotations

/// The processing of one log from rows to motion, with a `MotionStream` or the smoother.
public struct LogFusion: Sendable {
  /// The filter and its parameters. Default: the default filter with its default parameters.
  public var filter = FilterSelection()
  /// Axes, calibration, clock and frame. `trueNorth` sets the declination. Default: a calibrated sensor in body axes,
  /// ENU with magnetic north.
  public var settings = StreamSettings<Double>()
  /// The place and date for turning frames that take a declination to true north. Default: nil, magnetic north.
  public var trueNorth: TrueNorth?
  /// The place and date whose field in the World Magnetic Model the filter takes as undisturbed from the start; only
  /// for filters with the parameter `magnetic_reference_strength`. Default: nil, learn it from the log.
  public var magneticReference: TrueNorth?
  /// Whether a filter that takes velocities observes those of the log: over ground, and along the forward axis. Default: true.
  public var usesVelocity = true
  /// The time for which the attitude of a row waits for what the default filter learns later, s; `FixedLag`. Default: 0.
  public var latency = 0.0
  /// Whether a log without an accelerometer is fused: the result is the rotation since its start, without tilt and gravity.
  /// Default: false.
  public var allowsRotationOnly = false
  /// Whether to estimate every row from the whole log, with the smoother of `AttitudeSmoothing` instead of the filter.
  /// The rows of one and a half of its windows are then held in memory. Default: false.
  public var smooths = false
  /// The parameters of the smoother, used if `smooths`.
  public var smootherParameters = AttitudeSmootherParameters()
  /// The number of threads on which reading, the filter or smoother, and writing overlap. With more than one, a filter's results
  /// come several blocks at a time, and the smoother works at two of its windows at once, in about twice the memory. Default: 1.
  public var threadCount = 1
  /// The wanted columns. Gravity, user acceleration and standard deviations are computed only if wanted. Default: all.
  public var columns = AttitudeColumns.all

  /// The default filter, with all sensors of the log, in ENU.
  public init() {}

  /// The name of the method in one word: the filter's name, or `smoother`.
  public var methodName: String { smooths ? "smoother" : filter.kind.name }

  /// The parameters of the filter or the smoother that were changed, by name.
  public var changedParameters: [String: Double] { smooths ? smootherParameters.changedValues : filter.values }

  /// Consecutive rows of a log, and the motion after each.
  public struct Block: Sendable {
    /// The rows: readings as in the log, reference attitude in body axes.
    public internal(set) var records: [LogRecord] = []
    /// The motions after the rows, one per row.
    public internal(set) var motions: [Motion<Double>] = []
  }

  /// Rows in a block: small enough for a core's cache, and for a prompt first result.
  public static let blockSize = 256

  /// Runs the log to its end.
  ///
  /// - Parameters:
  ///   - reader: The log.
  ///   - progress: Called for each block with its number of rows, and with 0 while the smoother works; returning false ends
  ///     the run with an error.
  ///   - sink: Receives rows and results block by block, in the order of the log.
  /// - Returns: The summary of the run. Throws errors of the reader, after the results of the rows before, and of the sink.
  public func run(
    _ reader: inout any MotionLogReader,
    progress: (_ rows: Int) -> Bool = { _ in true },
    sink: (Block) throws(LogError) -> Void = { _ in }
  ) throws(LogError) -> FusionSummary {
    try run(&reader, progress: progress, examine: { _ in }, sink: sink)
  }

  /// The same; `examine` receives what `sink` does, before it and maybe on another thread.
  package func run(
    _ reader: inout any MotionLogReader, progress: (_ rows: Int) -> Bool, examine: (Block) -> Void,
    sink: (Block) throws(LogError) -> Void
  ) throws(LogError) -> FusionSummary {
    if reader.header.hasAccelerometer { return try fuse(&reader, progress: progress, examine: examine, sink: sink) }
    guard reader.header.hasGyroscope, allowsRotationOnly else {
      throw LogError(path: "", .accelerometerMissing(gravityFree: reader.header.gravityFree))
    }
    var summary = try fuse(&reader, progress: progress, examine: { examine($0.withoutTilt) }) {
      block throws(LogError) in
      try sink(block.withoutTilt)
    }
    summary.forgetTilt()
    return summary
  }

  /// Runs a log that has what the run needs to its end.
  private func fuse(
    _ reader: inout any MotionLogReader, progress: (_ rows: Int) -> Bool, examine: (Block) -> Void,
    sink: (Block) throws(LogError) -> Void
  ) throws(LogError) -> FusionSummary {
    if smooths {
      let summary: FusionSummary
      (reader, summary) = try withoutActuallyEscaping(sink) { [reader] sink throws(LogError) in
        try withoutActuallyEscaping(progress) { progress throws(LogError) in
          try withoutActuallyEscaping(examine) { examine throws(LogError) in
            let smoothed = SmoothedFusion(fusion: self, reader, progress: progress) { block throws(LogError) in
              examine(block)
              try sink(block)
            }
            try smoothed.run()
            return (smoothed.reader, smoothed.summary)
          }
        }
      }
      return summary
    }
    var summary = FusionSummary(
      header: reader.header, usesMagnetometer: settings.usesMagnetometer, biasLimit: filter.biasLimit)
    let start = ContinuousClock.now
    var (firstRows, failure) = ([LogRecord](), nil as LogError?)
    do throws(LogError) { try reader.read(into: &firstRows, atMost: Self.blockSize) } catch { failure = error }
    let fuse = try fuser(atStart: firstRows.first?.timestamp, &summary)
    // The pipeline ends before these closures do.
    (reader, summary) = try withoutActuallyEscaping(sink) { sink throws(LogError) in
      try withoutActuallyEscaping(progress) { progress throws(LogError) in
        try withoutActuallyEscaping(examine) { examine throws(LogError) in
          let pipeline = FusionPipeline(
            reader, summary, firstRows: firstRows, failure, threadCount: threadCount,
            fuse: { block, summary in
              turnTruth(of: &block.records)
              if latency > 0 || !block.records.isEmpty { fuse(&block, &summary) }
            }, examine: examine, sink: sink, progress: progress)
          try pipeline.run()
          return (pipeline.reader, pipeline.summary)
        }
      }
    }
    summary.damage = reader.damage
    summary.add(reader.voting, axes: settings.conditioner.axes)
    summary.elapsed = start.duration(to: .now)
    return summary
  }

  /// Turns the rows' reference attitudes from sensor axes to body axes; does nothing for the identity mounting.
  package func turnTruth(of records: inout [LogRecord]) {
    let axes = settings.conditioner.axes
    guard axes != .identity else { return }
    let sensorFromBody = Rotation<Double>(matrix: axes.inverse.bodyFromSensor())
    var rows = records.mutableSpan
    for index in rows.indices {
      rows[index].trueENUFromBody = rows[index].trueENUFromBody.map { $0 * sensorFromBody }
    }
  }

  /// Fills in a block's motions and adds its rows to a summary. With a latency the rows become those that have waited long
  /// enough, and after a block without rows all that are left.
  typealias BlockFuser = (inout Block, inout FusionSummary) -> Void

  /// The stream of the selected filter for a log that starts at this timestamp, specialized for that filter.
  private func fuser(
    atStart timestamp: Int64?, _ summary: inout FusionSummary
  ) throws(LogError) -> BlockFuser {
    var (settings, filter) = (settings, filter)
    if let timestamp {
      try summary.learnField(from: trueNorth, atStart: timestamp)
      settings.declination = summary.declination
      if let reference = try magneticReference?.field(of: summary.header, atStart: timestamp) {
        filter.setMagneticReference(strength: reference.totalIntensity, dip: reference.inclination)
      }
    }
    let header = summary.header
    let observes = usesVelocity && (header.hasVelocityOverGround || header.hasForwardSpeed)
    let wanted = WantedResults(columns, settings, observesVelocity: observes)
    guard latency > 0 else {
      var operation = MakeFuser(filter: filter, settings: settings, wanted: wanted)
      return filter.kind.perform(&operation)
    }
    var stream = MotionStream<DefaultFilter<Double>>(
      parameters: filter.parameters(as: VelocityBoundedParameters.self), settings: settings)
    guard filter.kind == .default,
      var queue = MotionQueue<DefaultFilter<Double>, LogRecord>(latency: latency, of: stream)
    else { throw LogError(path: "", message: "only the default filter has a latency") }
    return { block, summary in stream.fuse(&block, &summary, wanted, through: &queue) }
  }

  private struct MakeFuser: FilterOperation {
    typealias Scalar = Double
    let filter: FilterSelection
    let settings: StreamSettings<Double>
    let wanted: WantedResults

    mutating func perform<Filter: AttitudeFilter>(
      for type: Filter.Type
    ) -> BlockFuser where Filter.Scalar == Double {
      var stream = MotionStream<Filter>(parameters: filter.parameters(as: Filter.Parameters.self), settings: settings)
      let wanted = wanted
      return { block, summary in
        block.makeRoom()
        stream.fuse(block.records, &block.motions, &summary, wanted)
      }
    }
  }
}

/// What a fusion observes and computes.
private struct WantedResults: Sendable {
  let hasGravity: Bool
  let hasSigma: Bool
  let usesMagnetometer: Bool
  let observesVelocity: Bool

  init(_ columns: AttitudeColumns, _ settings: StreamSettings<Double>, observesVelocity: Bool) {
    hasGravity = !columns.isDisjoint(with: [.gravity, .userAcceleration, .worldAcceleration])
    hasSigma = columns.contains(.sigma)
    usesMagnetometer = settings.usesMagnetometer
    self.observesVelocity = observesVelocity
  }
}

extension FilterSelection {
  /// The limit of the estimated gyroscope bias per axis, in rad/s; nil if the filter has none.
  public var biasLimit: Double? {
    parameters.first { $0.name.description == "bias_limit" }.map { values["bias_limit"] ?? $0.value }
  }
}

extension LogFusion.Block {
  /// The block without what depends on the tilt, which is unknown, whatever the filter assumes.
  fileprivate var withoutTilt: Self {
    var block = self
    for index in block.motions.indices {
      block.motions[index].gravity = .absent
      block.motions[index].userAcceleration = .absent
      block.motions[index].tiltStandardDeviation = .nan
    }
    return block
  }

  /// Resizes the motions to the number of rows, to be filled in later.
  fileprivate mutating func makeRoom() {
    guard motions.count != records.count else { return }
    motions = Array(repeating: Motion(outputFromBody: .identity), count: records.count)
  }
}

extension MotionStream where Filter.Scalar == Double {
  /// Processes the rows of a block, whose motions are ready at once. One call for a block and one for a row, each with the stream in
  /// place: a call in a closure would copy the filter, and a queue each row and its motion.
  fileprivate mutating func fuse(
    _ records: [LogRecord], _ results: inout [Motion<Double>], _ summary: inout FusionSummary, _ wanted: WantedResults
  ) {
    // In place: each row and each motion is over 100 bytes.
    let rows = records.span
    var motions = results.mutableSpan
    for index in rows.indices {
      motions[index] = motion(after: rows[index], wanted)
      summary.add(rows[index], motions[index], filter.enuFromBody, usesMagnetometer: wanted.usesMagnetometer)
    }
    update(&summary)
  }

  /// Replaces the rows of a block by those that have waited long enough; after an empty block all that are left.
  fileprivate mutating func fuse(
    _ block: inout LogFusion.Block, _ summary: inout FusionSummary, _ wanted: WantedResults,
    through queue: inout MotionQueue<Filter, LogRecord>
  ) where Filter == DefaultFilter<Double> {
    for record in block.records {
      queue.take(record.measured(usesVelocity: wanted.observesVelocity), in: &self) { _ in record }
    }
    if block.records.isEmpty { queue.finish(self) }
    block = LogFusion.Block()
    while let ready = queue.next() {
      summary.add(ready.companion, ready.motion, ready.enuFromBody, usesMagnetometer: wanted.usesMagnetometer)
      block.records.append(ready.companion)
      block.motions.append(ready.motion)
    }
    update(&summary)
  }

  /// Adds the state after a block to a summary.
  private func update(_ summary: inout FusionSummary) {
    summary.update(
      gyroscopeBias: filter.gyroscopeBias, gyroscopeBiasStandardDeviation: filter.gyroscopeBiasStandardDeviation,
      tiltStandardDeviation: tiltStandardDeviation, headingStandardDeviation: headingStandardDeviation,
      velocitySetup: filter.velocitySetup)
  }

  /// Processes a row and returns the motion after it.
  private mutating func motion(after record: borrowing LogRecord, _ wanted: WantedResults) -> Motion<Double> {
    process(record.measured(usesVelocity: wanted.observesVelocity))
    return motion(hasGravity: wanted.hasGravity, hasStandardDeviations: wanted.hasSigma)
  }
}
