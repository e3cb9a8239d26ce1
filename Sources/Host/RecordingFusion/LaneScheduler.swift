// RecordingFusion: many recordings at once, one in each lane of a processor.
// The results are those of the filters one by one, bit for bit. It reads no logs.

import AttitudeFilters
import MotionSamples
import Rotations

/// A scheduler that runs one filter over many recordings in parallel, one per lane, with any rates, gaps and lengths.
///
/// A lane whose recording has ended gets the next one. A filter that works in steps (`SteppedFilter.isStepDue`) takes
/// them in all lanes together: a lane that is due waits on empty samples, which change nothing, until the others are
/// due, so that one vector step serves all. Results are bit-identical to the scalar filter, whatever runs in the other
/// lanes.
public struct LaneScheduler<Backend: LaneBackend, Filter: SteppedFilter>: ~Copyable
where Filter.Scalar == Lanes<Backend> {
  /// The number type of a lane.
  public typealias Element = Backend.Element

  @usableFromInline var filter: Filter
  @usableFromInline let fresh: Filter
  @usableFromInline var cursors = LaneCursors<Backend>()
  /// The outcome of `advance` in the lanes that wait.
  @usableFromInline var outcome = UpdateOutcome<Lanes<Backend>>()
  @usableFromInline var waiting = Filter.Scalar.Mask(repeating: false)
  @usableFromInline var busy = Filter.Scalar.Mask(repeating: false)
  /// Whether any recording has requested flags, biases or rates.
  @usableFromInline var givesFlags = false
  @usableFromInline var givesBiases = false
  @usableFromInline var givesRates = false
  /// Whether any segment has upcoming rows.
  @usableFromInline var fetchesAhead = false

  /// A scheduler for a filter with these parameters.
  @inlinable
  public init(parameters: Filter.Parameters) {
    fresh = Filter(parameters: parameters)
    filter = fresh
  }

  /// Runs recordings until none are left.
  ///
  /// `nextSegment` is called with the lane whenever the lane has no segment or has finished one; nil ends the lane.
  @inlinable
  public mutating func run(_ nextSegment: (Int) -> RecordingSegment<Element>?) {
    for lane in 0..<Lanes<Backend>.count { fill(lane, nextSegment) }
    while busy.isTrueInAnyLane {
      advance(times: cursors.shortestRest)
      for lane in 0..<Lanes<Backend>.count where cursors.isFinished(lane) { fill(lane, nextSegment) }
    }
  }

  /// Feeds this many samples to every lane. Not inlined: within another loop it takes the compiler a third longer.
  @inlinable @inline(never)
  mutating func advance(times count: Int) {
    for _ in 0..<count { advance() }
  }

  /// Gives a lane its next segment, with a new filter if the segment is the first; without a segment, leaves the lane
  /// idle.
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
      fetchesAhead = fetchesAhead || segment.upcoming.count > 0
      busy[lane] = true
      if isStarting { start(lane) }
      return
    }
    cursors.idle(lane)
    busy[lane] = false
    start(lane)
  }

  /// Resets the filter in one lane.
  @inlinable
  mutating func start(_ lane: Int) {
    var mask = Filter.Scalar.Mask(repeating: false)
    mask[lane] = true
    filter.replace(with: fresh, where: mask)
  }

  /// Feeds the next sample to every lane that does not wait, and takes the step once it is due in every lane.
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

  /// Makes exactly these lanes wait for the others.
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

  /// Stores the results of the filter in every lane and advances to the next samples.
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
    if fetchesAhead { cursors.upcoming.fetch() }
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
