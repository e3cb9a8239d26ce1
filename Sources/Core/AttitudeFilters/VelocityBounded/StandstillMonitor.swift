import Rotations

/// Separates rest from slow motion: force, rate and field must stand still within their own noise, and what has moved must stand four
/// times as long as it took to move (TheDefaultFilter.md, equations 5, 37 and 38). So a slow tilt, a slow turn and a slow swing
/// are no rest, whatever their speed.
@frozen @usableFromInline
struct StandstillMonitor<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var force = StandingAverage<Scalar>()
  @usableFromInline var rate = StandingAverage<Scalar>()
  @usableFromInline var field = StandingAverage<Scalar>()
  /// The mean field in body axes, µT, the gain of its last average, and the quiet time that it covers, s (m̂, k_m, t_m).
  @usableFromInline var meanField: Vector3<Scalar> = .zero
  @usableFromInline var fieldGain: Scalar = 0.0
  @usableFromInline var fieldTime: Scalar = 0.0
  /// The time since the last field, s.
  @usableFromInline var elapsed: Scalar = 0.0
  @usableFromInline var hasField = Scalar.Mask(repeating: false)
  /// The time for which a reading stood before it last moved, s (t_v).
  @usableFromInline var movedAfter: Scalar = 0.0
  /// Whether force, rate and field stand still.
  @usableFromInline var isStanding = Scalar.Mask(repeating: false)

  @export(implementation)
  init() {}

  /// The least and the largest averaging time of the field, s: a turn about up shows in it alone (equation 5).
  @export(implementation) static var leastFieldTime: Scalar { 0.5 }
  @export(implementation) static var largestFieldTime: Scalar { 2.0 }
  /// The quiet time before anything stands, s, and the least time for which all must stand, s (equation 38).
  @export(implementation) static var settlingTime: Scalar { 0.75 }
  @export(implementation) static var leastStandingTime: Scalar { 1.2 }
  /// How many times as long as it took to move what has moved must stand, and the time in which slower motion asks nothing, s
  /// (equation 38).
  @export(implementation) static var standingFactor: Scalar { 4.0 }
  @export(implementation) static var longestMotion: Scalar { 30.0 }
  /// 5² / 2: five standard deviations of an average, whose variance is half its gain times the noise (equation 37).
  @export(implementation) static var noiseFactor: Scalar { 12.5 }
  /// What a sensor drifts by at rest: m/s², rad/s, rad/s for each second (of warming up), and the share of the field (equation 37).
  @export(implementation) static var forceDrift: Scalar { 0.03 }
  @export(implementation) static var rateDrift: Scalar { .degrees(0.1) }
  @export(implementation) static var rateDriftOfTime: Scalar { .degrees(0.03) }
  @export(implementation) static var fieldDrift: Scalar { .degrees(0.5) }

  /// Averages the field of a sample (equation 5). `quietTime` is that before the sample.
  @export(implementation) @inline(__always)
  mutating func follow(_ admitted: SampleGuard<Scalar>.AdmittedSample, quietTime: Scalar) {
    elapsed = Scalar.minimum(elapsed + admitted.interval, Self.largestFieldTime)
    let isPresent = admitted.hasMagneticField
    guard isPresent.isTrueInAnyLane else { return }
    if (isPresent .& .!hasField).isTrueInAnyLaneUnlikely {
      meanField.replace(with: admitted.magneticField, where: isPresent .& .!hasField)
      hasField = hasField .| isPresent
    }
    let time = Scalar.maximum(fieldTime, Self.leastFieldTime)
    fieldGain.replace(with: elapsed / (time + elapsed), where: isPresent)
    meanField.replace(with: meanField + (admitted.magneticField - meanField) * fieldGain, where: isPresent)
    let grown = Scalar.zero.replacing(with: fieldTime + elapsed, where: quietTime .>= Self.settlingTime)
    fieldTime.replace(with: Scalar.minimum(grown, Self.largestFieldTime), where: isPresent)
    elapsed.replace(with: 0.0, where: isPresent)
  }

  /// Judges whether all stands, in a step (equations 37 and 38). `gain` is that of the averages of force and rate.
  @export(implementation) @inline(__always)
  mutating func judge(
    _ detector: RestDetector<Scalar>, _ readings: ReadingChecks<Scalar>, gain: Scalar, duration: Scalar
  ) {
    let isSettled = detector.quietTime .>= Self.settlingTime
    guard isSettled.isTrueInAnyLane else { return begin(detector, where: Scalar.Mask(repeating: true)) }
    let averageNoise = Self.noiseFactor * gain
    let forceLimit = Self.forceDrift.squared + averageNoise * readings.force.noise
    let rateLimit =
      ((Self.rateDrift.squared + averageNoise * readings.rate.noise).squareRoot()
      + Self.rateDriftOfTime * rate.standingTime).squared
    let fieldLimit =
      Self.fieldDrift.squared * meanField.squaredLength + Self.noiseFactor * fieldGain * readings.field.noise

    var moved = force.stand(at: detector.averageSpecificForce, within: forceLimit, duration)
    moved = Scalar.maximum(moved, rate.stand(at: detector.averageRate, within: rateLimit, duration))
    var standing = Scalar.minimum(force.standingTime, rate.standingTime)
    if hasField.isTrueInAnyLane {
      let movedField = field.stand(at: meanField, within: fieldLimit, duration)
      moved.replace(with: Scalar.maximum(moved, movedField), where: hasField)
      standing.replace(with: Scalar.minimum(standing, field.standingTime), where: hasField)
    }
    movedAfter.replace(with: moved, where: moved .> 0.0)
    let asked = Scalar.zero.replacing(
      with: Self.standingFactor * movedAfter, where: movedAfter .< Self.longestMotion)
    isStanding = isSettled .& (standing .>= Scalar.maximum(Self.leastStandingTime, asked))
    if !isSettled.isTrueInEveryLane { begin(detector, where: .!isSettled) }
  }

  /// Begins again where the readings are not quiet.
  @export(implementation) @inline(__always)
  mutating func begin(_ detector: RestDetector<Scalar>, where mask: Scalar.Mask) {
    force.begin(at: detector.averageSpecificForce, where: mask)
    rate.begin(at: detector.averageRate, where: mask)
    field.begin(at: meanField, where: mask)
    movedAfter.replace(with: 0.0, where: mask)
    isStanding = isStanding .& .!mask
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&force, with: other.force)
    visitor.visit(&rate, with: other.rate)
    visitor.visit(&field, with: other.field)
    visitor.visit(&meanField, with: other.meanField)
    visitor.visit(&fieldGain, with: other.fieldGain, .nonnegative)
    visitor.visit(&fieldTime, with: other.fieldTime, .nonnegative)
    visitor.visit(&elapsed, with: other.elapsed, .nonnegative)
    visitor.visit(&hasField, with: other.hasField)
    visitor.visit(&movedAfter, with: other.movedAfter, .nonnegative)
    visitor.visit(&isStanding, with: other.isStanding)
  }
}

