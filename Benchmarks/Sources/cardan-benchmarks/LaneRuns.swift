import Cardan
import FilterRuns
import ParallelWork
import RecordingFusion
import RecordingFusionDispatch

/// Many recordings in the lanes of this machine's processor, chosen at run time: from samples in memory, one recording after
/// the other, to results in memory.
final class LaneRuns<Element: LaneElement> {
  /// How many recordings: enough to fill the lanes several times over.
  static var recordingCount: Int { 64 }

  private let samples: [UnsafeBufferPointer<MotionSample<Element>>]
  private let results: UnsafeMutablePointer<Rotation<Element>>
  private let count: Int

  init(_ recording: BenchmarkRecording, _ sensors: SensorSet) {
    samples = (0..<Self.recordingCount).map { index in
      let stream: [MotionSample<Element>] = recording.stream(index, sensors)
      let copy = UnsafeMutableBufferPointer<MotionSample<Element>>.allocate(capacity: stream.count)
      _ = copy.initialize(from: stream)
      return UnsafeBufferPointer(copy)
    }
    count = recording.count
    results = .allocate(capacity: count * Self.recordingCount)
  }

  deinit {
    for each in samples { each.deallocate() }
    results.deallocate()
  }

  /// How many samples a run takes.
  var sampleCount: Int { count * Self.recordingCount }

  /// Runs all recordings on several threads.
  func run(threads: Int, _ kernel: @escaping @Sendable (LaneKernels<Element>.Segments) -> Void) {
    let segments = samples.enumerated().map {
      RecordingSegment(samples: $1, attitudes: results + $0 * count, isFirst: true)
    }
    nonisolated(unsafe) let recordings = segments
    WorkQueue(samples.map { .init(cost: $0.count) }, threadCount: threads).run { next in
      kernel { _ in next().map { recordings[$0] } }
    }
  }

  /// Runs all recordings; returns something that depends on every one of them.
  func run(_ kernel: (LaneKernels<Element>.Segments) -> Void) -> Double {
    var taken = 0
    kernel { _ in
      guard taken < Self.recordingCount else { return nil }
      defer { taken += 1 }
      return RecordingSegment(samples: samples[taken], attitudes: results + taken * count, isFirst: true)
    }
    return (0..<Self.recordingCount).reduce(0) { sum, index in
      sum + Double(results[(index + 1) * count - 1].quaternion.w)
    }
  }
}

extension BenchmarkCase {
  /// The filters with lane kernels; empty on a processor without wide vectors.
  static func lanes(on recording: BenchmarkRecording, sensors: SensorSet) -> [BenchmarkCase] {
    let double = LaneKernels<Double>.forThisProcessor.map {
      lanes($0, LaneRuns(recording, sensors), "Double, 64", recording, sensors)
    }
    let single = LaneKernels<Float>.forThisProcessor.map {
      lanes($0, LaneRuns(recording, sensors), "Float, 64", recording, sensors)
    }
    return (double ?? []) + (single ?? [])
  }

  private static func lanes<Element: LaneElement>(
    _ kernels: LaneKernels<Element>, _ runs: LaneRuns<Element>, _ number: String, _ recording: BenchmarkRecording,
    _ sensors: SensorSet
  ) -> [BenchmarkCase] {
    func lanes(_ filter: String, _ kernel: @escaping (LaneKernels<Element>.Segments) -> Void) -> BenchmarkCase {
      BenchmarkCase(
        label: .init(filter: filter, number: number, sensors: sensors, rate: recording.rate),
        sampleCount: runs.sampleCount
      ) { runs.run(kernel) }
    }
    return [
      lanes("default") { kernels.runDefault(VelocityBoundedParameters<Element>().values, $0) },
      lanes("vqf") { kernels.runVQF(VQFParameters<Element>().values, $0) },
      lanes("madgwick") { kernels.runMadgwick(MadgwickParameters<Element>().values, $0) },
      lanes("mahony") { kernels.runMahony(MahonyParameters<Element>().values, $0) },
    ]
  }
}
