import AttitudeFilters
import LogTables
import MotionSamples
import Rotations

/// The fusion of a log with the default filter and a latency: every attitude contains what the filter learned in the time after
/// its row. All else of a motion is that at its row.
struct DelayedFusion {
  private var stream: MotionStream<DefaultFilter<Double>>
  private var delayed: DelayedMotions<LogRecord>
  private let observesVelocity: Bool
  private let usesMagnetometer: Bool

  /// A fusion before the first row. `latency` is in seconds.
  init(_ filter: FilterSelection, _ settings: StreamSettings<Double>, latency: Double, observesVelocity: Bool) {
    let parameters = filter.parameters(as: VelocityBoundedParameters<Double>.self)
    stream = MotionStream(parameters: parameters, settings: settings)
    delayed = DelayedMotions(latency: latency, parameters)
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
    for record in block.records {
      delayed.take(record.measured(usesVelocity: observesVelocity), in: &stream) { _ in record }
    }
    if block.records.isEmpty { delayed.finish(stream) }
    block = LogFusion.Block()
    while let ready = delayed.next() {
      let record = ready.companion
      summary.add(record, ready.motion, usesMagnetometer: usesMagnetometer)
      if record.isMoving, let truth = record.trueENUFromBody { summary.add(estimate: ready.enuFromBody, truth: truth) }
      block.records.append(record)
      block.motions.append(ready.motion)
    }
    summary.update(
      gyroscopeBias: stream.filter.gyroscopeBias,
      gyroscopeBiasStandardDeviation: stream.filter.gyroscopeBiasStandardDeviation,
      tiltStandardDeviation: stream.tiltStandardDeviation,
      headingStandardDeviation: stream.headingStandardDeviation, velocitySetup: stream.filter.velocitySetup)
  }
}
