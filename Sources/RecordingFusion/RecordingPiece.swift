import AttitudeFilters
import MotionSamples
import Rotations

/// A piece of a recording that begins early, and how far a lane has come in it.
struct RecordingPiece<Scalar: LaneElement>: @unchecked Sendable {
  /// The samples whose results count.
  let samples: Range<Int>
  /// How many samples before those the piece begins.
  private(set) var early: Int
  /// How many of these, the last ones, are to be compared with those of the piece before it.
  let compared: Int
  /// The attitudes of these; whoever cuts the pieces frees them.
  let seam: UnsafeMutablePointer<Rotation<Scalar>>
  private var next: Int

  /// The most samples at a time that no results are wanted of; a lane needs a place for them.
  static var blockLength: Int { 1024 }

  /// A piece before its first sample.
  init(samples: Range<Int>, early: Int, compared: Int) {
    self.samples = samples
    self.early = early
    self.compared = compared
    seam = .allocate(capacity: max(1, compared))
    next = samples.lowerBound - early
  }

  /// Makes it begin four times as early, if there are so many samples.
  mutating func beginEarlier() {
    early = min(4 * early, samples.lowerBound)
    next = samples.lowerBound - early
  }

  /// The next samples; nil when it has come to its end. What is not wanted goes to `scratch`, whichever lane it is from.
  mutating func nextSegment(
    of recording: Recording<Scalar>, scratch: UnsafeMutablePointer<Rotation<Scalar>>
  ) -> RecordingSegment<Scalar>? {
    guard next < samples.upperBound else { return nil }
    let isFirst = next == samples.lowerBound - early
    let seamStart = samples.lowerBound - compared
    if next < seamStart {
      let end = min(next + Self.blockLength, seamStart)
      return segment(of: recording, upTo: end, attitudes: scratch, isFirst: isFirst)
    }
    if next < samples.lowerBound {
      return segment(of: recording, upTo: samples.lowerBound, attitudes: seam, isFirst: isFirst)
    }
    let (flags, biases, rates) = (recording.flags, recording.biases, recording.rates)
    return segment(
      of: recording, upTo: samples.upperBound, attitudes: recording.attitudes + next, flags: flags.map { $0 + next },
      biases: biases.map { $0 + next }, rates: rates.map { $0 + next }, isFirst: isFirst)
  }

  private mutating func segment(
    of recording: Recording<Scalar>, upTo end: Int, attitudes: UnsafeMutablePointer<Rotation<Scalar>>,
    flags: UnsafeMutablePointer<OutcomeFlags>? = nil, biases: UnsafeMutablePointer<FusedBias<Scalar>>? = nil,
    rates: UnsafeMutablePointer<FusedRate<Scalar>>? = nil, isFirst: Bool
  ) -> RecordingSegment<Scalar> {
    defer { next = end }
    return RecordingSegment(
      samples: UnsafeBufferPointer(rebasing: recording.samples[next..<end]), attitudes: attitudes, flags: flags,
      biases: biases, rates: rates, isFirst: isFirst)
  }
}
