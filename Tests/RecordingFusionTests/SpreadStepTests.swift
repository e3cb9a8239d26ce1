import MotionSamples
import RecordingFusion
import Rotations
import Testing

@testable import AttitudeFilters

/// A step that is spread over two samples (`spreadsSteps`) gives what a whole one gives, but for the step's own sample.
@Suite struct SpreadStepTests {
  private static func spread<Scalar: RealLanes>(_ scalar: Scalar.Type) -> VelocityBoundedParameters<Scalar> {
    var parameters = VelocityBoundedParameters<Scalar>()
    parameters.spreadsSteps = true
    return parameters
  }

  /// Rests, gaps, missing readings, a start; velocities over ground now and then where `hasVelocities`.
  @Test(arguments: [false, true])
  func onlyTheSampleOfAStepDiffers(hasVelocities: Bool) {
    var (halves, corrected) = (0, 0)
    for recording in LaneSchedulerTests.recordings {
      var whole = DefaultFilter<Double>()
      var spread = DefaultFilter<Double>(parameters: Self.spread(Double.self))
      for (index, sample) in recording.enumerated() {
        let outcome = whole.update(sample)
        let other = spread.update(sample)
        if spread.isCorrectionDue {
          halves += 1
          if spread.enuFromBody.quaternion != whole.enuFromBody.quaternion { corrected += 1 }
        } else {
          #expect(other.flagNumbers == outcome.flagNumbers)
          expectSame(spread, whole)
        }
        // The first velocity comes between the halves of a step.
        if hasVelocities, index > 1000, spread.isCorrectionDue || index % 50 == 20 {
          let velocity = GroundVelocity(east: 1.0, north: 2.0)
          whole.observe(velocity)
          spread.observe(velocity)
          expectSame(spread, whole)
        }
      }
    }
    #expect(halves > (hasVelocities ? 100 : 500))
    #expect(2 * corrected > halves)
  }

  @Test func lanesSpreadAsStreamsDo() {
    LaneSchedulerTests().expectSame(
      DefaultFilter<DoubleLanes>.self, DefaultFilter<Double>.self, Self.spread(DoubleLanes.self),
      Self.spread(Double.self))
  }

  private func expectSame(_ one: DefaultFilter<Double>, _ other: DefaultFilter<Double>) {
    #expect(one.enuFromBody.quaternion == other.enuFromBody.quaternion)
    #expect(one.gyroscopeBias == other.gyroscopeBias && one.velocity == other.velocity)
    #expect(one.tiltStandardDeviation == other.tiltStandardDeviation)
    #expect(one.headingStandardDeviation == other.headingStandardDeviation)
  }
}
