import AttitudeFilters
import MotionSamples
import NumericalMethods
import Rotations

/// The estimate of one window of a recording by Gauss-Newton iterations with the factors of `SmoothingFactors`.
///
/// Source: M. Kok, J. Hol, T. Schön, "Using inertial sensors for position and orientation estimation", Foundations and
/// Trends in Signal Processing 11(1-2), 2017.
struct SmoothingProblem: ~Copyable {
  let parameters: AttitudeSmootherParameters
  let preintegration: Preintegration
  /// Whether each sample is at rest (4).
  let isAtRest: [Bool]
  /// For each interval the mean rate if more than half of it is at rest (29).
  let restRates: [Vector3<Double>?]

  var state: SmoothingState
  var intervals: [IntervalMeasurement]
  var observer: HeadingObserver
  var factors: SmoothingFactors
  var system: ArrowSystem
  /// Whether the magnetic field gives the heading.
  var hasHeading = false
  var iterationCount = 0
  /// G at each knot (27).
  private var leverEffects: [Matrix3<Double>] = []
  private var velocityDensity: LocalVelocityDensity?
  /// The least random walk of the bias, (rad/s)/√s (60).
  private let walkAtRest: Double
  /// The intervals of each place where the causal filter found a rotation that the gyroscope missed (50).
  private(set) var suspects: [Range<Int>]
  /// The observed velocities (52).
  private(set) var targets: VelocityTargets

  /// Without angular rate for at least this time, s, in an interval, the heading is aligned to the field (12).
  private static let segmentGap = 0.05
  /// The evidence must rise by this much, nat, to raise the rate noise (39).
  private static let leastEvidence = 1.0
  /// The random walk of a bias relative to what the smoothed estimate shows of it, and its largest value (57).
  private static let walkFactor = 3.0
  private static let largestBiasWalk = Double.degrees(1)

  init(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, _ timeline: SampleTimeline, from first: FirstEstimate,
    _ targets: VelocityTargets, _ parameters: AttitudeSmootherParameters
  ) {
    self.parameters = parameters
    state = first.state
    preintegration = Preintegration(samples, timeline)
    suspects = first.suspects
    self.targets = targets
    let finder = CentredRestFinder(parameters: parameters.rest, nominalInterval: timeline.nominalInterval)
    let isAtRest = finder.isAtRest(samples)
    self.isAtRest = isAtRest
    let restMeans = (0..<timeline.intervalCount).map { Self.restMean(samples, timeline.samples(of: $0), isAtRest) }
    restRates = restMeans.map { $0?.rate }
    let walk = RestBiasWalk(restMeans, knotInterval: timeline.knotInterval).deviation
    walkAtRest = max(parameters.biasWalk, min(walk, Self.largestBiasWalk))
    intervals = Array(repeating: IntervalMeasurement(), count: timeline.intervalCount)
    observer = HeadingObserver(parameters.field, isMoving: restMeans.map { $0 == nil })
    factors = SmoothingFactors(parameters, nominalInterval: timeline.nominalInterval)
    if !targets.isEmpty { factors.areObserved = targets.areNear }
    factors.observesGround = targets.hasVelocityOverGround
    factors.biasWalk = walkAtRest
    if factors.observesGround { state.leverArm = -parameters.antenna }
    let isSaturated = preintegration.rateSaturation.isReached
    factors.filterBias = isSaturated ? .zero : first.state.biases.first ?? .zero
    system = ArrowSystem(knotCount: timeline.knots.count)
  }

  private static func restMean(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, _ range: Range<Int>, _ isAtRest: [Bool]
  ) -> RestBiasWalk.Mean? {
    var (rates, forces) = (Vector3<Double>.zero, Vector3<Double>.zero)
    var (resting, rateCount, forceCount) = (0, 0.0, 0.0)
    for index in range {
      if isAtRest[index] { resting += 1 }
      if Measurement.isRate(samples[index].angularRate) {
        rates += samples[index].angularRate
        rateCount += 1
      }
      if Measurement.isForce(samples[index].specificForce) {
        forces += samples[index].specificForce
        forceCount += 1
      }
    }
    guard 2 * resting > range.count, rateCount > 0 else { return nil }
    return RestBiasWalk.Mean(rate: rates / rateCount, force: forces / max(forceCount, 1))
  }

