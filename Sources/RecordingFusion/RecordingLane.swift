import AttitudeFilters
import MotionSamples
import Rotations

/// One lane of a `LaneScheduler`: its recording, and how far it has come in it.
@usableFromInline
struct RecordingLane<Element: LaneElement> {
  /// What the lane is fed with: the next sample, or the empty one while it waits or has no recording.
  @usableFromInline var source: UnsafePointer<MotionSample<Element>>
  /// The next sample of the recording, and what comes after its last one.
  @usableFromInline var next: UnsafePointer<MotionSample<Element>>
  @usableFromInline var end: UnsafePointer<MotionSample<Element>>
  /// The places for what comes of the next sample.
  @usableFromInline var result: UnsafeMutablePointer<FusedSample<Element>>?
  @usableFromInline var details: UnsafeMutablePointer<FusedDetails<Element>>?

  /// A lane without recording.
  @inlinable
  init(idleAt emptySample: UnsafePointer<MotionSample<Element>>) {
    source = emptySample
    next = emptySample
    end = emptySample
  }

  /// Whether the lane has a recording.
  @inlinable @inline(__always) var isBusy: Bool { result != nil }
  /// Whether all results have been given.
  @inlinable @inline(__always) var isFinished: Bool { isBusy && next == end }

  /// Starts a recording; false for one without samples.
  @inlinable
  mutating func take(_ recording: Recording<Element>) -> Bool {
    guard let first = recording.samples.baseAddress, !recording.samples.isEmpty else { return false }
    source = first
    next = first
    end = first + recording.samples.count
    result = recording.results
    details = recording.details
    return true
  }

  /// Puts down what came of the sample, and goes on to the next one.
  @inlinable @inline(__always)
  mutating func put(_ sample: FusedSample<Element>) {
    result?.initialize(to: sample)
    result? += 1
    next += 1
    source = next
  }

  /// Puts down the details; before the sample itself.
  @inlinable @inline(__always)
  mutating func put(_ fused: FusedDetails<Element>) {
    details?.initialize(to: fused)
    details? += 1
  }
}
