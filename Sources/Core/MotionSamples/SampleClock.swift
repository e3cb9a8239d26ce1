import Rotations

/// A clock that turns timestamps, some of them wrong, into the time that passes from sample to sample.
///
/// Goals, in order:
/// - No interval is negative or NaN.
/// - The intervals add up to the time between the timestamps, to the nanosecond, while the timestamps are in order.
/// - A clock that was set, or one wrong timestamp, costs one sample.
///
/// The nominal step is the median of the last 15 steps between different timestamps. A step longer than `gapFactor`
/// nominal steps is a gap, with its whole length as the interval. A step longer than `longestGap` means that the clock
/// was set, as does a step back by more than `gapFactor` nominal steps, or by less in eight samples in a row.
///
/// Such a timestamp starts a new time base. The next timestamps confirm it by following it. If they instead match the
/// time that the former base would have reached, the clock returns to that base.
///
/// Some drivers deliver several samples under one timestamp. If the median timestamp has n > 1 samples, each sample
/// gets an n-th of the nominal step at once, and time given in advance is subtracted from the next step.
///
/// All arithmetic is in integer nanoseconds.
@frozen
public struct SampleClock: Sendable {
  /// The parameters.
  @frozen
  public struct Parameters: Sendable {
    /// The interval in seconds to use until four steps are known. Default: nil, for which the first sample has an
    /// interval of 0 and no gap is detected among the first four.
    public var nominalInterval: Double?
    /// The number of nominal steps above which a step is a gap. Default: 2.5, at least 1.
    ///
    /// With the default, one missing sample is not a gap and two are, with jitter of up to half a step either way. Near
    /// 1, jitter is reported as gaps; a large value detects none.
    public var gapFactor: Double
    /// The step in seconds above which the clock was set. Default: 86 400 (a day). At most 1e8 (three years).
    public var longestGap: Double

    /// Parameters with defaults.
    @export(implementation)
    public init(nominalInterval: Double? = nil, gapFactor: Double = 2.5, longestGap: Double = 86_400) {
      self.nominalInterval = nominalInterval
      self.gapFactor = gapFactor
      self.longestGap = longestGap
    }
  }

  /// A time base: timestamps that follow one another.
  @frozen @usableFromInline
  struct TimeBase: Sendable {
    /// The latest timestamp.
    @usableFromInline var last: Timestamp
    /// The nanoseconds given out beyond the latest timestamp.
    @usableFromInline var ahead: Int64

    @export(implementation)
    init(last: Timestamp, ahead: Int64) {
      self.last = last
      self.ahead = ahead
    }

    /// Moves to a later timestamp and returns the time left to give out.
    @export(implementation)
    mutating func advance(to timestamp: Timestamp, after elapsed: Int64) -> Int64 {
      let interval = max(elapsed - ahead, 0)
      ahead = max(ahead - elapsed, 0)
      last = timestamp
      return interval
    }
  }

  /// The parameters of the clock.
  public private(set) var parameters: Parameters
  @usableFromInline let givenStep: Int64
  @usableFromInline var longestGap: Int64
  @usableFromInline var base: TimeBase?
  @usableFromInline var formerBase: TimeBase?
  /// The last steps between different timestamps.
  @usableFromInline var steps = RecentMedian()
  /// The number of samples of each of the last timestamps.
  @usableFromInline var runs = RecentMedian()
  /// The number of samples so far under the latest timestamp.
  @usableFromInline var run: Int64 = 1
  /// The nominal step and the share of each sample, constant under one timestamp from its second sample on.
  @usableFromInline var sharing: (step: Int64, share: Int64) = (0, 0)
  /// The number of samples out of order since the last one in order.
  @usableFromInline var lateRun = 0
  /// A lower bound of `steps`, and thus of the nominal step.
  @usableFromInline var leastStep = Int64.max
  /// The longest step that is certainly regular: `longestStep` for `leastStep`. Avoids computing the median for most
  /// samples.
  @usableFromInline var regularStep: Int64 = 0

  /// A clock before its first timestamp.
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

