import MotionSamples
import Rotations

// Observations of velocity (TheDefaultFilter.md, equations 54 to 62). They are for single streams, so that a decision is plain.

extension VelocityBoundedFilter {
  /// Observes a velocity over ground. The next step uses it, brought forward by what the sensor felt since it was measured; one of
  /// impossible numbers, or older than 31 steps, is ignored. In lanes there are no observations.
  ///
  /// - Returns: Whether the filter takes velocities.
  @export(implementation) @discardableResult
  public mutating func observe(_ velocity: GroundVelocity<Scalar>) -> Bool {
    guard Scalar.Mask.isSingleLane else { return false }
    completeStep()
    let lag = velocity.lag ?? parameters.velocityLag
    guard (lag .>= 0.0).isTrueInEveryLane else { return true }
    aiding.keep(
      Vector2(x: velocity.east, y: velocity.north),
      deviation: velocity.standardDeviation ?? parameters.velocityDeviation,
      age: lag - strapdown.increment.duration)
    return true
  }

  /// Observes a speed along `forwardAxis`, with no speed across it. The next step uses it; one of impossible numbers is ignored.
  /// In lanes there are no observations.
  ///
  /// - Returns: Whether the filter takes speeds.
  @export(implementation) @discardableResult
  public mutating func observe(_ speed: ForwardSpeed<Scalar>) -> Bool {
    guard Scalar.Mask.isSingleLane else { return false }
    completeStep()
    aiding.keep(
      speed: speed.speed, deviation: speed.standardDeviation ?? parameters.speedDeviation,
      lateralDeviation: speed.lateralStandardDeviation ?? parameters.lateralDeviation)
    return true
  }

  @export(implementation) @inline(__always)
  public var isVelocityRejected: Scalar.Mask {
    Scalar.Mask.isSingleLane ? aiding.isRefused : Scalar.Mask(repeating: false)
  }

  /// Whether observations came since the start: the one flag that a step without them reads.
  @export(implementation) @inline(__always)
  var takesObservations: Bool {
    #if CARDAN_WITHOUT_VELOCITY
      // A small module whose interface has no velocities needs none of their code.
      return false
    #else
      return Scalar.Mask.isSingleLane && aiding.isInUse.isTrueInAnyLane
    #endif
  }

  /// Whether observations replace the assumption that the velocity is zero on average.
  @export(implementation) @inline(__always)
  var isAided: Bool { takesObservations && aiding.isAiding.isTrueInAnyLane }

  /// The lanes in which the heading is known: by the magnetic field or by courses.
  @export(implementation) @inline(__always)
  var isHeadingKnown: Scalar.Mask { headingEstimator.isReady .| aiding.courses.isFound }

  /// The squared innovation, in variances, from which an observation is refused (equation 56).
  @export(implementation) static var squaredGate: Scalar { 25.0 }
  @export(implementation) static var noGate: Scalar { 1e30 }
  /// The time of refusals after which the velocity is taken from the observation, s, and what the tilt and the heading may then be
  /// wrong by, rad.
  @export(implementation) static var longestRefusal: Scalar { 3.0 }
  @export(implementation) static var tiltDeviationOfRefusal: Scalar { .degrees(3.0) }
  @export(implementation) static var headingDeviationOfRefusal: Scalar { .degrees(10.0) }
  /// The least level part of the forward axis.
  @export(implementation) static var leastLevelForward: Scalar { 0.1 }

  /// Uses the observations that wait (equations 54 to 61).
  @export(implementation)
  mutating func observeMeasuredVelocity() {
    let wasAided = aiding.isAiding.isTrueInAnyLane
    let change = Vector2(levelPartOf: strapdown.increment.velocity)
    let lever = strapdown.levelFromBody.rotate(strapdown.lastRate.cross(parameters.antenna))
    aiding.append(
      change: change, ofLever: Vector2(levelPartOf: lever),
      arm: LevelMatrix(rate: strapdown.lastRate, levelFromBody: strapdown.levelFromBody),
      duration: strapdown.increment.duration)
    aiding.trial.move(by: change, noise: noiseOfTrial, duration: strapdown.increment.duration)
    aiding.isRefused = Scalar.Mask(repeating: false)
    if (aiding.velocityDeviation .> 0.0).isTrueInAnyLane { observeGroundVelocity() }
    if (aiding.speedDeviation .> 0.0).isTrueInAnyLane { observeForwardSpeed() }
    guard wasAided, !aiding.isAiding.isTrueInAnyLane else { return }
    // The last observation is too old: from here the velocity is unknown, and zero on average.
    aiding.hasVelocity = Scalar.Mask(repeating: false)
    velocityMonitor.velocity = .zero
    velocityMonitor.averageVelocity = .zero
    errorState.resetVelocity(parameters)
  }