  /// Iterates until the tilt converges (41). Returns the last equations; nil if the work is no longer wanted.
  mutating func solve(while isWanted: () -> Bool) throws(LinearAlgebraError) -> Equations? {
    while isWanted() {
      preintegration.integrate(state, lag: observer.lag, into: &intervals)
      if iterationCount == 0 && alignSegments() { preintegration.integrate(state, lag: 0, into: &intervals) }
      for interval in suspects.joined() { intervals[interval].isSuspect = true }
      try observeHeading(iterationCount)
      leverEffects = preintegration.leverEffects(state)
      let (equations, tiltStep) = try step(iterationCount)
      iterationCount += 1
      let isDone = tiltStep < parameters.tiltTolerance && iterationCount >= parameters.iterationRange.lowerBound
      if isDone || iterationCount >= parameters.iterationRange.upperBound { return equations }
    }
    return nil
  }

  /// One Gauss-Newton step. Returns its equations and the largest change of tilt, rad.
  private mutating func step(_ iteration: Int) throws(LinearAlgebraError) -> (Equations, tiltStep: Double) {
    var best = try eliminate(keepsFactors: true)
    let isChanged = try adapt(&best, iteration)
    if isChanged { best = try eliminate(keepsFactors: true) }
    let knots = system.knots(best.elimination, terms(best.factors))
    let tiltStep = state.apply(knots: knots, globals: best.elimination.globals)
    if velocityDensity == nil {
      velocityDensity = LocalVelocityDensity(
        parameters, knotInterval: preintegration.timeline.knotInterval,
        saturated: intervals.map { $0.saturatedRateDuration > 0 })
    }
    let unexplained = zip(state.velocities, leverEffects).lazy.map { [arm = state.leverArm] in $0 - $1 * arm }
    weighTargets()
    factors.velocityDensities = velocityDensity?.densities(unexplained) ?? []
    factors.biasWalk = max(walkOfBias, walkAtRest)
    if targets.isEmpty {
      let variances = try best.elimination.complement.inverseDiagonal()
      factors.accelerometerScalePrior.learn(
        state.accelerometerScale, variances: SmoothingState.vector(variances, Unknown.accelerometerScale))
    }
    return (best, tiltStep)
  }

  /// The random walk of the bias in the estimate, (rad/s)/√s: that of the parameters unless the estimate walks more in spite
  /// of it (57).
  private var walkOfBias: Double {
    var (sum, count) = (0.0, 0.0)
    for (index, interval) in intervals.enumerated() where interval.duration > 0 {
      sum += (state.biases[index + 1] - state.biases[index]).squaredLength / interval.duration
      count += 3
    }
    let walk = count > 0 ? (sum / count).squareRoot() : 0
    guard walk > parameters.biasWalk else { return parameters.biasWalk }
    return max(parameters.biasWalk, min(Self.walkFactor * walk, Self.largestBiasWalk))
  }

  /// Weighs the observed velocities by their residuals at the new state (55).
  private mutating func weighTargets() {
    targets.weigh { [state, leverEffects] interval, target, isSpeed in
      let velocity = state.velocity(after: interval, target.share)
      if isSpeed {
        var residual = velocity - state.forward(after: interval, target.share) * target.velocity.x
        residual.z = 0
        return residual
      }
      let lever = leverEffects[interval] * (1 - target.share) + leverEffects[interval + 1] * target.share
      var residual = velocity - lever * state.leverArm - target.velocity
      residual.z = 0
      return residual
    }
  }

  /// Adapts the weights of the gyroscope where that raises the evidence, and returns whether they changed.
  private mutating func adapt(_ best: inout Equations, _ iteration: Int) throws(LinearAlgebraError) -> Bool {
    switch iteration {
    case 0: try dropSuspects(&best)
    case 1: try raiseRateNoise(&best)
    // Noise that the evidence did not raise then is not raised now.
    case 3 where factors.relativeRateNoise > parameters.relativeRateNoise: try raiseRateNoise(&best)
    default: false
    }
  }

  /// Equations at one linearisation with the knots eliminated, and their factors.
  struct Equations {
    var factors: SmoothingFactors
    var elimination: ArrowElimination
  }

