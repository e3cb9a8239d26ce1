import Rotations

/// Turns stamps, of which some may lie, into the real time that passes from sample to sample.
///
/// Goals, in order: no interval is ever negative or not a number; the intervals add up to the time between the stamps,
/// to the nanosecond, as long as the stamps are in order; a clock that was set, or one wild stamp, costs one sample.
///
/// The nominal step is the median of the last 15 steps between different stamps. A step longer than `gapFactor` times
/// that is a gap, and its whole length is given; one longer than `longestGap` is a clock that was set, as is a step back
/// by more than `gapFactor` nominal steps (or by less, eight samples in a row). Such a stamp starts a new time base, which the next stamps confirm by
/// following it or disprove by coming where the former base would be by now, and then the clock returns to that one.
///
/// Some drivers deliver several samples under one stamp. Where the median stamp has n > 1 samples, each sample gets an
/// n-th of the nominal step at once, and what was given in advance is taken from the next step.
///
/// All arithmetic is on whole nanoseconds.
@frozen
public struct SampleClock: Sendable {
  /// What can be tuned.
  @frozen
  public struct Parameters: Sendable {
    /// The interval in seconds to use before four have been seen; default: none, which means that the first sample has
    /// an interval of 0 and that no gap is found among the first four.
    public var nominalInterval: Double?
    /// A step longer than this many nominal steps is a gap; default 2.5: one missing sample is no gap, two are, with
    /// jitter up to half a step either way. Near 1 jitter is taken for gaps; a large value finds none. At least 1.
    public var gapFactor: Double
    /// A step longer than this, in seconds, is not believed: the clock has been set. Default 86 400 (a day). At most
    /// 1e8 (three years).
    public var longestGap: Double

    /// The defaults, or others.
    @inlinable
    public init(nominalInterval: Double? = nil, gapFactor: Double = 2.5, longestGap: Double = 86_400) {
      self.nominalInterval = nominalInterval
      self.gapFactor = gapFactor
      self.longestGap = longestGap
    }
  }

  /// A source of stamps that follow one another.
  @frozen @usableFromInline
  struct TimeBase: Sendable {
    /// The latest stamp.
    @usableFromInline var last: Timestamp
    /// Nanoseconds that were given out beyond it.
    @usableFromInline var ahead: Int64

    @inlinable
    init(last: Timestamp, ahead: Int64) {
      self.last = last
      self.ahead = ahead
    }

    /// Moves to a later stamp and returns the time that is left to give out.
    @inlinable
    mutating func advance(to stamp: Timestamp, after elapsed: Int64) -> Int64 {
      let interval = max(elapsed - ahead, 0)
      ahead = max(ahead - elapsed, 0)
      last = stamp
      return interval
    }
  }

  /// The parameters that the clock was made with.
  public private(set) var parameters: Parameters
  @usableFromInline let givenStep: Int64
  @usableFromInline var longestGap: Int64
  @usableFromInline var base: TimeBase?
  @usableFromInline var formerBase: TimeBase?
  /// The last steps between different stamps.
  @usableFromInline var steps = RecentMedian()
  /// How many samples the last stamps had.
  @usableFromInline var runs = RecentMedian()
  /// Samples so far under the latest stamp.
  @usableFromInline var run: Int64 = 1
  /// The nominal step and what each sample gets of it, as they are for all samples under the latest stamp once it has two.
  @usableFromInline var sharing: (step: Int64, share: Int64) = (0, 0)
  /// Samples out of order since the last one in order.
  @usableFromInline var lateRun = 0
  /// No more than the least of `steps`, and so than the nominal step.
  @usableFromInline var leastStep = Int64.max
  /// No step up to this is a gap: what `longestStep` is for `leastStep`. It saves most samples the search for the median.
  @usableFromInline var regularStep: Int64 = 0

  /// A clock before its first stamp.
  public init(parameters: Parameters = Parameters()) {
    precondition(parameters.gapFactor >= 1, "gapFactor must be at least 1")
    precondition(parameters.longestGap > 0 && parameters.longestGap <= 1e8, "longestGap must lie in (0, 1e8] s")
    let nominalInterval = parameters.nominalInterval ?? 0
    precondition(
      nominalInterval >= 0 && nominalInterval <= parameters.longestGap, "nominalInterval must lie in [0, longestGap]")
    self.parameters = parameters
    givenStep = Int64(nominalInterval * 1e9)
    longestGap = Int64(parameters.longestGap * 1e9)
  }

  /// Takes every field of another clock by itself: the bytes between fields stay, for snapshots.
  public mutating func copyFields(of other: Self) {
    parameters.nominalInterval = other.parameters.nominalInterval
    parameters.gapFactor = other.parameters.gapFactor
    parameters.longestGap = other.parameters.longestGap
    longestGap = other.longestGap
    base = other.base
    formerBase = other.formerBase
    steps = other.steps
    runs = other.runs
    run = other.run
    sharing = other.sharing
    lateRun = other.lateRun
    leastStep = other.leastStep
    regularStep = other.regularStep
  }

  /// The tracked interval from sample to sample in seconds; 0 while it is not known.
  @inlinable public var nominalInterval: Double { Timestamp.seconds(ofNanoseconds: nominalShare) }

  /// Takes the stamp of the next sample and says how much time has passed.
  @inlinable
  public mutating func read(_ stamp: Timestamp) -> ClockReading {
    guard let last = base?.last else { return start(at: stamp) }
    let elapsed = stamp.nanoseconds(since: last)
    if elapsed > 0 && elapsed <= regularStep { return step(to: stamp, after: elapsed, .regular) }
    if elapsed == 0 { return repeatStamp() }
    let longestStep = longestStep(forNominal: nominalStep)
    boundSteps()
    if elapsed > 0 && elapsed <= longestStep { return step(to: stamp, after: elapsed, .regular) }
    if elapsed < 0 && elapsed >= -longestStep && mayBeLate { return passOver() }
    if formerBaseExpects(stamp) { return returnToFormerBase(at: stamp) }
    if elapsed > 0 && elapsed <= longestGap { return bridge(to: stamp, after: elapsed) }
    return restart(at: stamp)
  }

