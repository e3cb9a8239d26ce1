import AttitudeFilters
import MotionSamples
import Rotations
import Testing

/// A slow turn about up is quiet, as rest is; the field tells them apart.
@Suite struct FieldTurnTests {
  /// The largest heading error after 3 s, rad, over a turn about up that begins with the first sample, 30 s at a rate in rad/s,
  /// then 10 s of rest; the share of the turn that counts as rest; and the final error of the bias, rad/s.
  private func turn(
    at rate: Double, bias: Double = 0.1 * .pi / 180, everySampleHasField: Bool = true, hasField: Bool = true
  ) -> (heading: Double, restShare: Double, bias: Double) {
    var motion = SyntheticMotion(seed: 21)
    motion.gyroscopeBias = motion.enuFromBody.inverse.rotate(Vector3(x: 0, y: 0, z: bias))
    let up = motion.enuFromBody.inverse.rotate(.unitZ)
    var filter = DefaultFilter<Double>()
    var (heading, restCount) = (0.0, 0)
    for index in 0..<4000 {
      motion.steadyRate = index < 3000 ? up * rate : .zero
      var sample = motion.next(isMoving: false)
      if !hasField || !everySampleHasField && !index.isMultiple(of: 10) { sample.magneticField = .absent }
      let outcome = filter.update(sample)
      guard index >= 300 else { continue }
      if index < 3000, outcome.isAtRest { restCount += 1 }
      heading = max(heading, (filter.enuFromBody * motion.enuFromBody.inverse).angle)
    }
    return (heading, Double(restCount) / 2700, (filter.gyroscopeBias - motion.gyroscopeBias).length)
  }

  @Test(arguments: [0.8, -1.5, 3, 6], [true, false])
  func aTurnThatTheFieldShowsIsNoRest(rate: Double, everySampleHasField: Bool) {
    let result = turn(at: rate * .pi / 180, everySampleHasField: everySampleHasField)
    #expect(result.restShare < 0.1 && result.heading < 4 * .pi / 180 && result.bias < 0.2 * .pi / 180, "\(result)")
    // Without a field the turn looks like a bias.
    #expect(turn(at: rate * .pi / 180, hasField: false).restShare > 0.9)
  }

  /// The field stands still at rest, whatever the bias.
  @Test(arguments: [0, 0.5, -2, 8]) func aLargeBiasIsRest(bias: Double) {
    let result = turn(at: 0, bias: bias * .pi / 180)
    #expect(result.restShare == 1 && result.bias < 0.05 * .pi / 180, "\(result)")
  }

  /// A magnet that moves turns the field otherwise than the gyroscope says.
  @Test func aMagnetThatMovesDoesNotEndRest() {
    var motion = SyntheticMotion(seed: 22)
    var filter = DefaultFilter<Double>()
    var restCount = 0
    for index in 0..<4000 {
      motion.field = Vector3(x: index < 1000 ? 0 : 8 * Double.sineAndCosine(0.002 * Double(index)).sine, y: 18, z: -44)
      let outcome = filter.update(motion.next(isMoving: false))
      if index >= 1000, outcome.isAtRest { restCount += 1 }
    }
    #expect(restCount > 2700, "\(restCount)")
  }
}
