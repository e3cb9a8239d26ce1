import AttitudeFilters
import MotionSamples
import Rotations
import Testing

/// The queue from rows to motions.
@Suite struct MotionQueueTests {
  /// A body that turns.
  private let rows = MotionStreamTests.turning(
    rate: 0.3, seconds: 10, pose: Rotation(rotationVector: Vector3(x: 0.3, y: -0.2, z: 0.5)))

  /// Without latency each motion is ready after its sample, and is that of the stream.
  private func check<Filter: AttitudeFilter>(_ filter: Filter) throws where Filter.Scalar == Double {
    var (stream, queued) = (MotionStream(filter: filter), MotionStream(filter: filter))
    var queue = try #require(MotionQueue<Filter, Int>(latency: 0, of: queued))
    for (index, row) in rows.enumerated() {
      let motion = stream.updated(row.sample, at: row.timestamp)
      queue.take(row, in: &queued) { _ in index }
      #expect(queue.readyCount == 1)
      let next = queue.next()
      let ready = try #require(next)
      #expect(ready.companion == index && ready.motion.timestamp == motion.timestamp)
      #expect(ready.motion.outputFromBody.quaternion == motion.outputFromBody.quaternion)
      #expect(ready.enuFromBody.quaternion == stream.filter.enuFromBody.quaternion)
      #expect(ready.motion.gravity == motion.gravity && ready.motion.flags == motion.flags)
    }
    queue.finish(queued)
    #expect(queue.next() == nil)
  }

  @Test func withoutLatencyItIsTheStream() throws {
    try check(DefaultFilter<Double>())
    try check(DefaultFilter14<Double>())
    try check(VQFFilter<Double>())
    try check(MadgwickFilter<Double>())
  }

  /// With latency no step is spread: the correction is carried back at once.
  @Test func aSpreadStepHasNoEffectOnDelayedMotions() throws {
    var parameters = VelocityBoundedParameters<Double>()
    var delayed: [[Quaternion<Double>]] = []
    for isSpread in [false, true] {
      parameters.spreadsSteps = isSpread
      var stream = MotionStream(filter: DefaultFilter(parameters: parameters))
      var queue = try #require(MotionQueue<DefaultFilter<Double>, Void>(latency: 0.5, of: stream))
      var attitudes: [Quaternion<Double>] = []
      for row in rows {
        queue.take(row, in: &stream) { _ in }
        while let ready = queue.next() { attitudes.append(ready.motion.outputFromBody.quaternion) }
      }
      delayed.append(attitudes)
    }
    #expect(delayed[0].count > rows.count / 2 && delayed[0] == delayed[1])
  }

  @Test func onlyTheDefaultFilterHasALatency() {
    #expect(MotionQueue<DefaultFilter<Double>, Void>(latency: 1, of: MotionStream()) != nil)
    #expect(MotionQueue<DefaultFilter14<Double>, Void>(latency: 1, of: MotionStream(filter: .init())) == nil)
    #expect(MotionQueue<VQFFilter<Double>, Void>(latency: 1, of: MotionStream(filter: .init())) == nil)
  }
}
