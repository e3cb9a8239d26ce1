import MotionSamples
import Rotations

/// The state of one of several redundant three-axis sensors.
@frozen @usableFromInline
struct VotingSensor<Scalar: LaneElement>: Sendable {
  @usableFromInline var state = SensorState.healthy
  @usableFromInline var fault = SensorFault.none
  /// The slow offset from the consensus, U, and for how long it was learned, s.
  @usableFromInline var offset = Vector3<Scalar>.zero
  @usableFromInline var learned: Scalar = 0.0
  /// Whether the offset is that of the sensor's present bias.
  @usableFromInline var isOffsetKnown = false
  /// The mean deviation from the others over the last half second, U.
  @usableFromInline var residual = Vector3<Scalar>.zero
  /// The mean length of the reading over the same time, U.
  @usableFromInline var length: Scalar = 0.0
  /// The noise variances per axis, U², and the number of second differences that they are from, at most 1e6.
  @usableFromInline var variance: (fast: Scalar, slow: Scalar) = (0.0, 0.0)
  @usableFromInline var varianceCount: Scalar = 0.0
  /// The share in the consensus.
  @usableFromInline var weight: Scalar = 0.0
  /// How long the sensor deviates, in units of the patience, 0 to 1.
  @usableFromInline var suspicion: Scalar = 0.0
  /// How long a failed sensor has been good, s.
  @usableFromInline var goodTime: Scalar = 0.0

  /// The reading of this update without the offset, U; absent without one.
  @usableFromInline var reading = Vector3<Scalar>.absent
  /// Its second difference, U; absent without three readings in a row or if it only repeats.
  @usableFromInline var secondDifference = Vector3<Scalar>.absent
  /// The two raw readings before.
  @usableFromInline var last = Vector3<Scalar>.absent
  @usableFromInline var beforeLast = Vector3<Scalar>.absent
  /// The number of readings in a row, at most 3.
  @usableFromInline var inRow = 0
  /// The time since the last reading and the usual one between readings, s.
  @usableFromInline var silence: Scalar = 0.0
  @usableFromInline var usualInterval: Scalar = 0.0
  /// For each axis how often the last reading was repeated, and the mean of that number in the past.
  @usableFromInline var repeats = Vector3<Scalar>.zero
  @usableFromInline var usualRepeats = Vector3<Scalar>.zero
  /// For each axis the reading of the others when the last reading came first, U.
  @usableFromInline var othersAtRepeat = Vector3<Scalar>.absent
  /// The tests of this update.
  @usableFromInline var isStuck = false
  @usableFromInline var isDeviating = false
  /// Whether two sensors differ and neither shows that it is wrong.
  @usableFromInline var isUndecided = false
  /// The residual in units of its limit.
  @usableFromInline var relativeResidual: Scalar = 0.0
  /// The mean deviation from the consensus over `lagTime`, U.
  @usableFromInline var lag = Vector3<Scalar>.zero
  /// The mean of offset and deviation over `driftTime`, U, and for how long it was followed, s.
  @usableFromInline var usualOffset = Vector3<Scalar>.zero
  @usableFromInline var usualTime: Scalar = 0.0
  /// For how long the sensor drifts, up to `driftPatience`, s, and whether it counts as drifting.
  @usableFromInline var driftEvidence: Scalar = 0.0
  @usableFromInline var isDrifting = false

  @export(implementation)
  init() {}

  /// Whether this update has a reading.
  @export(implementation) var isPresent: Bool { reading.x == reading.x }
  /// Whether the reading counts in the reference of the others.
  @export(implementation) var isUsable: Bool { isPresent && state != .failed }
  /// Whether the reading counts in the consensus.
  @export(implementation) var isTrusted: Bool { isUsable && !isDeviating && !isStuck }
  /// Whether no reading came for too long.
  @export(implementation) var isSilent: Bool {
    let longest = VotingLimits<Scalar>.longestSilence
    return silence > Scalar.maximum(longest.time, longest.intervals * usualInterval)
  }

  /// Takes the reading of an update; one that is not a number or out of range is absent.
  @export(implementation)
  mutating func take(_ raw: Vector3<Scalar>, interval: Scalar, largest: Scalar) {
    silence += interval
    secondDifference = .absent
    guard raw.squaredLength <= largest.squared else {
      reading = .absent
      inRow = 0
      return
    }
    if silence < 0.5 { usualInterval += (silence - usualInterval) * (usualInterval > 0.0 ? 0.05 : 1.0) }
    silence = 0.0
    reading = raw - offset
    countRepeats(raw)
    inRow = min(inRow + 1, 3)
    let isNew = repeats.x == 0.0 || repeats.y == 0.0 || repeats.z == 0.0
    if isNew && inRow == 3 { secondDifference = raw - last * 2.0 + beforeLast }
    beforeLast = last
    last = raw
  }

