import AttitudeFilters
import MotionSamples
import Rotations

/// The positions of the lanes of a `LaneScheduler` in their segments.
@usableFromInline
struct LaneCursors<Backend: LaneBackend>: ~Copyable {
  @usableFromInline typealias Element = Backend.Element
  @usableFromInline typealias Sample = MotionSample<Element>
  @usableFromInline typealias Attitude = Rotation<Element>
  @usableFromInline typealias Bias = FusedBias<Element>
  @usableFromInline typealias Rate = FusedRate<Element>

  /// The next sample of each lane, and the addresses of its results.
  @usableFromInline let samples = LaneColumn<Backend>()
  @usableFromInline let attitudes = LaneColumn<Backend>()
  @usableFromInline let flags = LaneColumn<Backend>()
  @usableFromInline let biases = LaneColumn<Backend>()
  @usableFromInline let rates = LaneColumn<Backend>()
  /// The addresses to prefetch.
  @usableFromInline var upcoming = UpcomingColumns<Backend>()
  /// The end of the samples of each lane; nil for an idle lane.
  @usableFromInline let ends: UnsafeMutablePointer<UnsafeRawPointer?>

  /// The sample for lanes that wait: empty, which changes no filter.
  @usableFromInline let emptySample: UnsafeMutablePointer<Sample>
  /// The sample for idle lanes: a sensor at rest, so that they take the same path as the others.
  @usableFromInline let stillSample: UnsafeMutablePointer<Sample>
  /// Results that are never read.
  @usableFromInline let unreadAttitude: UnsafeMutablePointer<Attitude>
  @usableFromInline let unreadFlags: UnsafeMutablePointer<OutcomeFlags>
  @usableFromInline let unreadBias: UnsafeMutablePointer<Bias>
  @usableFromInline let unreadRate: UnsafeMutablePointer<Rate>

  /// Cursors with all lanes idle.
  @inlinable
  init() {
    emptySample = .allocate(capacity: 1)
    emptySample.initialize(to: MotionSample(interval: 0.0, angularRate: .absent))
    stillSample = .allocate(capacity: 1)
    stillSample.initialize(
      to: MotionSample(
        interval: 0.01, angularRate: .zero, specificForce: Vector3(x: 0.0, y: 0.0, z: 9.81),
        magneticField: Vector3(x: 0.0, y: 20.0, z: -40.0)))
    unreadAttitude = .allocate(capacity: 1)
    unreadFlags = .allocate(capacity: 1)
    unreadBias = .allocate(capacity: 1)
    unreadRate = .allocate(capacity: 1)
    ends = .allocate(capacity: Self.count)
    for lane in 0..<Self.count { idle(lane) }
  }

  @inlinable
  deinit {
    emptySample.deallocate()
    stillSample.deallocate()
    unreadAttitude.deallocate()
    unreadFlags.deallocate()
    unreadBias.deallocate()
    unreadRate.deallocate()
    ends.deallocate()
  }

  /// The number of lanes.
  @inlinable @inline(__always) static var count: Int { Lanes<Backend>.count }

  /// Removes the recording from a lane.
  @inlinable
  mutating func idle(_ lane: Int) {
    ends[lane] = nil
    samples.idle(lane, at: stillSample)
    attitudes.idle(lane, at: unreadAttitude)
    flags.idle(lane, at: unreadFlags)
    biases.idle(lane, at: unreadBias)
    rates.idle(lane, at: unreadRate)
    upcoming.start(UpcomingRows(), in: lane, idleAt: emptySample)
  }

  /// Sets a lane to the start of a segment, which must not be empty.
  @inlinable
  mutating func start(_ segment: RecordingSegment<Element>, at first: UnsafePointer<Sample>, in lane: Int) {
    idle(lane)
    ends[lane] = UnsafeRawPointer(first + segment.samples.count)
    samples.start(lane, at: first, step: MemoryLayout<Sample>.stride, waitingAt: emptySample)
    upcoming.start(segment.upcoming, in: lane, idleAt: emptySample)
    attitudes.start(
      lane, at: segment.attitudes, step: MemoryLayout<Attitude>.stride, waitingAt: unreadAttitude)
    if let places = segment.flags {
      flags.start(lane, at: places, step: MemoryLayout<OutcomeFlags>.stride, waitingAt: unreadFlags)
    }
    if let places = segment.biases {
      biases.start(lane, at: places, step: MemoryLayout<Bias>.stride, waitingAt: unreadBias)
    }
    if let places = segment.rates {
      rates.start(lane, at: places, step: MemoryLayout<Rate>.stride, waitingAt: unreadRate)
    }
  }

  /// Whether a lane has reached the end of its segment.
  @inlinable @inline(__always)
  func isFinished(_ lane: Int) -> Bool {
    guard let end = ends[lane] else { return false }
    return samples.steps(in: lane, to: end) == 0
  }

  /// The smallest number of samples left in a busy lane.
  @inlinable
  var shortestRest: Int {
    var rest = Int.max
    for lane in 0..<Self.count {
      if let end = ends[lane] { rest = min(rest, samples.steps(in: lane, to: end)) }
    }
    return rest
  }

  /// Makes a lane wait, or continue where it was.
  @inlinable
  func exchange(_ lane: Int) {
    samples.exchange(lane)
    attitudes.exchange(lane)
    flags.exchange(lane)
    biases.exchange(lane)
    rates.exchange(lane)
  }
}
