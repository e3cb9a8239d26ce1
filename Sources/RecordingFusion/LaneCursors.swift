import AttitudeFilters
import MotionSamples
import Rotations

/// Where the lanes of a `LaneScheduler` are in their segments: in columns, a pointer per lane, as vector code wants them.
@usableFromInline
struct LaneCursors<Backend: LaneBackend>: ~Copyable {
  @usableFromInline typealias Element = Backend.Element
  @usableFromInline typealias Sample = MotionSample<Element>
  @usableFromInline typealias Place = FusedSample<Element>

  /// The numbers of the sample with which each lane is fed next: the empty sample while the lane waits or is idle.
  @usableFromInline let sources: UnsafeMutablePointer<UnsafePointer<Element>>
  /// The same for a lane that waits: where it goes on.
  @usableFromInline let parked: UnsafeMutablePointer<UnsafePointer<Element>?>
  /// What comes after the last sample of each lane.
  @usableFromInline let ends: UnsafeMutablePointer<UnsafePointer<Element>>
  /// The place for what comes of the next sample of each lane.
  @usableFromInline let places: UnsafeMutablePointer<UnsafeMutablePointer<Element>>
  @usableFromInline let details: UnsafeMutablePointer<UnsafeMutablePointer<FusedDetails<Element>>?>
  /// How many numbers it is to the next sample and to the next place: none in an idle lane.
  @usableFromInline let sampleSteps: UnsafeMutablePointer<Int>
  @usableFromInline let placeSteps: UnsafeMutablePointer<Int>

  /// What a lane is fed with that waits: nothing.
  @usableFromInline let emptySample: UnsafeMutablePointer<Sample>
  /// What an idle lane is fed with, so that it goes the way of the others: a sensor at rest. And the place for what comes of it.
  @usableFromInline let stillSample: UnsafeMutablePointer<Sample>
  @usableFromInline let scratch: UnsafeMutablePointer<Place>

  /// Idle lanes.
  @inlinable
  init() {
    let count = Self.count
    emptySample = .allocate(capacity: 1)
    emptySample.initialize(to: MotionSample(interval: 0.0, angularRate: .absent))
    stillSample = .allocate(capacity: 1)
    stillSample.initialize(
      to: MotionSample(
        interval: 0.01, angularRate: .zero, specificForce: Vector3(x: 0.0, y: 0.0, z: 9.81),
        magneticField: Vector3(x: 0.0, y: 20.0, z: -40.0)))
    scratch = .allocate(capacity: 1)
    sources = .allocate(capacity: count)
    parked = .allocate(capacity: count)
    ends = .allocate(capacity: count)
    places = .allocate(capacity: count)
    details = .allocate(capacity: count)
    sampleSteps = .allocate(capacity: count)
    placeSteps = .allocate(capacity: count)
    for lane in 0..<count { idle(lane) }
  }

  @inlinable
  deinit {
    emptySample.deallocate()
    stillSample.deallocate()
    scratch.deallocate()
    sources.deallocate()
    parked.deallocate()
    ends.deallocate()
    places.deallocate()
    details.deallocate()
    sampleSteps.deallocate()
    placeSteps.deallocate()
  }

  /// How many lanes there are.
  @inlinable @inline(__always) static var count: Int { Lanes<Backend>.count }

  /// Takes the recording away from a lane.
  @inlinable
  func idle(_ lane: Int) {
    sources[lane] = Self.numbers(of: UnsafePointer(stillSample))
    parked[lane] = nil
    ends[lane] = sources[lane]
    places[lane] = Self.numbers(of: scratch)
    details[lane] = nil
    sampleSteps[lane] = 0
    placeSteps[lane] = 0
  }

  /// Sets a lane to the start of a segment, which must not be empty.
  @inlinable
  func start(_ segment: RecordingSegment<Element>, at first: UnsafePointer<Sample>, in lane: Int) {
    sources[lane] = Self.numbers(of: first)
    ends[lane] = Self.numbers(of: first + segment.samples.count)
    places[lane] = Self.numbers(of: segment.results)
    details[lane] = segment.details
    sampleSteps[lane] = MemoryLayout<Sample>.stride / MemoryLayout<Element>.stride
    placeSteps[lane] = MemoryLayout<Place>.stride / MemoryLayout<Element>.stride
  }

  /// Whether a lane has a recording.
  @inlinable @inline(__always)
  func isBusy(_ lane: Int) -> Bool { sampleSteps[lane] != 0 }

  /// Whether a lane has come to the end of its segment.
  @inlinable @inline(__always)
  func isFinished(_ lane: Int) -> Bool { isBusy(lane) && sources[lane] == ends[lane] }

  /// How many samples every busy lane has left at least.
  @inlinable
  var shortestRest: Int {
    var rest = Int.max
    for lane in 0..<Self.count where isBusy(lane) {
      rest = min(rest, (ends[lane] - (parked[lane] ?? sources[lane])) / sampleSteps[lane])
    }
    return rest
  }

  /// Lets a lane wait: it is fed with empty samples until it moves on.
  @inlinable @inline(__always)
  func park(_ lane: Int) {
    guard parked[lane] == nil else { return }
    parked[lane] = sources[lane]
    sources[lane] = Self.numbers(of: UnsafePointer(emptySample))
  }

  /// Ends the wait of a lane.
  @inlinable @inline(__always)
  func resume(_ lane: Int) {
    guard let place = parked[lane] else { return }
    sources[lane] = place
    parked[lane] = nil
  }

  /// Goes on to the next sample in one lane.
  @inlinable @inline(__always)
  func moveOn(_ lane: Int) {
    sources[lane] += sampleSteps[lane]
    places[lane] += placeSteps[lane]
  }

  /// Puts down the flags of the next sample of a lane; they lie behind the four numbers of the attitude.
  @inlinable @inline(__always)
  func put(_ flags: UInt16, in lane: Int) {
    UnsafeMutableRawPointer(places[lane] + 4).storeBytes(of: flags, as: UInt16.self)
  }

  /// Puts down the details of the next sample of a lane; before it moves on.
  @inlinable @inline(__always)
  func put(_ fused: FusedDetails<Element>, in lane: Int) {
    details[lane]?.initialize(to: fused)
    details[lane]? += 1
  }

  /// The numbers that a sample consists of.
  @inlinable @inline(__always)
  static func numbers(of sample: UnsafePointer<Sample>) -> UnsafePointer<Element> {
    UnsafeRawPointer(sample).assumingMemoryBound(to: Element.self)
  }

  /// The four numbers at the start of a result.
  @inlinable @inline(__always)
  static func numbers(of place: UnsafeMutablePointer<Place>) -> UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer(place).assumingMemoryBound(to: Element.self)
  }
}
