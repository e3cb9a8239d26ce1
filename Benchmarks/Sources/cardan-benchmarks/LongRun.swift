import AttitudeFilters
import MotionSamples
import RecordingFusion
import Rotations

/// One long recording with room for its results, twice: as a whole and in pieces.
final class LongRun {
  private let samples: [MotionSample<Double>]
  private let laneCount: Int
  private let wholeAttitudes: UnsafeMutablePointer<Rotation<Double>>
  private let pieceAttitudes: UnsafeMutablePointer<Rotation<Double>>

  init(_ samples: [MotionSample<Double>], laneCount: Int) {
    self.samples = samples
    self.laneCount = laneCount
    wholeAttitudes = .allocate(capacity: samples.count)
    pieceAttitudes = .allocate(capacity: samples.count)
    // Touched once, so that neither way has to wait for the system's pages.
    wholeAttitudes.initialize(repeating: .identity, count: samples.count)
    pieceAttitudes.initialize(repeating: .identity, count: samples.count)
  }

  deinit {
    wholeAttitudes.deallocate()
    pieceAttitudes.deallocate()
  }

  /// How many samples there are.
  var count: Int { samples.count }

  /// One sample after the other, through a filter before its first sample.
  func whole<Filter: AttitudeFilter>(_ filter: Filter) where Filter.Scalar == Double {
    samples.withUnsafeBufferPointer { Self.fuse(filter, Recording(samples: $0, attitudes: wholeAttitudes)) }
  }

  /// In pieces, where they agree.
  func pieces<Filter: AttitudeFilter>(
    _ filter: Filter, threads: Int, _ kernel: @escaping LongRecording<Double>.Kernel
  ) -> LongRecording<Double>.Way where Filter.Scalar == Double {
    var plan = LongRecording<Double>(laneCount: laneCount)
    plan.threadCount = threads
    return samples.withUnsafeBufferPointer { samples in
      plan.run(Recording(samples: samples, attitudes: pieceAttitudes), kernel: kernel) { Self.fuse(filter, $0) }
    }
  }

  /// The largest angle between the two, in degrees.
  var largestAngle: Double {
    let angles = (0..<count).lazy.map { self.wholeAttitudes[$0].angle(to: self.pieceAttitudes[$0]) }
    return (angles.max() ?? 0) * 180 / .pi
  }

  private static func fuse<Filter: AttitudeFilter>(_ filter: Filter, _ recording: Recording<Double>)
  where Filter.Scalar == Double {
    var filter = filter
    for index in recording.samples.indices {
      filter.update(recording.samples[index])
      recording.attitudes[index] = filter.enuFromBody
    }
  }
}
