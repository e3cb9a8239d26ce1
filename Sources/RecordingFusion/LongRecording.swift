import MotionSamples
import Rotations
import Synchronization

/// One long recording through one filter, in pieces side by side: in the lanes of several threads.
///
/// A filter forgets how it began. So each piece but the first begins early, by `warmUp`, with a filter that knows nothing,
/// and must have come to the attitudes of the piece before it by the time its own samples begin: over `seamDuration` before
/// them the two are compared at some two hundred moments, and a piece that is further off than `tolerance` at any of them is
/// run again from four times as early. Where that does not help, and where a recording is too short to gain by it, the samples are taken one after the
/// other as always, and the results are those of the filter to the last bit.
///
/// How long a filter remembers is its own affair. With a magnetometer Madgwick's and Mahony's and VQF forget their beginning
/// within ten minutes; the default filter learns the errors of the sensors, remembers them for about an hour, and gains
/// nothing. Without a magnetometer the heading is that of the beginning for ever, and nothing is gained.
public struct LongRecording<Scalar: LaneElement>: Sendable {
  /// How long before its own samples a piece begins, in s; default 600. Shorter is faster, as long as the seams agree.
  public var warmUp = 600.0
  /// For how long before its own samples a piece is compared with the one before it, in s, at most `warmUp`; default 30.
  public var seamDuration = 30.0
  /// The largest angle between the attitudes of two pieces over a seam, in rad; default 1e-4 degrees.
  public var tolerance: Double = 1e-4 * .pi / 180
  /// How many lanes a thread has (`LaneKernels.laneCount`): as many pieces run side by side.
  public let laneCount: Int
  /// How many threads; at least 1. Default 1.
  public var threadCount = 1

  /// What runs a filter in lanes until there are no more segments: one of `LaneKernels`, with its parameters.
  public typealias Kernel = @Sendable ((Int) -> RecordingSegment<Scalar>?) -> Void

  /// How the results came about.
  public enum Way: Equatable, Sendable {
    /// In so many pieces, of which some had to begin earlier than the rest.
    case inPieces(Int, repeated: Int)
    /// One sample after the other.
    case oneByOne
  }

  /// A plan for lanes of this number.
  public init(laneCount: Int) { self.laneCount = laneCount }

  /// Runs a recording; returns when all results are there.
  ///
  /// - Parameters:
  ///   - recording: The samples, and the places for the results.
  ///   - kernel: The filter in lanes.
  ///   - oneByOne: The same filter over the whole recording, one sample after the other.
  public func run(
    _ recording: Recording<Scalar>, kernel: @escaping Kernel, oneByOne: (Recording<Scalar>) -> Void
  ) -> Way {
    var pieces = cut(recording)
    guard !pieces.isEmpty else {
      oneByOne(recording)
      return .oneByOne
    }
    defer { for piece in pieces { piece.seam.deallocate() } }
    fuse(recording, pieces, kernel)
    let repeated = pieces.indices.filter { !isSeamless(pieces[$0], recording) }
    if !repeated.isEmpty {
      for index in repeated { pieces[index].beginEarlier() }
      fuse(recording, repeated.map { pieces[$0] }, kernel)
    }
    guard pieces.allSatisfy({ isSeamless($0, recording) }) else {
      oneByOne(recording)
      return .oneByOne
    }
    return .inPieces(pieces.count, repeated: repeated.count)
  }

  /// The pieces, of equal work; none where the warm-up would be most of it.
  private func cut(_ recording: Recording<Scalar>) -> [RecordingPiece<Scalar>] {
    let (count, interval) = (recording.samples.count, typicalInterval(of: recording.samples))
    guard interval > 0, warmUp < Double(count) * interval else { return [] }
    let early = Int(warmUp / interval)
    let pieceCount = laneCount * max(1, threadCount)
    let length = (count - early) / pieceCount
    guard pieceCount > 1, early > 0, early < length else { return [] }
    let compared = max(1, Int(min(Double(early), seamDuration / interval)))
    return (0..<pieceCount).map { index in
      let start = index == 0 ? 0 : count - (pieceCount - index) * length
      return RecordingPiece(
        samples: start..<(count - (pieceCount - 1 - index) * length), early: min(early, start),
        compared: min(compared, start))
    }
  }

  /// The median time from sample to sample in s, of a thousand samples spread over all; 0 where there is none.
  private func typicalInterval(of samples: UnsafeBufferPointer<MotionSample<Scalar>>) -> Double {
    let places = stride(from: 0, to: samples.count, by: max(1, samples.count / 1000))
    let intervals = places.map { Double(samples[$0].interval) }.filter { $0 > 0 }.sorted()
    return intervals.isEmpty ? 0 : intervals[intervals.count / 2]
  }

  private func fuse(
    _ recording: Recording<Scalar>, _ pieces: [RecordingPiece<Scalar>], _ kernel: @escaping Kernel
  ) {
    let taken = Atomic<Int>(0)
    let laneCount = laneCount
    Threads.run(count: min(threadCount, (pieces.count + laneCount - 1) / laneCount)) {
      var running = [RecordingPiece<Scalar>?](repeating: nil, count: laneCount)
      let scratch = UnsafeMutablePointer<Rotation<Scalar>>.allocate(
        capacity: RecordingPiece<Scalar>.blockLength)
      defer { scratch.deallocate() }
      kernel { lane in
        while true {
          if let segment = running[lane]?.nextSegment(of: recording, scratch: scratch) {
            return segment
          }
          let place = taken.add(1, ordering: .relaxed).oldValue
          guard place < pieces.count else { return nil }
          running[lane] = pieces[place]
        }
      }
    }
  }

  /// Whether a piece has come to the attitudes of the one before it when its own samples begin.
  private func isSeamless(_ piece: RecordingPiece<Scalar>, _ recording: Recording<Scalar>) -> Bool {
    let before = recording.attitudes + (piece.samples.lowerBound - piece.compared)
    // Some moments tell as much as all of them.
    let step = max(1, piece.compared / 200)
    return stride(from: piece.compared - 1, through: 0, by: -step).allSatisfy { index in
      Double(before[index].angle(to: piece.seam[index])) <= tolerance
    }
  }
}
