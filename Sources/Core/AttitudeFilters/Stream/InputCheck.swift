import MotionSamples
import Rotations

/// The check of a stream's readings for wrong units, signs and axes, beside its filter.
///
/// Goals, in order: no false doubt, whatever the body does; a few instructions a sample; doubts after some seconds of motion.
///
/// Steps of a quarter of a second compare the turn of the gyroscope with that of the specific force. Translation hides or feigns a
/// turn of gravity, so each doubt asks for what no motion does:
///
/// - Unit of the force: its length is that of gravity in another unit for seconds.
/// - Unit of the rate: the regression of the force's change on the change by the rate has a slope near π/180 over turns that would be
///   fast in rad/s. A body that translates so that gravity seems fixed has a slope near 0.
/// - Signs and axes: between two rests the rate turns gravity away from where it is. An acceleration that leaves the length of the force
///   within 6 % of gravity's turns it by at most 0.34 rad at each end, which swings and turns of vehicles cannot exceed.
/// - Axes of the force and the field that hang: see `HeldAxes`.
@frozen
public struct InputCheck<Scalar: LaneElement>: Sendable {
  /// The turn of the current step, rad, and its time, s.
  @usableFromInline var turn: Vector3<Scalar> = .zero
  @usableFromInline var elapsed: Scalar = 0.0
  /// The specific force at the end of the step before.
  @usableFromInline var lastForce: Vector3<Scalar> = .zero
  @usableFromInline var hasLast = false
  @usableFromInline var wasSlow = false
  /// The time in which the force had the length of gravity in another unit, s.
  @usableFromInline var otherUnitTime: Scalar = 0.0
  /// Fading sums over steps: squared changes of direction by the rate, by the force, their products, and squared times.
  @usableFromInline var predicted: Scalar = 0.0
  @usableFromInline var shown: Scalar = 0.0
  @usableFromInline var common: Scalar = 0.0
  @usableFromInline var squaredTime: Scalar = 0.0
  /// The force at the last rest, as it was and as the rate has turned it since.
  @usableFromInline var restForce: Vector3<Scalar> = .zero
  @usableFromInline var turnedForce: Vector3<Scalar> = .zero
  @usableFromInline var hasRest = false
  /// Time and turn since that rest.
  @usableFromInline var age: Scalar = 0.0
  @usableFromInline var path: Scalar = 0.0
  /// Rests that contradict the rate, fading, less half of those that agree.
  @usableFromInline var contradictions: Scalar = 0.0
  /// Axes of the force and of the field that are held.
  @usableFromInline var heldForce = HeldAxes<Scalar>()
  @usableFromInline var heldField = HeldAxes<Scalar>()
  /// What is doubtful about the samples so far.
  public var doubts = InputDoubts(rawValue: 0)

  /// A check before its first sample.
  @export(implementation)
  public init() {}

  /// The length of a step, just below 1/4 s; a longer interval of a sample ends the comparison.
  @export(implementation) static var step: Scalar { 0.249 }
  @export(implementation) static var longestStep: Scalar { 0.5 }
  /// Readings beyond are not compared: rad/s or deg/s, and any unit of acceleration.
  @export(implementation) static var largestReading: Scalar { 100_000.0 }

  /// Adds a sample in body axes. What is not a number shows in the sums.
  @export(implementation) @inline(__always)
  public mutating func add(_ sample: MotionSample<Scalar>) {
    turn = turn.adding(sample.angularRate, times: sample.interval)
    elapsed += sample.interval
    if _slowPath(!elapsed.isNonnegative(upTo: Self.step)) { endStep(with: sample.specificForce, sample.magneticField) }
  }

  /// Begins again after readings that cannot be compared; what was seen counts.
  @export(implementation) @inline(__always)
  mutating func restart() {
    turn = .zero
    elapsed = 0.0
    hasLast = false
    hasRest = false
  }

  /// Ends the step at a force; without one it waits.
  @export(implementation) @inline(never)
  mutating func endStep(with force: Vector3<Scalar>, _ field: Vector3<Scalar>) {
    let largestTurn = Self.largestReading * Self.longestStep
    guard elapsed.isNonnegative(upTo: Self.longestStep), turn.squaredLength.isNonnegative(upTo: largestTurn.squared)
    else { return restart() }
    guard force.squaredLength.isNonnegative(upTo: Self.largestReading.squared) else { return }
    let (turn, interval) = (turn, elapsed)
    (self.turn, elapsed) = (.zero, 0.0)
    compareLength(force.squaredLength, interval)
    if heldForce.follow(force, turn: turn, interval: interval) { doubts.raise(.forceHangs) }
    if heldField.follow(field, turn: turn, interval: interval) { doubts.raise(.fieldHangs) }
    if hasLast {
      compareRate(turn, force, interval)
      compareRests(turn, force, interval)
    }
    lastForce = force
    hasLast = true
  }
}