  private mutating func eliminate(keepsFactors: Bool = false) throws(LinearAlgebraError) -> Equations {
    Equations(factors: factors, elimination: try system.eliminate(terms(factors), keepsFactors: keepsFactors))
  }

  private func terms(_ factors: SmoothingFactors) -> SmoothingTerms {
    SmoothingTerms(
      factors: factors, state: state, intervals: intervals, leverEffects: leverEffects, restRates: restRates,
      headings: hasHeading ? observer.observations : [], targets: targets)
  }

  /// The variances of the attitude at the knots. (The correction of the state since has changed residuals only.)
  mutating func attitudeVariances(_ equations: Equations) throws(LinearAlgebraError) -> [ArrowCovariance.Attitude] {
    system.removeFactors()
    return try ArrowCovariance.attitudes(of: &system, equations.elimination, terms(equations.factors))
  }

  /// Calibrates the magnetometer, rotates the level frame to ENU and makes the heading observations.
  private mutating func observeHeading(_ iteration: Int) throws(LinearAlgebraError) {
    let angle = try observer.calibrate(intervals, iteration: iteration)
    hasHeading = angle != nil
    guard let angle else { return }
    // Observed velocities know north too: from the first turn on, the field is one observation of it among others.
    if iteration == 0 || !factors.observesGround { turn(by: angle) }
    observer.observe(intervals, iteration: iteration)
  }

  private mutating func turn(by angle: Double) {
    state.turn(by: angle, knots: 0..<state.levelFromBody.count)
    let matrix = Rotation<Double>(aboutZ: angle).matrix
    for index in intervals.indices { intervals[index].turn(matrix) }
    observer.turn(matrix)
  }

  /// Rotates every segment between long gaps of the angular rate by its own mean field (12), as the causal filter's heading
  /// is lost in such a gap. Returns whether there are any.
  private mutating func alignSegments() -> Bool {
    let cuts = intervals.indices.filter { intervals[$0].missingRateDuration >= Self.segmentGap }
    guard !cuts.isEmpty else { return false }
    var start = 0
    for end in cuts + [intervals.count] {
      var (east, north) = (0.0, 0.0)
      for interval in intervals[start..<end] where interval.fieldCount > 0 {
        let horizontal = (interval.field.x * interval.field.x + interval.field.y * interval.field.y).squareRoot()
        guard horizontal > 0 else { continue }
        east += interval.field.x / horizontal
        north += interval.field.y / horizontal
      }
      if east != 0 || north != 0 {
        state.turn(by: Double.arcTangent(y: east, x: north), knots: start..<end + 1)
      }
      start = end + 1
    }
    return true
  }

  /// Trusts the gyroscope again at every suspect place where that raises the evidence (39), at this linearisation: the causal
  /// filter can mistake a magnet for a missed rotation.
  /// Returns whether any is trusted again.
  private mutating func dropSuspects(_ best: inout Equations) throws(LinearAlgebraError) -> Bool {
    var bestEvidence = evidence(best)
    let count = suspects.count
    for place in suspects {
      for interval in place { intervals[interval].isSuspect = false }
      let trial = try eliminate()
      let trialEvidence = evidence(trial)
      if trialEvidence > bestEvidence + Self.leastEvidence {
        (best, bestEvidence) = (trial, trialEvidence)
        suspects.removeAll { $0 == place }
      } else {
        for interval in place { intervals[interval].isSuspect = true }
      }
    }
    return suspects.count < count
  }

  /// Doubles the gyroscope's relative noise while that raises the evidence (39), at this linearisation. Source: D. MacKay, "Bayesian interpolation", Neural Computation 4(3), 1992 (type-II maximum likelihood).
  private mutating func raiseRateNoise(_ best: inout Equations) throws(LinearAlgebraError) -> Bool {
    var bestEvidence = evidence(best)
    let first = factors.relativeRateNoise
    while factors.relativeRateNoise > 0, 2 * factors.relativeRateNoise <= parameters.largestRelativeRateNoise {
      factors.relativeRateNoise *= 2
      let trial = try eliminate()
      let trialEvidence = evidence(trial)
      guard trialEvidence > bestEvidence + Self.leastEvidence else {
        factors.relativeRateNoise *= 0.5
        break
      }
      (best, bestEvidence) = (trial, trialEvidence)
    }
    return factors.relativeRateNoise != first
  }