  /// Passes the state to a visitor. The parameters are not part of it; those of both clocks must be equal.
  @export(implementation)
  public mutating func visitState(_ visitor: inout some SnapshotVisitor, with other: Self) {
    visit(&base, with: other.base, &visitor)
    visit(&formerBase, with: other.formerBase, &visitor)
    steps.visitState(&visitor, with: other.steps, valuesIn: 0...longestGap)
    runs.visitState(&visitor, with: other.runs, valuesIn: 0...Self.longestRun)
    visitor.visit(&run, with: other.run, in: 1...Self.longestRun)
    visitor.visit(&sharing.step, with: other.sharing.step, in: 0...longestGap)
    visitor.visit(&sharing.share, with: other.sharing.share, in: 0...longestGap)
    visitor.visit(&lateRun, with: other.lateRun, in: 0...Self.longestLateRun)
    visitor.visit(&leastStep, with: other.leastStep, in: 0...Int64.max)
    visitor.visit(&regularStep, with: other.regularStep, in: 0...longestGap)
  }

  @export(implementation)
  func visit(_ base: inout TimeBase?, with other: TimeBase?, _ visitor: inout some SnapshotVisitor) {
    // A base that passed the longest gap is dropped, at most one gap later.
    let furthest = 2 * longestGap
    visitor.visit(&base, with: other, absent: TimeBase(last: Timestamp(nanoseconds: 0), ahead: 0)) {
      $0.visit(&$1.last, with: $2.last)
      $0.visit(&$1.ahead, with: $2.ahead, in: 0...furthest)
    }
  }

  /// The tracked interval between samples, in seconds; 0 if unknown.
  @export(implementation) public var nominalInterval: Double { Timestamp.seconds(ofNanoseconds: nominalShare) }

  /// Reads the timestamp of the next sample and returns the time that has passed.
  @export(implementation)
  public mutating func read(_ timestamp: Timestamp) -> ClockReading {
    guard let last = base?.last else { return start(at: timestamp) }
    let elapsed = timestamp.nanoseconds(since: last)
    if elapsed > 0 && elapsed <= regularStep { return step(to: timestamp, after: elapsed, .regular) }
    if elapsed == 0 { return repeatTimestamp() }
    let longestStep = longestStep(forNominal: nominalStep)
    boundSteps()
    if elapsed > 0 && elapsed <= longestStep { return step(to: timestamp, after: elapsed, .regular) }
    if elapsed < 0 && elapsed >= -longestStep && mayBeLate { return ignoreLate() }
    if formerBaseExpects(timestamp) { return returnToFormerBase(at: timestamp) }
    if elapsed > 0 && elapsed <= longestGap { return bridge(to: timestamp, after: elapsed) }
    return restart(at: timestamp)
  }

  @export(implementation)
  mutating func start(at timestamp: Timestamp) -> ClockReading {
    base = TimeBase(last: timestamp, ahead: 0)
    return ClockReading(nanoseconds: givenStep, kind: .first)
  }

  /// Advances to a later timestamp of the same base.
  @export(implementation)
  mutating func step(to timestamp: Timestamp, after elapsed: Int64, _ kind: ClockReading.Kind) -> ClockReading {
    let interval = base?.advance(to: timestamp, after: elapsed) ?? 0
    learn(elapsed)
    passOnFormerBase(interval)
    return ClockReading(nanoseconds: interval, kind: kind)
  }

  /// Handles a sample with the timestamp of the previous one.
  @export(implementation)
  mutating func repeatTimestamp() -> ClockReading {
    if run == 1 { share(nominalStep, among: runs.median) }
    run += 1
    let (step, share) = sharing
    let ahead = base?.ahead ?? 0
    guard share > 0, ahead + share < step else {
      return ClockReading(nanoseconds: 0, kind: .duplicate)
    }
    base?.ahead = ahead + share
    passOnFormerBase(share)
    return ClockReading(nanoseconds: share, kind: .shared)
  }

  /// Sets the shares. The medians are computed once per timestamp, because they do not change between its samples.
  @export(implementation)
  mutating func share(_ step: Int64, among size: Int64) { sharing = (step, size > 1 ? step / size : 0) }

  /// Whether a slightly early timestamp can be out of order. Eight in a row mean that the clock was set back.
  @export(implementation)
  var mayBeLate: Bool { lateRun < Self.longestLateRun && nominalStep > 0 }

