import MotionSamples
import MotionSimulation
import Rotations
import Testing

@testable import AttitudeSmoothing

/// Every Jacobian of the smoother against differences: the state changes, the samples are integrated again, and the residual
/// must change as the Jacobian predicts.
@Suite struct SmoothingJacobianTests {
  /// A state with small residuals, as at the end of the iterations, and its samples.
  private struct Scene {
    let samples: [MotionSample<Double>]
    var state: SmoothingState
    var factors: SmoothingFactors

    /// 0.4 s at 1 kHz: the rotation over a sample is 0.002 rad, so that the attitude at its end, which the Jacobian uses, costs
    /// less than 0.2 %.
    init(seed: UInt64) {
      var random = RandomSource(seed: seed)
      let rate = random.nextNormalVector()
      let force = random.nextNormalVector() + Vector3(x: 0, y: 0, z: 9.81)
      samples = (0..<401).map { index in
        let swing = Double(index) * 0.01
        return MotionSample(
          interval: index == 0 ? 0 : 0.001, angularRate: rate + Vector3(x: swing, y: -0.5 * swing, z: 0.3) * 0.2,
          specificForce: force + Vector3(x: 0.3, y: swing, z: -swing))
      }
      let attitude = Rotation(rotationVector: random.nextNormalVector())
      state = SmoothingState(
        levelFromBody: Array(repeating: attitude, count: 5), velocities: (0..<5).map { _ in random.nextNormalVector() },
        biases: (0..<5).map { _ in random.nextNormalVector() * 0.01 })
      state.accelerometerBias = random.nextNormalVector() * 0.05
      state.accelerometerScale = random.nextNormalVector() * 0.005
      state.leverArm = random.nextNormalVector() * 0.3
      factors = SmoothingFactors(AttitudeSmootherParameters(), nominalInterval: 0.001)
      factors.observesGround = true
      for knot in 0..<4 {
        let missed = Rotation(rotationVector: intervals(state)[knot].attitudeResidual)
        state.levelFromBody[knot + 1] = missed.inverse * state.levelFromBody[knot + 1]
      }
    }

    func intervals(_ state: SmoothingState) -> [IntervalMeasurement] {
      samples.withUnsafeBufferPointer { samples in
        let timeline = SampleTimeline(samples, knotInterval: 0.1)
        var intervals = [IntervalMeasurement](repeating: IntervalMeasurement(), count: timeline.intervalCount)
        Preintegration(samples, timeline).integrate(state, lag: 0, into: &intervals)
        return intervals
      }
    }

    func leverEffects(_ state: SmoothingState) -> [Matrix3<Double>] {
      samples.withUnsafeBufferPointer { samples in
        Preintegration(samples, SampleTimeline(samples, knotInterval: 0.1)).leverEffects(state)
      }
    }
  }

  private typealias MakeFactor = (Scene, SmoothingState, [IntervalMeasurement], Int) -> LinearFactor

  /// Compares each of `columns`: knot 1 (0-8), knot 2 (9-17), constant errors (18-36). All others but `approximate` must be
  /// zero.
  private func check(_ columns: [Int], approximate: [Int] = [], tolerance: Double, _ make: MakeFactor) {
    for seed in 1...5 as ClosedRange<UInt64> {
      let scene = Scene(seed: seed)
      for axis in 0..<3 {
        let factor = make(scene, scene.state, scene.intervals(scene.state), axis)
        let entries = Self.entries(of: factor)
        let largest = entries.map(abs).max() ?? 0
        for column in columns {
          let residuals = [-1e-5, 1e-5].map { step in
            let moved = Self.moved(scene.state, column, step)
            return make(scene, moved, scene.intervals(moved), axis).residual
          }
          let slope = (residuals[1] - residuals[0]) / 2e-5
          #expect(abs(slope - entries[column]) < tolerance * largest, "axis \(axis), column \(column)")
        }
        let others = entries.indices.filter { !columns.contains($0) && !approximate.contains($0) }
        #expect(others.allSatisfy { entries[$0] == 0 })
      }
    }
  }

  private static func entries(of factor: LinearFactor) -> [Double] {
    var entries = [Double](repeating: 0, count: 38)
    for index in 0..<factor.knotCount { entries[factor.knotColumns[index] - 9] = factor.knotEntries[index] }
    for group in factor.globalGroups {
      for lane in 0..<4 { entries[18 + 4 * group + lane] = factor.globalEntries(group)[lane] }
    }
    return entries
  }