  /// Uses the speed that waits (equation 61).
  @export(implementation)
  mutating func observeForwardSpeed() {
    let (deviation, lateral, speed) = (aiding.speedDeviation, aiding.lateralDeviation, aiding.speed)
    aiding.speedDeviation = 0.0
    guard let forward = levelForward else { return }
    let rising = strapdown.levelFromBody.rotate(parameters.forward).z * speed
    let measured = (speed * forward.levelLength) * forward.direction
    let (silence, isAided) = (aiding.timeSinceSpeed, aiding.isAiding.isTrueInAnyLane)
    aiding.timeSinceSpeed = 0.0
    let largest = Scalar.maximum(deviation, lateral).squared
    guard isAided else { return takeSpeed(measured, variance: largest) }
    let (along, across) = (forward.direction, forward.direction.quarterTurn)
    let difference = measured - velocityMonitor.velocity
    let forwardInnovation = observeRow(
      Vector3(x: along.y * rising, y: -along.x * rising, z: 0.0), along, along.dot(difference), deviation.squared)
    let lateralInnovation = observeRow(
      Vector3(x: along.x * rising, y: along.y * rising, z: 0.0), across, across.dot(difference), lateral.squared)
    let isAccepted = isWithinGate(forwardInnovation, lateralInnovation)
    guard countRefusals(isAccepted: isAccepted, silence: silence) else { return }
    takeSpeed(measured, variance: largest)
    errorState.addTiltVariance(Self.tiltDeviationOfRefusal.squared)
  }

  @export(implementation)
  mutating func takeSpeed(_ velocity: Vector2<Scalar>, variance: Scalar) {
    velocityMonitor.velocity = velocity
    errorState.replaceVelocity(variance: variance)
  }

  /// Measures one component of the velocity. Returns the innovation in standard deviations, refused beyond the gate.
  @export(implementation)
  mutating func observeRow(
    _ attitude: Vector3<Scalar>, _ velocity: Vector2<Scalar>, _ difference: Scalar, _ variance: Scalar
  ) -> Scalar {
    errorState.observe(
      MeasurementRow(attitude: attitude, velocity: velocity), difference: difference, variance: variance,
      squaredGate: Self.squaredGate)
  }

  /// Whether neither of two innovations, in standard deviations, was refused.
  @export(implementation)
  func isWithinGate(_ first: Scalar, _ second: Scalar) -> Scalar.Mask {
    Scalar.maximum(first.squared, second.squared) .<= Self.squaredGate
  }

  /// Counts how long observations are refused. True once the estimate must be wrong, not the observations.
  @export(implementation)
  mutating func countRefusals(isAccepted: Scalar.Mask, silence: Scalar) -> Bool {
    aiding.isRefused = aiding.isRefused .| .!isAccepted
    aiding.refusedTime = (aiding.refusedTime + silence).replacing(with: 0.0, where: isAccepted)
    guard (aiding.refusedTime .> Self.longestRefusal).isTrueInAnyLane else { return false }
    aiding.refusedTime = 0.0
    return true
  }

  /// The direction of the forward axis in the level plane, and the length of its level part; nil if it points up or down.
  @export(implementation)
  var levelForward: (direction: Vector2<Scalar>, levelLength: Scalar)? {
    let forward = Vector2(levelPartOf: strapdown.levelFromBody.rotate(parameters.forward))
    let length = forward.squaredLength.squareRoot()
    guard (length .>= Self.leastLevelForward).isTrueInEveryLane else { return nil }
    return ((1.0 / length) * forward, length)
  }
}

// MARK: Vehicles

extension VelocityBoundedFilter {
  /// The spectral density of the velocity of a vehicle along and across, (m/s)² s (equation 62).
  @export(implementation) static var forwardDensity: Scalar { 1000.0 }
  @export(implementation) static var lateralDensity: Scalar { 0.05 }

  /// A vehicle moves along its forward axis only (equation 62).
  @export(implementation)
  mutating func observeVehicle() {
    let forward = Vector2(levelPartOf: strapdown.levelFromBody.rotate(parameters.forward))
    let length = forward.squaredLength.squareRoot()
    let isLevel = length .>= Self.leastLevelForward
    let along = (1.0 / length.replacing(with: 1.0, where: .!isLevel)) * forward
    let density = Self.forwardDensity.replacing(with: parameters.velocityDensityAtRest, where: restGate.isAtRest)
    let inverse = strapdown.increment.inverseDuration
    let velocity = velocityMonitor.velocity
    errorState.observe(
      MeasurementRow(velocity: along), difference: -along.dot(velocity), variance: density * inverse,
      squaredGate: Self.noGate, where: isLevel)
    let across = along.quarterTurn
    errorState.observe(
      MeasurementRow(velocity: across), difference: -across.dot(velocity),
      variance: Scalar.minimum(density, Self.lateralDensity) * inverse, squaredGate: Self.noGate, where: isLevel)
  }
}