  /// The largest number of samples out of order in a row.
  @export(implementation) static var longestLateRun: Int { 8 }
  /// More samples than one timestamp can have.
  @export(implementation) static var longestRun: Int64 { .max / 2 }

  /// Handles a sample from before the latest timestamp: its time has already been given out.
  @export(implementation)
  mutating func ignoreLate() -> ClockReading {
    lateRun += 1
    return ClockReading(nanoseconds: 0, kind: .late)
  }

  /// Crosses a gap and remembers the base before it. If the gap is wrong, one nominal interval has passed on that base.
  @export(implementation)
  mutating func bridge(to timestamp: Timestamp, after elapsed: Int64) -> ClockReading {
    formerBase = nil
    let beforeGap = base
    let reading = step(to: timestamp, after: elapsed, .gap)
    formerBase = beforeGap
    passOnFormerBase(nominalShare)
    return reading
  }

  /// Starts a new time base.
  @export(implementation)
  mutating func restart(at timestamp: Timestamp) -> ClockReading {
    formerBase = base
    passOnFormerBase(nominalShare)
    base = TimeBase(last: timestamp, ahead: 0)
    run = 1
    lateRun = 0
    return ClockReading(nanoseconds: nominalShare, kind: .reset)
  }

  /// Whether a timestamp returns to the former base: opposite to the step that left it, later than its last timestamp,
  /// and by the time given out since, within 64 nominal steps. The tolerance is that wide because samples that repeat a
  /// wrong timestamp take no time.
  @export(implementation)
  func formerBaseExpects(_ timestamp: Timestamp) -> Bool {
    guard let base, let formerBase, (timestamp < base.last) == (formerBase.last < base.last) else { return false }
    let elapsed = timestamp.nanoseconds(since: formerBase.last)
    let tolerance = 64 * nominalStep
    return elapsed > 0 && elapsed <= formerBase.ahead + tolerance && elapsed >= formerBase.ahead - tolerance
  }

  @export(implementation)
  mutating func returnToFormerBase(at timestamp: Timestamp) -> ClockReading {
    swap(&base, &formerBase)
    run = 1
    lateRun = 0
    let elapsed = base.map { timestamp.nanoseconds(since: $0.last) } ?? 0
    let interval = base?.advance(to: timestamp, after: elapsed) ?? 0
    base?.ahead = 0
    passOnFormerBase(interval)
    return ClockReading(nanoseconds: interval, kind: .returned)
  }

  /// Advances the base that is not in use; drops it after the longest gap.
  @export(implementation) @inline(__always)
  mutating func passOnFormerBase(_ interval: Int64) {
    guard let ahead = formerBase?.ahead else { return }
    formerBase?.ahead = ahead + interval
    if ahead + interval > longestGap { formerBase = nil }
  }

  /// Records a step and the number of samples under the timestamp that it ends.
  @export(implementation)
  mutating func learn(_ elapsed: Int64) {
    runs.insert(run)
    run = 1
    lateRun = 0
    steps.insert(elapsed)
    if elapsed < leastStep { boundSteps() }
  }

  /// Updates the minimum step and the longest step that is certainly regular. Requires four steps.
  @export(implementation)
  mutating func boundSteps() {
    guard steps.count >= 4 else { return }
    leastStep = steps.least
    regularStep = longestStep(forNominal: leastStep)
  }

  /// The nominal step between different timestamps; 0 if unknown.
  @export(implementation)
  var nominalStep: Int64 { steps.count >= 4 ? steps.median : givenStep }

  /// The nominal step divided among the samples under one timestamp.
  @export(implementation)
  var nominalShare: Int64 { nominalStep / max(runs.median, 1) }

  /// The longest step that is not a gap. Also the longest step back of a timestamp out of order; beyond it the clock
  /// was set.
  @export(implementation)
  func longestStep(forNominal step: Int64) -> Int64 {
    let nanoseconds = Timestamp.seconds(ofNanoseconds: step) * parameters.gapFactor * 1e9
    return step == 0 || nanoseconds >= 1e17 ? longestGap : min(Int64(nanoseconds), longestGap)
  }
}