  private static func moved(_ state: SmoothingState, _ column: Int, _ step: Double) -> SmoothingState {
    var (knots, globals) = ([Double](repeating: 0, count: 45), [Double](repeating: 0, count: 19))
    if column < 18 { knots[9 + column] = step } else { globals[column - 18] = step }
    var state = state
    _ = state.apply(knots: knots, globals: globals)
    return state
  }

  @Test func rotation() {
    let columns = [3, 4, 5, 6, 7, 8, 12, 13, 14] + Array(18..<27)
    check(columns, tolerance: 2e-3) { scene, _, intervals, axis in
      scene.factors.rotation(intervals[1], knot: 1, axis: axis, weight: 1)
    }
  }

  @Test func velocity() {
    check([0, 1, 2, 3, 4, 5, 9, 10, 11] + Array(27..<33), approximate: [33], tolerance: 1e-5) {
      scene, state, intervals, axis in
      scene.factors.velocity(intervals[1], state, knot: 1, axis: axis, weight: 1)
    }
  }

  /// Without a velocity over ground the velocity does not turn the heading.
  @Test func velocityDoesNotTurnTheHeading() {
    var scene = Scene(seed: 8)
    scene.factors.observesGround = false
    for axis in 0..<3 {
      let factor = scene.factors.velocity(
        scene.intervals(scene.state)[1], scene.state, knot: 1, axis: axis, weight: 1)
      #expect(Self.entries(of: factor)[5] == 0)
    }
  }

  @Test func velocityOverGround() {
    var target = VelocityTargets.Target()
    (target.velocity, target.share, target.count) = (Vector3(x: 3, y: -2, z: 0), 0.3, 1)
    check([0, 1, 2, 9, 10, 11, 34, 35, 36], tolerance: 1e-9) { [target] scene, state, _, axis in
      let effect = scene.leverEffects(scene.state)[1]
      return scene.factors.velocityOverGround(target, state, leverEffect: effect, knot: 1, axis: axis, weight: 1)
    }
  }

  /// At the first knot of the interval, where the Jacobian is exact.
  @Test func forwardSpeed() {
    var target = VelocityTargets.Target()
    (target.velocity, target.count) = (Vector3(x: 12, y: 0, z: 0), 1)
    check([0, 1, 2, 3, 4, 5], tolerance: 1e-6) { [target] scene, state, _, axis in
      scene.factors.forwardSpeed(target, state, knot: 1, axis: axis, weight: 1)
    }
  }

  /// The velocity factor omits the rotation of the specific force by a bias within the interval, at most g T² / 2.
  @Test func velocityHardlyDependsOnTheBias() {
    let scene = Scene(seed: 9)
    for column in 6..<9 {
      let moved = Self.moved(scene.state, column, 1e-4)
      let change = (scene.intervals(moved)[1].velocityIncrement - scene.intervals(scene.state)[1].velocityIncrement)
        .length
      #expect(change < 1.3 * 9.81 * 0.1 * 0.1 / 2 * 1e-4)
    }
  }

  @Test func boundedVelocity() {
    check([0, 1, 2, 34, 35, 36], tolerance: 1e-9) { scene, state, _, axis in
      let effect = scene.leverEffects(scene.state)[1]
      return scene.factors.boundedVelocity(state, leverEffect: effect, knot: 1, axis: axis, weight: 1)
    }
  }

  @Test func biasWalk() {
    check([6, 7, 8, 15, 16, 17], tolerance: 1e-9) { scene, state, _, axis in
      scene.factors.biasWalk(state, knot: 1, axis: axis, duration: 0.1)
    }
  }

  @Test func rest() {
    check([6, 7, 8], tolerance: 1e-9) { scene, state, _, axis in
      scene.factors.rest(state, knot: 1, axis: axis, meanRate: Vector3(repeating: 0.01), duration: 0.1)
    }
  }

  /// A field 0.1 rad east of north is corrected by rotating the estimate 0.1 rad counter-clockwise.
  @Test func headingRotatesTheFieldToNorth() {
    let factors = SmoothingFactors(AttitudeSmootherParameters(), nominalInterval: 0.01)
    let factor = factors.heading(knot: 1, fieldAngle: 0.1, weight: 1)
    #expect(factor.residual == -0.1 && Self.entries(of: factor)[5] == 1 && factor.knotCount == 1)
    let field = Vector3(x: 20 * Double.sineAndCosine(0.1).sine, y: 20 * Double.sineAndCosine(0.1).cosine, z: -40)
    let turned = Rotation<Double>(aboutZ: 0.1).rotate(field)
    #expect(abs(turned.x) < 1e-12 && turned.y > 0)
  }

