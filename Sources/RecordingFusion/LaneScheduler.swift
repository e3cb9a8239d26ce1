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
  @usableFromInline let lanes: UnsafeMutableBufferPointer<RecordingLane<Element>>
  /// What a lane is fed with that has no recording, or waits.
  @usableFromInline let emptySample: UnsafeMutablePointer<MotionSample<Element>>
  /// What `advance` said in the lanes that wait.
  @usableFromInline var outcome = UpdateOutcome<Lanes<Backend>>()
  @usableFromInline var waiting = Filter.Scalar.Mask(repeating: false)
  @usableFromInline var busyCount = 0
  /// Whether a recording has wanted details.
  @usableFromInline var givesDetails = false

  /// A scheduler for a filter with these parameters.
  @inlinable
  public init(parameters: Filter.Parameters) {
    fresh = Filter(parameters: parameters)
    filter = fresh
    emptySample = .allocate(capacity: 1)
    emptySample.initialize(to: MotionSample(interval: 0.0, angularRate: .absent))
    lanes = .allocate(capacity: Lanes<Backend>.count)
    lanes.initialize(repeating: RecordingLane(idleAt: UnsafePointer(emptySample)))
  }

  @inlinable
  deinit {
    emptySample.deallocate()
    lanes.deallocate()
  }

  /// Runs recordings until there are no more. `nextRecording` is called whenever a lane has become free; nil is the end.
  @inlinable
  public mutating func run(_ nextRecording: () -> Recording<Element>?) {
    for lane in lanes.indices { fill(lane, nextRecording) }
    while busyCount > 0 {
      advance()
      for lane in lanes.indices where lanes[lane].isFinished {
        busyCount -= 1
        fill(lane, nextRecording)
      }
    }
  }

  /// Gives a lane its next recording and a filter that knows nothing; leaves it idle where there is none.
  @inlinable
  mutating func fill(_ lane: Int, _ nextRecording: () -> Recording<Element>?) {
    lanes[lane] = RecordingLane(idleAt: UnsafePointer(emptySample))
    while let recording = nextRecording() {
      guard lanes[lane].take(recording) else { continue }
      busyCount += 1
      if recording.details != nil { givesDetails = true }
      var mask = Filter.Scalar.Mask(repeating: false)
      mask[lane] = true
      filter.replace(with: fresh, where: mask)
      return
    }
  }

  /// Feeds every lane that does not wait with its next sample, and takes the step once it is due in every lane.
  @inlinable @inline(__always)
  mutating func advance() {
    let latest = filter.advance(gatherSamples())
    let due = filter.isStepDue
    guard due.isTrueInAnyLane else {
      scatter(latest, where: Filter.Scalar.Mask(repeating: true))
      return
    }
    outcome.replace(with: latest, where: .!waiting)
    scatter(latest, where: .!due)
    waiting = due
    if letWait() == busyCount { takeStep() }
  }

  /// Lets the lanes wait in which a step is due; gives their number.
  @inlinable @inline(__always)
  mutating func letWait() -> Int {
    var count = 0
    for lane in lanes.indices where waiting[lane] {
      lanes[lane].source = UnsafePointer(emptySample)
      count += 1
    }
    return count
  }

  @inlinable @inline(__always)
  mutating func takeStep() {
    filter.step(where: waiting, completing: &outcome)
    scatter(outcome, where: waiting)
    waiting = Filter.Scalar.Mask(repeating: false)
  }

  /// The next sample of every lane; the empty one where it waits or has no recording.
  @inlinable @inline(__always)
  func gatherSamples() -> MotionSample<Lanes<Backend>> {
    let sources = lanes
    @inline(__always)
    func gather(_ number: (UnsafePointer<MotionSample<Element>>) -> Element) -> Lanes<Backend> {
      Lanes(gathering: { number(sources[$0].source) })
    }
    return MotionSample(
      interval: gather { $0.pointee.interval },
      angularRate: Vector3(
        x: gather { $0.pointee.angularRate.x }, y: gather { $0.pointee.angularRate.y },
        z: gather { $0.pointee.angularRate.z }),
      specificForce: Vector3(
        x: gather { $0.pointee.specificForce.x }, y: gather { $0.pointee.specificForce.y },
        z: gather { $0.pointee.specificForce.z }),
      magneticField: Vector3(
        x: gather { $0.pointee.magneticField.x }, y: gather { $0.pointee.magneticField.y },
        z: gather { $0.pointee.magneticField.z }))
  }

  /// Puts down what the filter says now in the lanes of `mask` that have a recording, which go on to their next sample.
  @inlinable @inline(__always)
  mutating func scatter(_ outcome: UpdateOutcome<Lanes<Backend>>, where mask: Filter.Scalar.Mask) {
    if givesDetails { scatterDetails(where: mask) }
    let attitude = filter.referenceFromBody.quaternion
    let flags = outcome.flagNumbers
    for lane in lanes.indices where lanes[lane].isBusy && mask[lane] {
      let quaternion = Quaternion(w: attitude.w[lane], x: attitude.x[lane], y: attitude.y[lane], z: attitude.z[lane])
      lanes[lane].put(
        FusedSample(
          referenceFromBody: Rotation(unchecked: quaternion),
          flags: OutcomeFlags(rawValue: UInt16(flags[lane].wholeNumber))))
    }
  }

  @inlinable
  mutating func scatterDetails(where mask: Filter.Scalar.Mask) {
    let (rate, bias) = (filter.correctedAngularRate, filter.gyroscopeBias)
    let unknown = Lanes<Backend>(Double.nan)
    let (tilt, heading) = (filter.tiltStandardDeviation ?? unknown, filter.headingStandardDeviation ?? unknown)
    for lane in lanes.indices where lanes[lane].isBusy && mask[lane] {
      lanes[lane].put(
        FusedDetails(
          correctedAngularRate: Vector3(x: rate.x[lane], y: rate.y[lane], z: rate.z[lane]),
          gyroscopeBias: Vector3(x: bias.x[lane], y: bias.y[lane], z: bias.z[lane]),
          tiltStandardDeviation: tilt[lane], headingStandardDeviation: heading[lane]))
    }
  }
}