  @export(implementation)
  mutating func countRepeats(_ raw: Vector3<Scalar>) {
    for axis in 0..<3 {
      if raw[axis] == last[axis] {
        repeats[axis] += 1.0
      } else {
        usualRepeats[axis] += (Scalar.minimum(repeats[axis], 100.0) - usualRepeats[axis]) * 0.02
        repeats[axis] = 0.0
        othersAtRepeat[axis] = .nan
      }
    }
  }

  /// Tests for an axis that repeats while the others move by more than `movement`.
  @export(implementation)
  mutating func testStuck(others: Vector3<Scalar>, movement: Scalar) {
    isStuck = false
    guard isPresent else { return }
    for axis in 0..<3 {
      let start = othersAtRepeat[axis]
      if start != start { othersAtRepeat[axis] = others[axis] }
      let isRepeating = repeats[axis] > 2.0 + 4.0 * usualRepeats[axis]
      if isRepeating && (others[axis] - start).magnitude > movement { isStuck = true }
    }
  }

  /// Adds a squared second difference, U², to the noise.
  @export(implementation)
  mutating func addVariance(_ value: Scalar, interval: Scalar) {
    let (fast, slow) = VotingLimits<Scalar>.noiseTimes
    let start = 1.0 / (varianceCount + 1.0)
    variance.fast += (value - variance.fast) * Scalar.minimum(1.0, Scalar.maximum(interval / fast, start))
    variance.slow += (value - variance.slow) * Scalar.minimum(1.0, Scalar.maximum(interval / slow, start))
    varianceCount = Scalar.minimum(varianceCount + 1.0, 1e6)
  }

  /// The noise variance for weights and limits: that of the last seconds, or a quarter of a much larger recent one.
  @export(implementation)
  var noiseVariance: Scalar { Scalar.maximum(variance.slow, variance.fast * 0.25) }

  /// How far the offset moves in an update, U: the mean of the deviations at first, then with a time constant.
  @export(implementation)
  func offsetStep(from consensus: Vector3<Scalar>, interval: Scalar) -> Vector3<Scalar> {
    let time = Scalar.minimum(learned + interval, VotingLimits<Scalar>.offsetTime)
    return time > 0.0 ? (reading - consensus) * (interval / time) : .zero
  }

  /// Adds to the offset.
  @export(implementation)
  mutating func learnOffset(_ step: Vector3<Scalar>, interval: Scalar) {
    offset += step
    learned = Scalar.minimum(learned + interval, VotingLimits<Scalar>.offsetTime)
    isOffsetKnown = isOffsetKnown || learned > VotingLimits<Scalar>.learningTime
  }

  /// Decides the state after the tests.
  @export(implementation)
  mutating func decide(interval: Scalar, isNoisy: Bool) {
    let patience = VotingLimits<Scalar>.patience
    suspicion += isDeviating ? interval / patience : -0.5 * interval / patience
    suspicion = suspicion.clamped(0.0, 1.0)
    if isSilent {
      fail(.silent)
    } else if isStuck {
      fail(.stuck)
    } else if isNoisy {
      fail(.noisy)
    } else if suspicion >= 1.0 {
      fail(isDrifting ? .drifting : .disagreeing)
    } else if state == .failed {
      recover(interval)
    } else {
      let isSuspect = suspicion > 0.0 || isUndecided || isDrifting
      state = isSuspect ? .suspect : .healthy
      fault = isDrifting ? .drifting : isSuspect ? .disagreeing : .none
    }
  }

  @export(implementation)
  mutating func fail(_ reason: SensorFault) {
    // A sensor that deviates as it comes back keeps the reason why it left, unless it was silent.
    if state != .failed || fault == .silent || reason == .silent { fault = reason }
    state = .failed
    goodTime = 0.0
    weight = 0.0
    // What was off may have another bias.
    if silence > VotingLimits<Scalar>.learningTime { isOffsetKnown = false }
  }

  @export(implementation)
  mutating func recover(_ interval: Scalar) {
    if !isPresent { return }
    if isDeviating { goodTime = 0.0 } else { goodTime += interval }
    if goodTime <= interval { learned = 0.0 }
    guard goodTime > VotingLimits<Scalar>.recoveryTime else { return }
    state = .healthy
    fault = .none
    suspicion = 0.0
  }
}
