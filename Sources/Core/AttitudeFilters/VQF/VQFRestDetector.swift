import Rotations

/// Rest detection of VQF (section 3.5): neither sensor leaves its own low-passed value for a while.
@frozen @usableFromInline
struct VQFRestDetector<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline let rateThreshold: Scalar
  @usableFromInline let forceThreshold: Scalar
  @usableFromInline let largestBias: Scalar
  @usableFromInline let restTime: Scalar

  @usableFromInline var rateLowPass: ButterworthLowPass<Scalar>
  @usableFromInline var rateMemory: LowPassMemory<Vector3<Scalar>>
  @usableFromInline var forceLowPass: ButterworthLowPass<Scalar>
  @usableFromInline var forceMemory: LowPassMemory<Vector3<Scalar>>
  /// The low-passed angular rate, in rad/s: at rest, the bias of the gyroscope.
  @usableFromInline var lowPassedRate: Vector3<Scalar>
  /// Time without motion, in seconds.
  @usableFromInline var timeWithoutMotion: Scalar
  @usableFromInline var isAtRest: Scalar.Mask

  @export(implementation)
  init(parameters: VQFParameters<Scalar>) {
    rateThreshold = parameters.restRateThreshold
    forceThreshold = parameters.restForceThreshold
    largestBias = parameters.largestBias
    restTime = parameters.restTime
    rateLowPass = ButterworthLowPass(timeConstant: parameters.restFilterTimeConstant)
    rateMemory = LowPassMemory(zero: .zero)
    forceLowPass = ButterworthLowPass(timeConstant: parameters.restFilterTimeConstant)
    forceMemory = LowPassMemory(zero: .zero)
    lowPassedRate = .zero
    timeWithoutMotion = 0.0
    isAtRest = Scalar.Mask(repeating: false)
  }

  /// Processes an angular rate in rad/s, `interval` seconds after the one before.
  @export(implementation) @inline(__always)
  mutating func observe(angularRate: Vector3<Scalar>, interval: Scalar) {
    rateLowPass.advance(by: interval)
    lowPassedRate = rateLowPass.filter(angularRate, &rateMemory)
    let deviates = (angularRate - lowPassedRate).squaredLength .>= rateThreshold * rateThreshold
    let turns = lowPassedRate.largestMagnitude .> largestBias
    endRest(where: deviates .| turns)
  }

  /// Processes a specific force in m/s², `interval` seconds after the one before.
  @export(implementation) @inline(__always)
  mutating func observe(specificForce: Vector3<Scalar>, interval: Scalar) {
    forceLowPass.advance(by: interval)
    let lowPassedForce = forceLowPass.filter(specificForce, &forceMemory)
    let deviates = (specificForce - lowPassedForce).squaredLength .>= forceThreshold * forceThreshold
    timeWithoutMotion += interval
    endRest(where: deviates)
    isAtRest.replace(with: timeWithoutMotion .>= restTime, where: .!deviates)
  }

  @export(implementation) @inline(__always)
  mutating func endRest(where mask: Scalar.Mask) {
    timeWithoutMotion.replace(with: 0.0, where: mask)
    isAtRest = isAtRest .& .!mask
  }

  /// Forgets the time before a gap.
  @export(implementation)
  mutating func restart() {
    rateLowPass.restart()
    forceLowPass.restart()
    endRest(where: Scalar.Mask(repeating: true))
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&rateLowPass, with: other.rateLowPass)
    visitor.visit(&rateMemory, with: other.rateMemory)
    visitor.visit(&forceLowPass, with: other.forceLowPass)
    visitor.visit(&forceMemory, with: other.forceMemory)
    visitor.visit(&lowPassedRate, with: other.lowPassedRate)
    visitor.visit(&timeWithoutMotion, with: other.timeWithoutMotion, .nonnegative)
    visitor.visit(&isAtRest, with: other.isAtRest)
  }
}