  @inlinable
  mutating func start(at stamp: Timestamp) -> ClockReading {
    base = TimeBase(last: stamp, ahead: 0)
    return ClockReading(nanoseconds: givenStep, kind: .first)
  }

  /// Goes on to a later stamp of the same base.
  @inlinable
  mutating func step(to stamp: Timestamp, after elapsed: Int64, _ kind: ClockReading.Kind) -> ClockReading {
    let interval = base?.advance(to: stamp, after: elapsed) ?? 0
    learn(elapsed)
    passOnFormerBase(interval)
    return ClockReading(nanoseconds: interval, kind: kind)
  }

  /// A sample under the stamp of the one before.
  @inlinable
  mutating func repeatStamp() -> ClockReading {
    if run == 1 { share(nominalStep, among: runs.median) }
    run += 1
    let (step, share) = sharing
    let ahead = base?.ahead ?? 0
    guard share > 0, ahead + share < step else {
      return ClockReading(nanoseconds: 0, kind: .duplicate)
    }
    base?.ahead = ahead + share
    passOnFormerBase(share)
    return ClockReading(nanoseconds: share, kind: .spread)
  }

  /// The medians are sought once for all samples under a stamp: nothing is learnt between them.
  @inlinable
  mutating func share(_ step: Int64, among size: Int64) { sharing = (step, size > 1 ? step / size : 0) }

  /// Whether a stamp that is a little early can be out of order. Eight in a row are not: the clock was set back.
  @inlinable
  var mayBeLate: Bool { lateRun < 8 && nominalStep > 0 }

  /// A sample from before the latest stamp: its time has been given out already.
  @inlinable
  mutating func passOver() -> ClockReading {
    lateRun += 1
    return ClockReading(nanoseconds: 0, kind: .late)
  }

  /// Crosses a gap, and remembers where it began: on that base one nominal interval has passed, if the gap is a lie.
  @inlinable
  mutating func bridge(to stamp: Timestamp, after elapsed: Int64) -> ClockReading {
    formerBase = nil
    let beforeGap = base
    let reading = step(to: stamp, after: elapsed, .gap)
    formerBase = beforeGap
    passOnFormerBase(nominalShare)
    return reading
  }

  /// Starts a new time base.
  @inlinable
  mutating func restart(at stamp: Timestamp) -> ClockReading {
    formerBase = base
    passOnFormerBase(nominalShare)
    base = TimeBase(last: stamp, ahead: 0)
    run = 1
    lateRun = 0
    return ClockReading(nanoseconds: nominalShare, kind: .reset)
  }

  /// Whether a stamp jumps back to where the former base would be by now: against the direction of the jump that left
  /// it, later than its last stamp, and by the time given out since, give or take 64 nominal steps (samples that repeat
  /// a wild stamp take no time).
  @inlinable
  func formerBaseExpects(_ stamp: Timestamp) -> Bool {
    guard let base, let formerBase, (stamp < base.last) == (formerBase.last < base.last) else { return false }
    let elapsed = stamp.nanoseconds(since: formerBase.last)
    let tolerance = 64 * nominalStep
    return elapsed > 0 && elapsed <= formerBase.ahead + tolerance && elapsed >= formerBase.ahead - tolerance
  }

  @inlinable
  mutating func returnToFormerBase(at stamp: Timestamp) -> ClockReading {
    swap(&base, &formerBase)
    run = 1
    lateRun = 0
    let elapsed = base.map { stamp.nanoseconds(since: $0.last) } ?? 0
    let interval = base?.advance(to: stamp, after: elapsed) ?? 0
    base?.ahead = 0
    passOnFormerBase(interval)
    return ClockReading(nanoseconds: interval, kind: .returned)
  }

  /// Lets time pass on the base that is not in use; after the longest gap it is forgotten.
  @inlinable @inline(__always)
  mutating func passOnFormerBase(_ interval: Int64) {
    guard let ahead = formerBase?.ahead else { return }
    formerBase?.ahead = ahead + interval
    if ahead + interval > longestGap { formerBase = nil }
  }

  /// Takes a step into account, and the number of samples under the stamp that it ends.
  @inlinable
  mutating func learn(_ elapsed: Int64) {
    runs.insert(run)
    run = 1
    lateRun = 0
    steps.insert(elapsed)
    if elapsed < leastStep { boundSteps() }
  }

  /// Finds the least step anew, and the longest that is no gap for certain; none is before four steps are known.
  @inlinable
  mutating func boundSteps() {
    guard steps.count >= 4 else { return }
    leastStep = steps.least
    regularStep = longestStep(forNominal: leastStep)
  }

  /// The nominal step between different stamps; 0 while it is not known.
  @inlinable
  var nominalStep: Int64 { steps.count >= 4 ? steps.median : givenStep }

  /// The nominal step divided among the samples under one stamp.
  @inlinable
  var nominalShare: Int64 { nominalStep / max(runs.median, 1) }

  /// The longest step that is no gap; and how far back a stamp is out of order rather than from a clock that was set.
  @inlinable
  func longestStep(forNominal step: Int64) -> Int64 {
    let nanoseconds = Timestamp.seconds(ofNanoseconds: step) * parameters.gapFactor * 1e9
    return step == 0 || nanoseconds >= 1e17 ? longestGap : min(Int64(nanoseconds), longestGap)
  }
}
