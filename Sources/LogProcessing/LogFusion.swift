import AttitudeFilters
import MotionLogs
import MotionSamples
import OfflineEstimation
import Rotations

/// One log, from its rows to motion, through a `MotionStream` or through the smoother.
public struct LogFusion: Sendable {
  /// The filter, and what is tuned in it. Default: the default filter with its defaults.
  public var filter = FilterSelection()
  /// Axes, calibration, clock, frame. The declination is found from `trueNorth`. Default: a calibrated sensor in body axes,
  /// ENU of magnetic north.
  public var settings = StreamSettings<Double>()
  /// The place and the day, to turn the frames that take a declination to true north. Default: nil, magnetic north.
  public var trueNorth: TrueNorth?
  /// The place and the day whose field by the World Magnetic Model the filter takes as undisturbed from the start; only for
  /// filters with the parameter `magnetic_reference_strength`. Default: nil, the filter learns it from the log.
  public var magneticReference: TrueNorth?
  /// Whether every row is estimated from the whole log, with the smoother of `OfflineEstimation` in place of the filter; the
  /// log is then held in memory. Default: false.
  public var smooths = false
  /// What the results are wanted for: gravity, user acceleration and standard deviations are computed only where they are
  /// among these. Default: everything.
  public var columns = AttitudeColumns.all

  /// The default filter, with everything the log has, in ENU.
  public init() {}

  /// What makes the attitude, in one word.
  public var methodName: String { smooths ? "smoother" : filter.kind.name }

  /// Some successive rows of a log, and the motion after each.
  public struct Block: Sendable {
    /// The rows: readings as in the log, truth in body axes.
    public internal(set) var records: [LogRecord] = []
    /// The motions after the rows; as many.
    public internal(set) var motions: [Motion<Double>] = []
  }

  /// Rows in a block: few enough for the cache of a core, and for a user who waits for the first ones.
  static let blockSize = 256

  /// Runs a log to its end.
  ///
  /// - Parameters:
  ///   - reader: The log.
  ///   - progress: Called for each block with the number of its rows; where it answers false the run ends with an error.
  ///   - sink: Takes the rows and results block by block, in the order of the log.
  /// - Returns: What the run came to. Throws what the reader or the sink throws.
  public func run(
    _ reader: inout any MotionLogReader,
    progress: (_ rows: Int) -> Bool = { _ in true },
    sink: (Block) throws(LogError) -> Void = { _ in }
  ) throws(LogError) -> FusionSummary {
    if smooths { return try SmoothedFusion(fusion: self).run(&reader, progress: progress, sink: sink) }
    var summary = FusionSummary(header: reader.header)
    var block = Block()
    let start = ContinuousClock.now
    try reader.read(into: &block.records, atMost: Self.blockSize)
    let fuse = try fuser(atStart: block.records.first?.timestamp, &summary)
    while !block.records.isEmpty {
      turnTruth(of: &block.records)
      fuse(&block, &summary)
      try sink(block)
      guard progress(block.records.count) else { throw LogError(path: "", message: "stopped before its end") }
      try reader.read(into: &block.records, atMost: Self.blockSize)
    }
    summary.elapsed = start.duration(to: .now)
    return summary
  }

  /// Turns the truth of rows from sensor axes to body axes; mostly there is nothing to do.
  func turnTruth(of records: inout [LogRecord]) {
    let axes = settings.conditioner.axes
    guard axes != .identity else { return }
    let sensorFromBody = Rotation<Double>(matrix: axes.inverse.bodyFromSensor())
    var rows = records.mutableSpan
    for index in rows.indices {
      rows[index].trueENUFromBody = rows[index].trueENUFromBody.map { $0 * sensorFromBody }
    }
  }

  /// Fills a block's motions, and adds its rows to a summary.
  private typealias BlockFuser = (inout Block, inout FusionSummary) -> Void

  /// The stream of the selected filter for a log that starts at a timestamp, compiled for that filter alone.
  private func fuser(
    atStart timestamp: Int64?, _ summary: inout FusionSummary
  ) throws(LogError) -> BlockFuser {
    var (settings, filter) = (settings, filter)
    if let timestamp {
      try summary.learnField(from: trueNorth, atStart: timestamp)
      settings.declination = summary.declination
      if let reference = try magneticReference?.field(atStart: timestamp) {
        filter.setMagneticReference(strength: reference.totalIntensity, dip: reference.inclination)
      }
    }
    var operation = MakeFuser(filter: filter, settings: settings, columns: columns)
    return filter.kind.perform(&operation)
  }

  private struct MakeFuser: FilterOperation {
    typealias Scalar = Double
    let filter: FilterSelection
    let settings: StreamSettings<Double>
    let columns: AttitudeColumns

    mutating func perform<Filter: AttitudeFilter>(
      for type: Filter.Type
    ) -> BlockFuser where Filter.Scalar == Double {
      var stream = MotionStream<Filter>(parameters: filter.parameters(as: Filter.Parameters.self), settings: settings)
      let hasGravity = !columns.isDisjoint(with: [.gravity, .userAcceleration])
      let hasSigma = columns.contains(.sigma)
      let usesMagnetometer = settings.usesMagnetometer
      return { block, summary in
        block.makeRoom()
        fuse(block.records, &block.motions, &summary)
      }

      @inline(__always)
      func fuse(_ records: [LogRecord], _ results: inout [Motion<Double>], _ summary: inout FusionSummary) {
        // In place, since each row and each motion is more than a hundred bytes.
        let rows = records.span
        var motions = results.mutableSpan
        for index in rows.indices {
          stream.advance(through: rows[index])
          motions[index] = stream.motion(hasGravity: hasGravity, hasStandardDeviations: hasSigma)
          summary.add(rows[index], motions[index], usesMagnetometer: usesMagnetometer)
          if rows[index].isMoving, let truth = rows[index].trueENUFromBody {
            summary.add(estimate: stream.filter.enuFromBody, truth: truth)
          }
        }
        summary.update(
          gyroscopeBias: stream.filter.gyroscopeBias, tiltStandardDeviation: stream.tiltStandardDeviation,
          headingStandardDeviation: stream.headingStandardDeviation)
      }
    }
  }
}

extension LogFusion.Block {
  /// Makes the motions as many as the rows; what they are is to be filled in.
  fileprivate mutating func makeRoom() {
    guard motions.count != records.count else { return }
    motions = Array(repeating: Motion(outputFromBody: .identity), count: records.count)
  }
}

extension MotionStream where Filter.Scalar == Double {
  /// Takes a row of a log.
  @inline(__always)
  fileprivate mutating func advance(through record: borrowing LogRecord) {
    let interval = interval(to: Timestamp(nanoseconds: record.timestamp))
    advance(
      MotionSample(
        interval: interval, angularRate: record.angularRate, specificForce: record.specificForce,
        magneticField: record.magneticField), temperature: record.temperature)
  }
}
