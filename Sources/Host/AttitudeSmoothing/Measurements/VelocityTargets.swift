import MotionSamples
import NumericalMethods
import Rotations

/// The observed velocities of a window, those between two knots as one target (52).
struct VelocityTargets {
  /// The velocities over ground or the speeds between two knots.
  struct Target {
    /// The mean velocity to the east and to the north, or the mean speed as x, m/s.
    var velocity = Vector3<Double>.zero
    /// The mean place in the interval, from 0 at its first knot to 1 at its last.
    var share = 0.0
    /// The number of observations.
    var count = 0.0
    /// The variance of one observation, (m/s)².
    var variance = 0.0
    /// What the residuals left of the weight (52).
    var trust = 1.0

    fileprivate mutating func add(_ observed: Vector3<Double>, at place: Double, deviation: Double) {
      count += 1
      velocity += (observed - velocity) * (1 / count)
      share += (place - share) / count
      variance = max(variance, deviation * deviation)
    }
  }

  /// For each interval the velocity over ground.
  private(set) var overGround: [Target?]
  /// For each interval the speed along the forward axis.
  private(set) var speeds: [Target?]
  /// Whether the velocity of each knot is observed nearby, so that it is not taken for zero (54).
  private(set) var areNear: [Bool]
  /// The variance of an observation over ground and of a speed relative to what was given, at least 1 (55).
  private(set) var groundFactor = 1.0
  private(set) var speedFactor = 1.0

  /// An observation above this speed is taken for a broken reading, m/s.
  private static let largestSpeed = 1000.0
  /// Observations at most this long before or after a knot, s, replace the bounded velocity (54).
  private static let reach = 2.5
  /// Squared residuals, in variances, at which an observation has half its weight (52).
  private static let squaredWidth = 9.0
  /// The median of the squared length of two normal numbers.
  private static let medianOfSquares = 1.386
  /// The variance factor above which the observations are not those of this body (55).
  private static let largestFactor = 25.0

  /// No observations.
  init() { (overGround, speeds, areNear) = ([], [], []) }

  /// The targets of the observations of a window. Velocities over ground need a known heading; `addedLag` is the lag, s, that the causal
  /// filter found beyond theirs (58).
  init(
    _ observations: [ObservedVelocity], _ samples: UnsafeBufferPointer<MotionSample<Double>>,
    _ timeline: SampleTimeline,
    isHeadingKnown: Bool, _ parameters: AttitudeSmootherParameters, addedLag: Double = 0
  ) {
    let count = timeline.intervalCount
    overGround = Array(repeating: nil, count: count)
    speeds = overGround
    areNear = Array(repeating: false, count: timeline.knots.count)
    guard count > 0, !observations.isEmpty else { return }
    var times = [0.0]
    times.reserveCapacity(samples.count)
    for sample in samples.dropFirst() { times.append(times[times.count - 1] + SampleTimeline.interval(sample)) }
    let knotTimes = timeline.knots.map { times[$0] }
    var observedTimes: [Double] = []
    var interval = 0
    func add(_ observed: Vector3<Double>, at time: Double, deviation: Double, to targets: inout [Target?]) {
      let isPossible = observed.squaredLength < Self.largestSpeed * Self.largestSpeed && deviation > 0
      guard isPossible, deviation < Self.largestSpeed,
        let place = Self.place(of: time, in: knotTimes, from: &interval)
      else { return }
      var target = targets[interval] ?? Target()
      target.add(observed, at: place, deviation: deviation)
      targets[interval] = target
      observedTimes.append(time)
    }
    for observation in observations where observation.sample < samples.count {
      let time = times[observation.sample]
      if isHeadingKnown, let ground = observation.overGround {
        add(
          Vector3(x: ground.east, y: ground.north, z: 0),
          at: time - (ground.lag ?? parameters.velocityLag) - addedLag,
          deviation: ground.standardDeviation ?? parameters.velocityDeviation, to: &overGround)
      }
      if let speed = observation.speed {
        let across = speed.lateralStandardDeviation ?? parameters.lateralDeviation
        add(
          Vector3(x: speed.speed, y: 0, z: 0), at: time,
          deviation: max(speed.standardDeviation ?? parameters.speedDeviation, across), to: &speeds)
      }
    }
    markNearKnots(knotTimes, observedTimes.sorted())
  }

  /// The place of a time between two knots; `interval` is where the search starts, and becomes that of the time.
  private static func place(of time: Double, in knotTimes: [Double], from interval: inout Int) -> Double? {
    guard time >= knotTimes[0], time <= knotTimes[knotTimes.count - 1] else { return nil }
    while interval > 0, knotTimes[interval] > time { interval -= 1 }
    while interval + 2 < knotTimes.count, knotTimes[interval + 1] <= time { interval += 1 }
    let duration = knotTimes[interval + 1] - knotTimes[interval]
    return duration > 0 ? (time - knotTimes[interval]) / duration : 0
  }

  private mutating func markNearKnots(_ knotTimes: [Double], _ observedTimes: [Double]) {
    var next = 0
    for knot in areNear.indices {
      while next < observedTimes.count, observedTimes[next] < knotTimes[knot] - Self.reach { next += 1 }
      areNear[knot] = next < observedTimes.count && observedTimes[next] <= knotTimes[knot] + Self.reach
    }
  }

  /// Whether there is a velocity over ground.
  var hasVelocityOverGround: Bool { overGround.contains { $0 != nil } }
  /// Whether there is any target.
  var isEmpty: Bool { !areNear.contains(true) }

  /// The share of the targets that have less than half of their weight.
  var refusedShare: Double {
    let trusts = (overGround + speeds).compactMap { $0?.trust }
    return trusts.isEmpty ? 0 : Double(trusts.count { $0 < 0.5 }) / Double(trusts.count)
  }

  /// Whether most observations contradict the inertial sensors (55).
  var areContradicted: Bool { max(groundFactor, speedFactor) >= Self.largestFactor }

  /// The weight of an observation (52).
  @inline(__always)
  func weight(_ target: Target, isSpeed: Bool = false) -> Double {
    target.trust / (target.variance * (isSpeed ? speedFactor : groundFactor))
  }

  /// Weighs the targets by their residuals at the estimate (55). `residual` returns that of a target in an interval, m/s.
  mutating func weigh(_ residual: (_ interval: Int, _ target: Target, _ isSpeed: Bool) -> Vector3<Double>) {
    groundFactor = Self.weigh(&overGround) { residual($0, $1, false) }
    speedFactor = Self.weigh(&speeds) { residual($0, $1, true) }
  }

  /// Weighs targets of one kind. Returns the factor of their variance.
  private static func weigh(_ targets: inout [Target?], _ residual: (Int, Target) -> Vector3<Double>) -> Double {
    let squares = targets.enumerated().map { interval, target in
      target.map { residual(interval, $0).squaredLength / $0.variance }
    }
    guard let median = squares.compactMap({ $0 }).median else { return 1 }
    let factor = min(max(median / medianOfSquares, 1), largestFactor)
    for interval in targets.indices {
      guard let square = squares[interval] else { continue }
      targets[interval]?.trust = 1 / (1 + square / (2 * squaredWidth * factor))
    }
    return factor
  }
}
