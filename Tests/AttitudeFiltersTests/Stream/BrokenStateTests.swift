import AttitudeFilters
import MotionSamples
import Rotations
import Testing

/// A state that a memory error, or two threads on one stream, has broken.
@Suite struct BrokenStateTests {
  private let samples = MotionStreamTests.turning(
    rate: 0.3, seconds: 25, pose: Rotation(rotationVector: Vector3(x: 0.3, y: -0.2, z: 0.5)))

  @Test func theDefaultFilterRecovers() {
    check(DefaultFilter<Double>())
    check(DefaultFilter14<Double>())
  }
  @Test func theOtherFiltersRecover() {
    check(VQFFilter<Double>())
    check(MultiplicativeKalmanFilter<Double>())
    check(MadgwickFilter<Double>())
    check(MahonyFilter<Double>())
    check(ComplementaryFilter<Double>())
  }

  /// What waits in a record is finite, too.
  @Test func aQueueOfMotionsRecovers() throws {
    var (stream, count) = (MotionStream(), Breaker(place: -1, value: 0))
    count.visit(&stream.filter, with: stream.filter)
    for place in 0..<count.next {
      var stream = MotionStream()
      var delayed = try #require(MotionQueue<DefaultFilter<Double>, Void>(latency: 1, of: stream))
      var (resets, taken) = (0, 0)
      func take(_ samples: ArraySlice<TimedSample<Double>>) {
        for sample in samples {
          delayed.take(sample, in: &stream) { _ in }
          while let ready = delayed.next() {
            taken += 1
            if ready.motion.flags.contains([.correctedByJump, .initializing]) { resets += 1 }
            let norms = (
              ready.enuFromBody.quaternion.squaredNorm, ready.motion.outputFromBody.quaternion.squaredNorm
            )
            #expect(abs(norms.0 - 1) < 1e-9 && abs(norms.1 - 1) < 1e-9, "number \(place)")
            #expect(ready.motion.gravity.length < 10, "number \(place)")
          }
        }
      }
      let end = 1000 + place % 5
      take(samples[..<end])
      var breaker = Breaker(place: place, value: .nan)
      breaker.visit(&stream.filter, with: stream.filter)
      take(samples[end...])
      #expect(resets <= 2 && taken > samples.count - 200, "number \(place): \(resets) resets, \(taken) motions")
      let up = stream.outputFromBody.inverse.rotate(.unitZ)
      #expect(up.cross(samples.last!.sample.specificForce * (1 / 9.81)).length < 0.2, "number \(place)")
    }
  }

  /// Whichever number of the state is broken, the attitude is finite after the next samples, right within seconds, and a reset is told.
  private func check<Filter: AttitudeFilter>(_ fresh: Filter) where Filter.Scalar == Double {
    var stream = MotionStream(filter: fresh)
    for sample in samples[..<1000] { stream.updated(sample.sample, at: sample.timestamp) }
    var count = Breaker(place: -1, value: 0)
    count.visit(&stream.filter, with: stream.filter)
    #expect(count.next > 10)
    for place in 0..<count.next {
      for value in [Double.nan, -.infinity] {
        var (broken, breaker) = (stream, Breaker(place: place, value: value))
        var resets = 0
        for (number, sample) in samples[1000...].enumerated() {
          // At the end of a step, or within one.
          if number == place % 5 { breaker.visit(&broken.filter, with: stream.filter) }
          broken.updated(sample.sample, at: sample.timestamp)
          if broken.flags.contains([.correctedByJump, .initializing]) { resets += 1 }
          let norm = broken.outputFromBody.quaternion.squaredNorm
          #expect(abs(norm - 1) < 1e-9, "\(Filter.self): number \(place), \(value)")
          if !(abs(norm - 1) < 1e-9) { return }
        }
        #expect(resets <= 2, "\(Filter.self): number \(place), \(value): \(resets) resets")
        let up = broken.outputFromBody.inverse.rotate(.unitZ)
        let tilt = up.cross(samples.last!.sample.specificForce * (1 / 9.81)).length
        // A broken average of VQF leaves 0.18 rad after 15 s.
        #expect(tilt < 0.2, "\(Filter.self): number \(place), \(value): tilt off by \(tilt) rad")
      }
    }
  }
}

/// Replaces one number of a state, counting those before it.
private struct Breaker: StateVisitor {
  var place: Int
  var value: Double
  var next = 0

  mutating func visit(_ number: inout Double, with other: Double, _ rule: NumberRule) {
    if next == place { number = value }
    next += 1
  }
  mutating func visit(_ mask: inout Bool, with other: Bool) {}
  mutating func check(_ isPossible: @autoclosure () -> Bool) {}
}
