import AttitudeFilters
import MotionSamples
import Rotations

/// The estimate of one window of a recording by Gauss-Newton iterations.
///
/// Maximum a posteriori smoothing after M. Kok, J. Hol, T. Schön, "Using inertial sensors for position and orientation
/// estimation", 2017, with the factors of `SmoothingFactors`.
struct SmoothingProblem: ~Copyable {
  let parameters: AttitudeSmootherParameters
  let preintegration: Preintegration
  /// For each sample whether the sensor lies still.
  let isAtRest: [Bool]
  /// For each interval the mean rate, where most of it is at rest.
  let restRates: [Vector3<Double>?]

  var state: SmoothingState
  var intervals: [IntervalMeasurement]
  var observer: HeadingObserver
  var factors: SmoothingFactors
  var system: ArrowSystem
  /// Whether the magnetic field gives the heading.
  var hasHeading = false
  var iterationCount = 0
  init(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, _ timeline: SampleTimeline, from state: SmoothingState,
    _ parameters: AttitudeSmootherParameters
  ) {
    self.parameters = parameters
    self.state = state
    preintegration = Preintegration(samples, timeline)
    let finder = CentredRestFinder(parameters: parameters.rest, nominalInterval: timeline.nominalInterval)
    let isAtRest = finder.isAtRest(samples)
    self.isAtRest = isAtRest
    let restRates = (0..<timeline.intervalCount).map { Self.restRate(samples, timeline.samples(of: $0), isAtRest) }
    self.restRates = restRates
    intervals = Array(repeating: IntervalMeasurement(), count: timeline.intervalCount)
    observer = HeadingObserver(parameters.field, isMoving: restRates.map { $0 == nil })
    factors = SmoothingFactors(parameters, nominalInterval: timeline.nominalInterval)
    system = ArrowSystem(knotCount: timeline.knots.count)
  }

  private static func restRate(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, _ range: Range<Int>, _ isAtRest: [Bool]
  ) -> Vector3<Double>? {
    var sum = Vector3<Double>.zero
    var (resting, measured) = (0, 0.0)
    for index in range {
      if isAtRest[index] { resting += 1 }
      if Measurement.isRate(samples[index].angularRate) {
        sum += samples[index].angularRate
        measured += 1
      }
    }
    return 2 * resting > range.count && measured > 0 ? sum / measured : nil
  }

  /// Iterates until the tilt stands still; gives the last equations.
  mutating func solve() throws(LinearAlgebraError) -> Equations {
    while true {
      preintegration.integrate(state, lag: observer.lag, into: &intervals)
      if iterationCount == 0 && alignSegments() { preintegration.integrate(state, lag: 0, into: &intervals) }
      try observeHeading(iterationCount)
      let (equations, tiltStep) = try step(iterationCount)
      iterationCount += 1
      let isDone = tiltStep < parameters.tiltTolerance && iterationCount >= parameters.iterationRange.lowerBound
      if isDone || iterationCount >= parameters.iterationRange.upperBound { return equations }
    }
  }

  /// One Gauss-Newton step; gives its equations and the largest change of tilt.
  private mutating func step(_ iteration: Int) throws(LinearAlgebraError) -> (Equations, tiltStep: Double) {
    var best = try eliminate()
    var knots: [Double]?
    if iteration <= 1 {
      let found = try system.knots(best.elimination, terms(best.factors))
      if raiseVelocityDensity(found), iteration == 1 { best = try eliminate() } else { knots = found }
    }
    if iteration == 1 || iteration == 3, try raiseRateNoise(&best) { knots = nil }
    if knots == nil { knots = try system.knots(best.elimination, terms(best.factors)) }
    return (best, state.apply(knots: knots ?? [], globals: best.elimination.globals))
  }

  /// Equations at one linearisation with the knots eliminated, and the factors that they were made of.
  struct Equations {
    var factors: SmoothingFactors
    var elimination: ArrowElimination
  }

  private mutating func eliminate() throws(LinearAlgebraError) -> Equations {
    Equations(factors: factors, elimination: try system.eliminate(terms(factors)))
  }