  /// The velocity of a sensor on an arm, against the change of its position over a short time.
  @Test func leverEffectIsTheVelocityOfASensorOnAnArm() {
    let scene = Scene(seed: 4)
    let state = scene.state
    let sample = 100
    let rate = state.corrected(scene.samples[sample].angularRate, 1)
    let before = state.levelFromBody[1] * Rotation(rotationVector: rate * -5e-5)
    let after = state.levelFromBody[1] * Rotation(rotationVector: rate * 5e-5)
    let velocity = (after.rotate(state.leverArm) - before.rotate(state.leverArm)) / 1e-4
    #expect((scene.leverEffects(state)[1] * state.leverArm - velocity).length < 1e-6)
  }

  /// A sensor that turns at a constant rate in a constant force, whose readings are late: the effect takes the error out of the
  /// velocity, and so does the lag itself.
  @Test func lagEffectIsTheSlopeOfTheVelocity() {
    let (rate, lag) = (Vector3(x: 0.8, y: -1.1, z: 0.6), 0.002)
    let force = Vector3(x: 0.3, y: -0.2, z: 9.81)
    func levelFromBody(_ time: Double) -> Rotation<Double> { Rotation(rotationVector: rate * time) }
    let samples = (0..<401).map { index in
      let time = 0.001 * Double(index)
      return MotionSample(
        interval: index == 0 ? 0 : 0.001, angularRate: rate,
        specificForce: levelFromBody(time - lag).inverse.rotate(force))
    }
    samples.withUnsafeBufferPointer { samples in
      let timeline = SampleTimeline(samples, knotInterval: 0.1)
      var state = SmoothingState(
        levelFromBody: timeline.knots.map { levelFromBody(0.001 * Double($0)) },
        velocities: Array(repeating: .zero, count: 5), biases: Array(repeating: .zero, count: 5))
      var intervals = [IntervalMeasurement](repeating: IntervalMeasurement(), count: 4)
      Preintegration(samples, timeline).integrate(state, lag: 0, into: &intervals)
      let error = intervals[1].velocityIncrement - force * 0.1
      #expect(error.length > 1e-3 && (error - intervals[1].forceLagEffect * lag).length < 1e-5)
      state.accelerometerLag = lag
      Preintegration(samples, timeline).integrate(state, lag: 0, into: &intervals)
      #expect((intervals[1].velocityIncrement - force * 0.1).length < 1e-5)
    }
  }

  @Test func lagEffectIsTheSlopeOfTheField() {
    // A lagging sensor measures m(t - lag); at the rate w about z, its field in the level frame rotates by w lag.
    let rate = 2.0
    let lag = 0.004
    let samples = (0..<101).map { index in
      let angle = rate * (Double(index) * 0.001 - lag)
      let (sine, cosine) = Double.sineAndCosine(angle)
      return MotionSample(
        interval: index == 0 ? 0 : 0.001, angularRate: Vector3(x: 0, y: 0, z: rate), specificForce: .unitZ * 9.81,
        magneticField: Vector3(x: 20 * sine, y: 20 * cosine, z: -40))
    }
    samples.withUnsafeBufferPointer { samples in
      let timeline = SampleTimeline(samples, knotInterval: 0.1)
      let state = SmoothingState(
        levelFromBody: [.identity, Rotation(aboutZ: rate * 0.1)], velocities: [.zero, .zero], biases: [.zero, .zero])
      var intervals = [IntervalMeasurement()]
      Preintegration(samples, timeline).integrate(state, lag: 0, into: &intervals)
      let corrected = intervals[0].field - intervals[0].lagEffect * lag
      // To second order in w lag: 0.008² / 2 of the field.
      #expect((corrected - Vector3(x: 0, y: 20, z: -40)).length < 20 * 4e-5)
      Preintegration(samples, timeline).integrate(state, lag: lag, into: &intervals)
      #expect((intervals[0].field - Vector3(x: 0, y: 20, z: -40)).length < 20 * 1e-6)
    }
  }
}
