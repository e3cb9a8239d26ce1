import AttitudeFilters
import MotionSamples
import RecordingFusion
import Rotations

/// Many recordings in lanes: from samples in memory, one recording after the other, to results in memory.
public final class LaneRuns<Element: LaneElement> {
  private let samples: [UnsafeBufferPointer<MotionSample<Element>>]
  private let results: UnsafeMutablePointer<Rotation<Element>>
  private let count: Int

  /// The streams of a recording, over again if there are fewer than `recordingCount`; 64 fill the lanes several times over.
  public init(_ recording: BenchmarkRecording, _ sensors: SensorSet, recordingCount: Int = 64) {
    samples = (0..<recordingCount).map { index in
      let stream: [MotionSample<Element>] = recording.stream(index, sensors)
      let copy = UnsafeMutableBufferPointer<MotionSample<Element>>.allocate(capacity: stream.count)
      _ = copy.initialize(from: stream)
      return UnsafeBufferPointer(copy)
    }
    count = recording.count
    results = .allocate(capacity: count * recordingCount)
  }

  deinit {
    for each in samples { each.deallocate() }
    results.deallocate()
  }

  /// How many samples a run takes.
  public var sampleCount: Int { count * samples.count }

  /// The recordings and the memory for their results, of each the first `length` samples.
  public func segments(first length: Int? = nil) -> [RecordingSegment<Element>] {
    samples.enumerated().map { index, recording in
      RecordingSegment(
        samples: .init(rebasing: recording.prefix(length ?? count)), attitudes: results + index * count, isFirst: true)
    }
  }

  /// Runs all recordings, of each the first `length` samples; returns something that depends on every one of them.
  public func run(first length: Int? = nil, _ kernel: (LaneKernels<Element>.Segments) -> Void) -> Double {
    var rest = segments(first: length)[...]
    kernel { _ in rest.popFirst() }
    let last = (length ?? count) - 1
    return samples.indices.reduce(0) { $0 + Double(results[$1 * count + last].quaternion.w) }
  }
}

extension LaneKernels {
  /// The filters that have kernels, with their default parameters.
  public var filters: [(name: String, run: @Sendable (Segments) -> Void)] {
    [
      ("default", { runDefault(VelocityBoundedParameters<Element>().values, $0) }),
      ("vqf", { runVQF(VQFParameters<Element>().values, $0) }),
      ("madgwick", { runMadgwick(MadgwickParameters<Element>().values, $0) }),
      ("mahony", { runMahony(MahonyParameters<Element>().values, $0) }),
    ]
  }
}
