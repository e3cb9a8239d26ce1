import AttitudeFilters
import MotionSamples
import Rotations

/// Runs one filter over many recordings side by side, one recording in each lane, whatever their rates, gaps and lengths.
///
/// A lane whose recording has ended is given the next one. A filter that works in steps (`SteppedFilter.isStepDue`)
/// takes them in all lanes together: a lane that is due waits, fed with empty samples that change nothing, until the
/// others are due as well, so that one vector step serves them all. The results of a recording are those of the scalar
/// filter, bit for bit, whatever runs beside it.
public struct LaneScheduler<Backend: LaneBackend, Filter: SteppedFilter>: ~Copyable
where Filter.Scalar == Lanes<Backend> {
  /// The number that a lane holds.
  public typealias Element = Backend.Element

  @usableFromInline var filter: Filter
  @usableFromInline let fresh: Filter
  @usableFromInline var cursors = LaneCursors<Backend>()
  /// What `advance` said in the lanes that wait.
  @usableFromInline var outcome = UpdateOutcome<Lanes<Backend>>()
  @usableFromInline var waiting = Filter.Scalar.Mask(repeating: false)
  @usableFromInline var busy = Filter.Scalar.Mask(repeating: false)
  /// Whether a recording has wanted flags, biases, and rates.
  @usableFromInline var givesFlags = false
  @usableFromInline var givesBiases = false
  @usableFromInline var givesRates = false
  /// Whether one has said what will be read.
  @usableFromInline var fetchesAhead = false

  /// A scheduler for a filter with these parameters.
  @inlinable
  public init(parameters: Filter.Parameters) {
    fresh = Filter(parameters: parameters)
    filter = fresh
  }

  /// Runs recordings until there are no more. `nextSegment` is called with the lane whenever a lane has used up its
  /// segment, or had none; nil is the end of what there is for this lane.
  @inlinable
  public mutating func run(_ nextSegment: (Int) -> RecordingSegment<Element>?) {
    for lane in 0..<Lanes<Backend>.count { fill(lane, nextSegment) }
    while busy.isTrueInAnyLane {
      for _ in 0..<cursors.shortestRest { advance() }
      for lane in 0..<Lanes<Backend>.count where cursors.isFinished(lane) { fill(lane, nextSegment) }
    }
  }

  /// Gives a lane its next segment, and a filter that knows nothing where that is the first; leaves it idle where there is
  /// none.
  @inlinable
  mutating func fill(_ lane: Int, _ nextSegment: (Int) -> RecordingSegment<Element>?) {
    var isStarting = false
    while let segment = nextSegment(lane) {
      if segment.isFirst { isStarting = true }
      guard let first = segment.samples.baseAddress, !segment.samples.isEmpty else { continue }
      cursors.start(segment, at: first, in: lane)
      givesFlags = givesFlags || segment.flags != nil
      givesBiases = givesBiases || segment.biases != nil
      givesRates = givesRates || segment.rates != nil
      fetchesAhead = fetchesAhead || segment.upcoming != nil
      busy[lane] = true
      if isStarting { start(lane) }
      return
    }
    cursors.idle(lane)
    busy[lane] = false
    start(lane)
  }

  /// A filter that knows nothing, in one lane.
  @inlinable
  mutating func start(_ lane: Int) {
    var mask = Filter.Scalar.Mask(repeating: false)
    mask[lane] = true
    filter.replace(with: fresh, where: mask)
  }

  /// Feeds every lane that does not wait with its next sample, and takes the step once it is due in every lane.
  @inlinable @inline(__always)
  mutating func advance() {
    let latest = filter.advance(gatherSamples())
    let due = filter.isStepDue .& busy
    guard due.isTrueInAnyLane else { return put(latest) }
    outcome.replace(with: latest, where: .!waiting)
    let steps = due .| .!busy
    if steps.isTrueInEveryLane {
      filter.step(where: steps, completing: &outcome)
      wait(where: Filter.Scalar.Mask(repeating: false))
      put(outcome)
    } else {
      wait(where: due)
      put(latest)
    }
  }

  /// Lets these lanes wait for the others, and no more.
  @inlinable @inline(__always)
  mutating func wait(where mask: Filter.Scalar.Mask) {
    if (mask .| waiting).isTrueInAnyLane { exchange(where: mask) }
  }

  @inlinable
  mutating func exchange(where mask: Filter.Scalar.Mask) {
    for lane in 0..<Lanes<Backend>.count where mask[lane] != waiting[lane] { cursors.exchange(lane) }
    waiting = mask
  }

  /// The next sample of every lane.
  @inlinable @inline(__always)
  func gatherSamples() -> MotionSample<Lanes<Backend>> {
    // A sample is ten numbers: eight from the first on, and the last two among eight from the third on.
    let columns = Backend.columns(of: cursors.samples.readable, from: 0)
    let last = Backend.columns(of: cursors.samples.readable, from: 2)
    func lanes(_ vector: Backend.Vector) -> Lanes<Backend> { Lanes(vector: vector) }
    return MotionSample(
      interval: lanes(columns.0),
      angularRate: Vector3(x: lanes(columns.1), y: lanes(columns.2), z: lanes(columns.3)),
      specificForce: Vector3(x: lanes(columns.4), y: lanes(columns.5), z: lanes(columns.6)),
      magneticField: Vector3(x: lanes(columns.7), y: lanes(last.6), z: lanes(last.7)))
  }

  /// Puts down what the filter says now in every lane, and goes on to the next samples.
  @inlinable @inline(__always)
  mutating func put(_ outcome: UpdateOutcome<Lanes<Backend>>) {
    let attitude = filter.enuFromBody.quaternion
    Backend.store(
      attitude.w.vector, attitude.x.vector, attitude.y.vector, attitude.z.vector, in: cursors.attitudes.writable)
    if givesFlags { put(flagsOf: outcome) }
    if givesBiases { putBias() }
    if givesRates { putRate() }
    cursors.samples.moveOn()
    cursors.attitudes.moveOn()
    if fetchesAhead { cursors.fetchAhead() }
  }

  @inlinable @inline(__always)
  func put(flagsOf outcome: UpdateOutcome<Lanes<Backend>>) {
    var words = SIMD16<UInt16>()
    withUnsafeMutableBytes(of: &words) { words in
      guard let start = words.baseAddress else { return }
      Backend.storeWords(outcome.flagNumbers.vector, start.assumingMemoryBound(to: UInt16.self))
    }
    for lane in 0..<Lanes<Backend>.count {
      cursors.flags.place(of: lane)?.storeBytes(of: words[lane], as: UInt16.self)
    }
    cursors.flags.moveOn()
  }

  // Always inlined: a call would copy the whole filter.
  @inlinable @inline(__always)
  mutating func putBias() {
    let (bias, tilt) = (filter.gyroscopeBias, filter.tiltStandardDeviation ?? Lanes(Double.nan))
    Backend.store(bias.x.vector, bias.y.vector, bias.z.vector, tilt.vector, in: cursors.biases.writable)
    cursors.biases.moveOn()
  }

  @inlinable @inline(__always)
  mutating func putRate() {
    let (rate, heading) = (filter.correctedAngularRate, filter.headingStandardDeviation ?? Lanes(Double.nan))
    Backend.store(rate.x.vector, rate.y.vector, rate.z.vector, heading.vector, in: cursors.rates.writable)
    cursors.rates.moveOn()
  }
}