  private func terms(_ factors: SmoothingFactors) -> SmoothingTerms {
    SmoothingTerms(
      factors: factors, state: state, intervals: intervals, restRates: restRates,
      headings: hasHeading ? observer.observations : [])
  }

  /// The variances of the attitude at the knots. (Taking the correction into the state changes residuals only.)
  mutating func attitudeVariances(_ equations: Equations) throws(LinearAlgebraError) -> [ArrowCovariance.Attitude] {
    try ArrowCovariance.attitudes(of: &system, equations.elimination, terms(equations.factors))
  }

  /// Calibrates the magnetometer, turns everything to its north and makes the observations of heading.
  private mutating func observeHeading(_ iteration: Int) throws(LinearAlgebraError) {
    let angle = try observer.calibrate(intervals, iteration: iteration)
    hasHeading = angle != nil
    guard let angle else { return }
    turn(by: angle)
    observer.observe(intervals, iteration: iteration)
  }

  private mutating func turn(by angle: Double) {
    state.turn(by: angle, knots: 0..<state.attitudes.count)
    let matrix = Rotation<Double>(aboutZ: angle).matrix
    for index in intervals.indices { intervals[index].turn(matrix) }
    observer.turn(matrix)
  }

  /// Where the angular rate is missing for long, the heading of the causal filter means nothing beyond: every segment
  /// between such gaps is turned by its own mean field. The answer is whether there are any.
  private mutating func alignSegments() -> Bool {
    let cuts = intervals.indices.filter { intervals[$0].missingRateDuration >= 0.05 }
    guard !cuts.isEmpty else { return false }
    var start = 0
    for end in cuts + [intervals.count] {
      var (east, north) = (0.0, 0.0)
      for interval in intervals[start..<end] where interval.fieldCount > 0 {
        let level = (interval.field.x * interval.field.x + interval.field.y * interval.field.y).squareRoot()
        guard level > 0 else { continue }
        east += interval.field.x / level
        north += interval.field.y / level
      }
      if east != 0 || north != 0 {
        state.turn(by: Double.arcTangent(y: east, x: north), knots: start..<end + 1)
      }
      start = end + 1
    }
    return true
  }

  /// Where the body is faster than the prior says, the prior gives way. The answer is whether it did.
  private mutating func raiseVelocityDensity(_ knots: [Double]) -> Bool {
    var sum = 0.0
    var count = 0.0
    for index in intervals.indices where observer.isMoving[index] {
      let step = SmoothingState.vector(knots, ArrowWindow.knotSize * index + 3)
      let velocity = state.velocities[index] + step
      sum += velocity.x * velocity.x + velocity.y * velocity.y
      count += 2
    }
    // Correlated over 1 s.
    let density = min(sum / max(count, 1), parameters.largestVelocityDensity)
    guard density > 1.5 * factors.velocityDensity else { return false }
    factors.velocityDensity = density
    return true
  }

  /// Raises the gyroscope's proportional noise as long as the evidence rises by more than one nat, at this linearisation
  /// (type-II maximum likelihood: D. MacKay, "Bayesian interpolation", Neural Computation 4, 1992). The answer is whether
  /// it did.
  private mutating func raiseRateNoise(_ best: inout Equations) throws(LinearAlgebraError) -> Bool {
    var isRaised = false
    var bestEvidence = evidence(best)
    while factors.relativeRateNoise > 0, 2 * factors.relativeRateNoise <= parameters.largestRelativeRateNoise {
      factors.relativeRateNoise *= 2
      let trial = try eliminate()
      let trialEvidence = evidence(trial)
      guard trialEvidence > bestEvidence + 1 else {
        factors.relativeRateNoise *= 0.5
        break
      }
      (best, bestEvidence, isRaised) = (trial, trialEvidence, true)
    }
    return isRaised
  }

  /// The logarithm of the evidence, up to a constant of this linearisation.
  private func evidence(_ equations: Equations) -> Double {
    let logWeights = intervals.reduce(0) { $0 + 3 * equations.factors.rotationWeight($1).logarithm }
    return 0.5 * (logWeights - equations.elimination.remainingCost - equations.elimination.logDeterminant)
  }
}