  /// The logarithm of the evidence up to a constant of this linearisation (39).
  private func evidence(_ equations: Equations) -> Double {
    let logWeights = intervals.reduce(0) { $0 + 3 * equations.factors.rotationWeight($1).logarithm }
    return 0.5 * (logWeights - equations.elimination.remainingCost - equations.elimination.logDeterminant)
  }
}

/// The factors of a smoothing problem at its current linearisation.
struct SmoothingTerms: ArrowTerms {
  let factors: SmoothingFactors
  let state: SmoothingState
  let intervals: [IntervalMeasurement]
  /// G at each knot (27).
  let leverEffects: [Matrix3<Double>]
  /// For each interval the mean rate if more than half of it is at rest.
  let restRates: [Vector3<Double>?]
  /// The heading observation at each interval's first knot; empty without magnetometer.
  let headings: [HeadingObserver.Observation?]
  /// The observed velocities.
  let targets: VelocityTargets

  var knotCount: Int { intervals.count + 1 }

  func addGlobalPriors(to window: borrowing ArrowWindow) {
    for (index, prior) in factors.globalPriors(state).enumerated() {
      window.addPrior(global: index, value: prior.value, weight: prior.weight)
    }
  }

  @inline(__always)
  func addFactors<Sum: FactorSum & ~Copyable>(of knot: Int, to sum: borrowing Sum) {
    if knot == 0 { for factor in factors.firstKnotPriors(state) { sum.add(factor) } }
    guard knot < intervals.count else {
      addBoundedVelocity(knot: knot, duration: factors.parameters.knotInterval, sum)
      return
    }
    let interval = intervals[knot]
    let rotationWeight = factors.rotationWeight(interval)
    let velocityWeights = factors.velocityWeights(interval, knot: knot)
    for axis in 0..<3 {
      let velocityWeight = axis < 2 ? velocityWeights.level : velocityWeights.up
      sum.add(factors.rotation(interval, knot: knot, axis: axis, weight: rotationWeight))
      if velocityWeight > 0 {
        sum.add(factors.velocity(interval, state, knot: knot, axis: axis, weight: velocityWeight))
      }
      sum.add(factors.biasWalk(state, knot: knot, axis: axis, duration: interval.duration))
      if let rate = restRates[knot] {
        sum.add(factors.rest(state, knot: knot, axis: axis, meanRate: rate, duration: interval.duration))
      }
    }
    addBoundedVelocity(knot: knot, duration: interval.duration, sum)
    if !targets.isEmpty { addTargets(of: knot, sum) }
    if !headings.isEmpty, let heading = headings[knot] {
      sum.add(factors.heading(knot: knot, fieldAngle: heading.angle, weight: heading.weight))
    }
  }

  private func addTargets<Sum: FactorSum & ~Copyable>(of knot: Int, _ sum: borrowing Sum) {
    if let target = targets.overGround[knot] {
      let lever = leverEffects[knot] * (1 - target.share) + leverEffects[knot + 1] * target.share
      for axis in 0..<2 {
        sum.add(
          factors.velocityOverGround(
            target, state, leverEffect: lever, knot: knot, axis: axis, weight: targets.weight(target)))
      }
    }
    if let target = targets.speeds[knot] {
      for axis in 0..<2 {
        sum.add(
          factors.forwardSpeed(target, state, knot: knot, axis: axis, weight: targets.weight(target, isSpeed: true)))
      }
    }
  }

  @inline(__always)
  private func addBoundedVelocity<Sum: FactorSum & ~Copyable>(knot: Int, duration: Double, _ sum: borrowing Sum) {
    let weights = factors.boundedVelocityWeights(knot: knot, duration: duration)
    for axis in (factors.isObserved(knot) ? 2 : 0)..<3 {
      let weight = axis < 2 ? weights.level : weights.up
      sum.add(
        factors.boundedVelocity(state, leverEffect: leverEffects[knot], knot: knot, axis: axis, weight: weight))
    }
  }
}
