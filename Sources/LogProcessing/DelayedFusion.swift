import AttitudeFilters
import MotionLogs
import MotionSamples
import Rotations

/// The fusion of a log with the default filter and a latency: every attitude contains what the filter learned in the time after
/// its row. All else of a motion is that at its row.
struct DelayedFusion {
  private var stream: MotionStream<DefaultFilter<Double>>
  private var lag: FixedLag
  private let observesVelocity: Bool
  private let usesMagnetometer: Bool
  /// The rows that wait, and their motions without attitude, from `first` on.
  private var records: [LogRecord] = []
  private var motions: [Motion<Double>] = []
  private var first = 0

  /// A fusion before the first row. `latency` is in seconds.
  init(_ filter: FilterSelection, _ settings: StreamSettings<Double>, latency: Double, observesVelocity: Bool) {
    let parameters = filter.parameters(as: VelocityBoundedParameters<Double>.self)
    stream = MotionStream(parameters: parameters, settings: settings)
    lag = FixedLag(latency: latency, parameters)
    self.observesVelocity = observesVelocity
    usesMagnetometer = settings.usesMagnetometer
  }

  /// The fuser, which holds this state.
  var fuser: LogFusion.BlockFuser {
    var state = self
    return { block, summary in state.fuse(&block, &summary) }
  }

  /// Replaces the rows of a block by those that have waited long enough; after an empty block all that are left.
  private mutating func fuse(_ block: inout LogFusion.Block, _ summary: inout FusionSummary) {
    let given = block.records
    var attitudes: [FixedLag.Attitude] = []
    for record in given {
      if observesVelocity { stream.observeVelocity(of: record) }
      let sample = MotionSample(
        interval: stream.interval(to: Timestamp(nanoseconds: record.timestamp)), angularRate: record.angularRate,
        specificForce: record.specificForce, magneticField: record.magneticField)
      stream.advance(sample, temperature: record.temperature, following: &lag) { attitudes.append($0) }
      records.append(record)
      motions.append(stream.motion())
    }
    if given.isEmpty { lag.finish { attitudes.append($0) } }
    block = LogFusion.Block()
    for attitude in attitudes { settle(attitude, into: &block, &summary) }
    forgetSettledRows()
    summary.update(
      gyroscopeBias: stream.filter.gyroscopeBias, tiltStandardDeviation: stream.tiltStandardDeviation,
      headingStandardDeviation: stream.headingStandardDeviation)
  }

  /// Moves the row that waits longest into a block, with its attitude.
  private mutating func settle(
    _ attitude: FixedLag.Attitude, into block: inout LogFusion.Block, _ summary: inout FusionSummary
  ) {
    let record = records[first]
    var motion = motions[first]
    first += 1
    let enuFromBody = attitude.enuFromBody
    let gravity = Motion.gravity(inBodyOf: enuFromBody, magnitude: stream.gravityMagnitude)
    motion.outputFromBody = stream.frame.outputFromBody(enuFromBody)
    motion.userAcceleration += gravity - motion.gravity
    motion.gravity = gravity
    summary.add(record, motion, usesMagnetometer: usesMagnetometer)
    if record.isMoving, let truth = record.trueENUFromBody { summary.add(estimate: enuFromBody, truth: truth) }
    block.records.append(record)
    block.motions.append(motion)
  }

  private mutating func forgetSettledRows() {
    records.removeFirst(first)
    motions.removeFirst(first)
    first = 0
  }
}
