import AttitudeFilters
import MotionSamples
import MotionSimulation
import Rotations
import Testing

/// The laws of the vote.
@Suite struct InertialVoteTests {
  typealias Samples = InertialVote<Double>.Samples

  private static func samples(_ rates: [Vector3<Double>], interval: Double = 0.01) -> Samples {
    var samples = Samples(repeating: MotionSample(interval: interval, angularRate: .absent))
    for (index, rate) in rates.enumerated() {
      samples[index].angularRate = rate
      samples[index].specificForce = Vector3(x: rate.y, y: rate.x, z: 9.81 + rate.z)
    }
    return samples
  }

  /// Of white noise the mean of N equal sensors has σ/√N.
  @Test(arguments: 1...4)
  func equalSensorsHaveTheNoiseOfTheirMean(_ count: Int) {
    var (vote, random) = (InertialVote<Double>(count: count), RandomSource(seed: 3))
    var (sum, rows) = (0.0, 0.0)
    for row in 0..<20_000 {
      let rates = (0..<count).map { _ in random.nextNormalVector() * 0.002 }
      let rate = vote.update(Self.samples(rates)).angularRate
      if row >= 2000 { (sum, rows) = (sum + rate.squaredLength / 3, rows + 1) }
    }
    #expect(abs((sum / rows).squareRoot() / (0.002 / Double(count).squareRoot()) - 1) < 0.03)
    for index in 0..<count where count > 1 {
      #expect(abs(vote.health(of: index).gyroscope.noise / 0.002 - 1) < 0.15)
      #expect(abs(vote.health(of: index).gyroscope.weight - 1 / Double(count)) < 0.1)
    }
  }

  /// The weights of unequal sensors are the inverse variances: 1/σ² = 1, 1/4 gives 0.8 and 0.2, with motion in both.
  @Test func weightsAreInverseVariances() {
    var (vote, random) = (InertialVote<Double>(count: 2), RandomSource(seed: 4))
    for row in 0..<6000 {
      let motion = Vector3(x: 1, y: 0.5, z: -0.3) * (0.01 * Double(row % 400 < 200 ? row % 200 : 200 - row % 200))
      vote.update(Self.samples([1, 2].map { motion + random.nextNormalVector() * (0.002 * $0) }))
    }
    #expect(abs(vote.health(of: 0).gyroscope.weight - 0.8) < 0.06)
    #expect(abs(vote.health(of: 1).gyroscope.noise / 0.004 - 1) < 0.15)
  }

  /// Another order of the sensors gives the same consensus, also with a fault.
  @Test func theOrderDoesNotMatter() {
    let order = [2, 0, 3, 1]
    var (one, two, random) = (InertialVote<Double>(count: 4), InertialVote<Double>(count: 4), RandomSource(seed: 5))
    for row in 0..<3000 {
      var rates = (0..<4).map { Vector3(repeating: 0.003 * Double($0)) + random.nextNormalVector() * 0.002 }
      if row > 1500 { rates[2].x += 0.3 }
      let (first, second) = (one.update(Self.samples(rates)), two.update(Self.samples(order.map { rates[$0] })))
      #expect((first.angularRate - second.angularRate).length < 1e-12)
      #expect((first.specificForce - second.specificForce).length < 1e-12)
    }
    for (place, index) in order.enumerated() {
      #expect(two.health(of: place).gyroscope.state == one.health(of: index).gyroscope.state)
    }
    #expect(one.health(of: 2).gyroscope.state == .failed)
  }

  /// Sensors with other biases leave and return: the consensus keeps the mean bias.
  @Test func aSensorThatLeavesMakesNoStep() {
    let biases = [0.02, -0.01, 0.005].map { Vector3(x: $0, y: -$0, z: 2 * $0) }
    var vote = InertialVote<Double>(count: 3)
    let mean = (biases[0] + biases[1] + biases[2]) / 3
    for row in 0..<6000 {
      let motion = Vector3(x: 1, y: 0, z: 0.5) * (0.001 * Double(row % 500))
      var rates = biases.map { $0 + motion }
      if row > 2000 && row < 3000 { rates[0] = .absent }
      if row > 4000 && row < 4200 { (rates[1], rates[2]) = (.absent, .absent) }
      let rate = vote.update(Self.samples(rates)).angularRate
      if row > 0 { #expect((rate - motion - mean).length < 1e-9, "row \(row)") }
    }
  }

  @Test func withoutReadingsTheConsensusIsAbsent() {
    var vote = InertialVote<Double>(count: 2)
    #expect(vote.update(Self.samples([])).angularRate.isAbsent)
    vote.update(Self.samples([.zero, .zero]))
    #expect(vote.update(Self.samples([])).specificForce.isAbsent)
    for value in [Double.infinity, 1e300, -.infinity] {
      let rate = vote.update(Self.samples([Vector3(repeating: value), Vector3(x: 0.1, y: 0, z: 0)])).angularRate
      #expect(rate.isFiniteInLane)
    }
  }

  /// The bias of each gyroscope has that of the filter in body axes.
  @Test func theFilterReportsEachIMU() throws {
    var settings = StreamSettings<Double>()
    settings.conditioner.axes = try AxisMapping("y,-x,z")
    var filter = VotingFilter<DefaultFilter<Double>>(count: 2, settings: settings)
    var random = RandomSource(seed: 6)
    for row in 0..<3000 {
      let noise = [random.nextNormalVector() * 1e-4, random.nextNormalVector() * 1e-4]
      filter.update(
        Self.samples([Vector3(x: 0.01, y: 0, z: 0) + noise[0], Vector3(x: 0.02, y: 0, z: 0) + noise[1]]),
        at: Timestamp(nanoseconds: Int64(row) * 10_000_000))
    }
    let biases = (0..<2).map { filter.health(of: $0).gyroscopeBias }
    let axes = settings.conditioner.axes
    #expect((biases[0] - axes.apply(to: Vector3(x: 0.01, y: 0, z: 0))).length < 1e-3)
    #expect((biases[1] - axes.apply(to: Vector3(x: 0.02, y: 0, z: 0))).length < 1e-3)
    #expect(filter.stream.timestamp.nanoseconds == 29_990_000_000)
    filter.reset()
    #expect(filter.health(of: 1).gyroscope.offset == .zero)
  }
}