/// The place at which the average of one sensor's readings stands.
@frozen @usableFromInline
struct StandingAverage<Scalar: RealLanes>: VisitableState, Sendable {
  /// The average when it began to stand, and the time since, s (y₀, t).
  @usableFromInline var place: Vector3<Scalar> = .zero
  @usableFromInline var standingTime: Scalar = 0.0

  @export(implementation)
  init() {}

  /// Whether the average still stands within `squaredLimit` of its place. Returns the time for which it stood before it moved, s; 0
  /// where it did not move.
  @export(implementation) @inline(__always)
  mutating func stand(at average: Vector3<Scalar>, within squaredLimit: Scalar, _ duration: Scalar) -> Scalar {
    let hasMoved = (average - place).squaredLength .> squaredLimit
    let stood = Scalar.zero.replacing(with: standingTime, where: hasMoved)
    place.replace(with: average, where: hasMoved)
    standingTime = (standingTime + duration).replacing(with: 0.0, where: hasMoved)
    return stood
  }

  @export(implementation) @inline(__always)
  mutating func begin(at average: Vector3<Scalar>, where mask: Scalar.Mask) {
    place.replace(with: average, where: mask)
    standingTime.replace(with: 0.0, where: mask)
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&place, with: other.place)
    visitor.visit(&standingTime, with: other.standingTime, .nonnegative)
  }
}
