import MotionSimulation
import Rotations
import Testing

@testable import AttitudeSmoothing

/// What the smoother learns of the sensors' errors: the walk of the bias at rest (60), the size of constant errors (59).
@Suite struct LearnedErrorTests {
  /// Intervals of 0.2 s at rest: the mean rate with white noise of 0.2 °/s and a bias that walks, °/s/√s, and the specific force of a
  /// body that turns by this rate, °/s.
  private static func rest(_ count: Int, walk: Double, turning: Double = 0) -> [RestBiasWalk.Mean?] {
    var random = RandomSource(seed: 7)
    func vector(_ deviation: Double) -> Vector3<Double> {
      random.nextNormalVector() * .degrees(deviation)
    }
    var (bias, angle) = (Vector3<Double>.zero, 0.0)
    return (0..<count).map { index in
      bias += vector(walk * 0.2.squareRoot())
      let rate = Double.degrees(turning) * Double.sineAndCosine(0.3 * Double(index)).0
      angle += 0.2 * rate
      let (sine, cosine) = Double.sineAndCosine(angle)
      return .init(
        rate: bias + vector(0.2) + .unitX * rate, force: Vector3(x: 0, y: sine * 9.81, z: cosine * 9.81))
    }
  }

  @Test func aWalkShowsAtRest() {
    let walk = RestBiasWalk(Self.rest(150, walk: 0.3), knotInterval: 0.2).deviation
    #expect(abs(walk / .degrees(0.3) - 1) < 0.4, "\(walk * 180 / .pi) °/s/√s")
  }

  @Test func noiseIsNoWalk() {
    #expect(RestBiasWalk(Self.rest(150, walk: 0), knotInterval: 0.2).deviation == 0)
    #expect(RestBiasWalk([], knotInterval: 0.2).deviation == 0)
  }

  /// The direction of the specific force shows that the body turned; without it, this were a walk.
  @Test func slowMotionIsNoWalk() {
    let moved = Self.rest(150, walk: 0, turning: 0.8)
    #expect(RestBiasWalk(moved, knotInterval: 0.2).deviation == 0)
    let blind = moved.map { $0.map { RestBiasWalk.Mean(rate: $0.rate, force: .unitZ) } }
    #expect(RestBiasWalk(blind, knotInterval: 0.2).deviation > 0)
  }

  /// Two pairs of blocks are too few, and motion separates blocks.
  @Test func aShortRestShowsNothing() {
    let walking = Self.rest(30, walk: 0.3)
    #expect(RestBiasWalk(walking, knotInterval: 0.2).deviation == 0)
    #expect(RestBiasWalk(walking + [nil] + walking, knotInterval: 0.2).deviation > 0)
  }

  /// By hand: three errors of 0.2, all determined, with a prior of 0.05: (8 · 0.0025 + 0.12) / (8 + 3).
  @Test func aPriorThatIsContradictedWidens() {
    var prior = LearnedPrior(0.05)
    prior.learn(Vector3(repeating: 0.04), variances: .zero)
    #expect(prior.deviation == 0.05)
    prior.learn(Vector3(repeating: 0.2), variances: Vector3(repeating: 0.0025))
    #expect(abs(prior.deviation - (0.14 / 8).squareRoot()) < 1e-12)
    prior = LearnedPrior(0.05)
    prior.learn(Vector3(repeating: 0.2), variances: .zero)
    #expect(abs(prior.deviation - (0.14 / 11).squareRoot()) < 1e-12)
    prior.learn(.zero, variances: .zero)
    #expect(prior.deviation == 0.05)
    prior = LearnedPrior(0)
    prior.learn(Vector3(repeating: 0.2), variances: .zero)
    #expect(prior.deviation == 0)
  }
}