extension InputCheck {
  /// Squared lengths of gravity in g, from 0.7 to 1.4, and from which on it is in mg or counts: (8 g)².
  @export(implementation) static var squaredGravityInG: ClosedRange<Scalar> { 0.49...1.96 }
  @export(implementation) static var squaredCounts: Scalar { 6200.0 }
  /// The time for which the length of the force must be another, s.
  @export(implementation) static var patience: Scalar { 5.0 }

  @export(implementation)
  mutating func compareLength(_ square: Scalar, _ interval: Scalar) {
    let isOther = Self.squaredGravityInG.contains(square) || square > Self.squaredCounts
    otherUnitTime = isOther ? otherUnitTime + interval : 0.0
    if otherUnitTime >= Self.patience { doubts.raise(.forceUnit) }
  }

  /// The time in which the sums fade, s.
  @export(implementation) static var memory: Scalar { 8.0 }
  /// The least rate as given, so that of a body in deg/s is 2 deg/s.
  @export(implementation) static var leastRate: Scalar { 2.0 }
  /// The least sum of squared changes of the force's direction, rad².
  @export(implementation) static var leastShown: Scalar { 0.1 }
  /// The least squared correlation.
  @export(implementation) static var leastShare: Scalar { 0.3 }

  @export(implementation)
  mutating func compareRate(_ turn: Vector3<Scalar>, _ force: Vector3<Scalar>, _ interval: Scalar) {
    let mean = (force + lastForce) * 0.5
    let square = mean.squaredLength
    guard square > 0.0 else { return }
    let (change, byRate) = (force - lastForce, mean.cross(turn))
    let kept = 1.0 - interval / Self.memory
    predicted = predicted * kept + byRate.squaredLength / square
    shown = shown * kept + change.squaredLength / square
    common = common * kept + change.dot(byRate) / square
    squaredTime = squaredTime * kept + interval.squared
    // π/180 within 1.4 times.
    let isSlopeOfDegrees = 80.0 * common > predicted && 40.0 * common < predicted
    if isSlopeOfDegrees, predicted > Self.leastRate.squared * squaredTime, shown > Self.leastShown,
      common.squared > Self.leastShare * predicted * shown
    {
      doubts.raise(.rateUnit)
    }
  }

  /// The largest rate at rest, rad/s, and the largest change of the force, relative and squared.
  @export(implementation) static var restingRate: Scalar { 0.3 }
  @export(implementation) static var squaredRestingChange: Scalar { 0.0025 }
  /// Squared lengths of the force within 6 % of gravity's.
  @export(implementation) static var squaredGravity: ClosedRange<Scalar> { 86.0...108.0 }
  /// The longest time, s, and turn, rad, between two rests: a bias and errors of the scale matter more in longer ones.
  @export(implementation) static var longestAge: Scalar { 6.0 }
  @export(implementation) static var longestPath: Scalar { 8.0 }
  /// The cosines of the angle up to which a turn is explained, 0.4 rad, and from which it contradicts the rate, 0.8 rad.
  @export(implementation) static var cosineOfAgreement: Scalar { 0.921 }
  @export(implementation) static var cosineOfContradiction: Scalar { 0.697 }
  /// The time in which contradictions fade, s, and how many there must be.
  @export(implementation) static var memoryOfContradictions: Scalar { 60.0 }
  @export(implementation) static var leastContradictions: Scalar { 1.5 }

  @export(implementation)
  mutating func compareRests(_ turn: Vector3<Scalar>, _ force: Vector3<Scalar>, _ interval: Scalar) {
    let turned = turn.length
    let isSlow = turned < Self.restingRate * interval
    let square = force.squaredLength
    contradictions *= 1.0 - interval / Self.memoryOfContradictions
    if hasRest {
      turnedForce = Rotation(rotationVector: turn).inverse.rotate(turnedForce)
      age += interval
      path += turned
      hasRest = age < Self.longestAge && path < Self.longestPath
    }
    let isAtRest =
      isSlow && wasSlow && Self.squaredGravity.contains(square)
      && (force - lastForce).squaredLength < Self.squaredRestingChange * square
    wasSlow = isSlow
    guard isAtRest else { return }
    if hasRest {
      let lengths = (restForce.squaredLength * square).squareRoot()
      let cosine = turnedForce.dot(force)
      if cosine < Self.cosineOfContradiction * lengths {
        contradictions += 1.0
      } else if cosine > Self.cosineOfAgreement * lengths, restForce.dot(force) < Self.cosineOfAgreement * lengths {
        contradictions = max(0.0, contradictions - 0.5)
      }
      if contradictions > Self.leastContradictions { doubts.raise(.rateAxes) }
    }
    (restForce, turnedForce, hasRest, age, path) = (force, force, true, 0.0, 0.0)
  }
}
