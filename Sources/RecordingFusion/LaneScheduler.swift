import AttitudeFilters
import MotionSamples
import Rotations

/// Runs one filter over many recordings side by side, one recording in each lane, whatever their rates, gaps and lengths.
///
/// A lane whose recording has ended is given the next one. A filter that works in steps (`AttitudeFilter.isStepDue`)
/// takes them in all lanes together: a lane that is due waits, fed with empty samples that change nothing, until the
/// others are due as well, so that one vector step serves them all. The results of a recording are those of the scalar
/// filter, bit for bit, whatever runs beside it.
public struct LaneScheduler<Backend: LaneBackend, Filter: AttitudeFilter>: ~Copyable
where Filter.Scalar == Lanes<Backend> {
  /// The number that a lane holds.
  public typealias Element = Backend.Element

  @usableFromInline var filter: Filter
  @usableFromInline let fresh: Filter
  @usableFromInline let cursors = LaneCursors<Backend>()
  /// What `advance` said in the lanes that wait.
  @usableFromInline var outcome = UpdateOutcome<Lanes<Backend>>()
  @usableFromInline var waiting = Filter.Scalar.Mask(repeating: false)
  @usableFromInline var busy = Filter.Scalar.Mask(repeating: false)
  /// Whether a recording has wanted details.
  @usableFromInline var givesDetails = false

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
      if segment.details != nil { givesDetails = true }
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
      endWait()
      put(outcome)
    } else {
      put(latest, where: busy .& .!due)
      wait(where: due)
    }
  }

  /// Lets lanes wait for the others.
  @inlinable
  mutating func wait(where mask: Filter.Scalar.Mask) {
    for lane in 0..<Lanes<Backend>.count where mask[lane] { cursors.park(lane) }
    waiting = mask
  }

  @inlinable @inline(__always)
  mutating func endWait() {
    guard waiting.isTrueInAnyLane else { return }
    for lane in 0..<Lanes<Backend>.count { cursors.resume(lane) }
    waiting = Filter.Scalar.Mask(repeating: false)
  }

  /// The next sample of every lane; the empty one where it waits or has no recording.
  @inlinable @inline(__always)
  func gatherSamples() -> MotionSample<Lanes<Backend>> {
    // A sample is ten numbers: eight from the first on, and the last two among eight from the third on.
    let columns = Backend.columns(of: cursors.sources, from: 0)
    let last = Backend.columns(of: cursors.sources, from: 2)
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
    if givesDetails { putDetails(where: busy) }
    let attitude = filter.referenceFromBody.quaternion
    Backend.store(attitude.w.vector, attitude.x.vector, attitude.y.vector, attitude.z.vector, in: cursors.places)
    withFlags(of: outcome) { flags in
      for lane in 0..<Lanes<Backend>.count { cursors.put(flags[lane], in: lane) }
    }
    for lane in 0..<Lanes<Backend>.count { cursors.moveOn(lane) }
  }

  /// The same in the lanes of `mask`, all of them busy.
  @inlinable
  mutating func put(_ outcome: UpdateOutcome<Lanes<Backend>>, where mask: Filter.Scalar.Mask) {
    guard mask.isTrueInAnyLane else { return }
    if givesDetails { putDetails(where: mask) }
    let attitude = filter.referenceFromBody.quaternion
    withFlags(of: outcome) { flags in
      for lane in 0..<Lanes<Backend>.count where mask[lane] {
        cursors.put(flags[lane], in: lane)
        let place = cursors.places[lane]
        (place[0], place[1]) = (attitude.w[lane], attitude.x[lane])
        (place[2], place[3]) = (attitude.y[lane], attitude.z[lane])
        cursors.moveOn(lane)
      }
    }
  }

  /// The flags of every lane, one after the other.
  @inlinable @inline(__always)
  func withFlags(of outcome: UpdateOutcome<Lanes<Backend>>, _ body: (UnsafeMutablePointer<UInt16>) -> Void) {
    var words = SIMD16<UInt16>()
    withUnsafeMutablePointer(to: &words) { words in
      words.withMemoryRebound(to: UInt16.self, capacity: 16) { words in
        Backend.storeWords(outcome.flagNumbers.vector, words)
        body(words)
      }
    }
  }

  @inlinable
  mutating func putDetails(where mask: Filter.Scalar.Mask) {
    let (rate, bias) = (filter.correctedAngularRate, filter.gyroscopeBias)
    let unknown = Lanes<Backend>(Double.nan)
    let (tilt, heading) = (filter.tiltStandardDeviation ?? unknown, filter.headingStandardDeviation ?? unknown)
    for lane in 0..<Lanes<Backend>.count where mask[lane] {
      cursors.put(
        FusedDetails(
          correctedAngularRate: Vector3(x: rate.x[lane], y: rate.y[lane], z: rate.z[lane]),
          gyroscopeBias: Vector3(x: bias.x[lane], y: bias.y[lane], z: bias.z[lane]),
          tiltStandardDeviation: tilt[lane], headingStandardDeviation: heading[lane]),
        in: lane)
    }
  }
}
