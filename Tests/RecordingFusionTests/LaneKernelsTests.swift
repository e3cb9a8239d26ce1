import AttitudeFilters
import MotionSamples
import RecordingFusion
import Testing
import RecordingFusionDispatch

@testable import Rotations

#if arch(x86_64)
  import RecordingFusionAVX2
  import RecordingFusionAVX512
#endif

/// What is compiled for processors with wide vectors gives the results of the scalar filters: to the last bit where these
/// do not fuse products and sums, which lanes chosen at run time never do; else within 1e-9 degrees.
@Suite struct LaneKernelsTests {
  static let recordings = LaneSchedulerTests.recordings

  /// All kernels that this processor can run, those compiled with the settings of the scalar filters first.
  static var kernels: [LaneKernels<Double>] { [LaneKernels(in: DoubleBy8<AnyProcessor>.self)] + chosenAtRunTime }

  static var chosenAtRunTime: [LaneKernels<Double>] {
    var kernels: [LaneKernels<Double>] = []
    #if arch(x86_64)
      if VectorUnit.isAVX2 { kernels.append(.avx2) }
      if VectorUnit.isAVX512 { kernels.append(.avx512) }
    #endif
    return kernels
  }

  @Test func defaultFilter() { expectSame(DefaultFilter<Double>.self, .init(), \.runDefault) }
  @Test func vqf() { expectSame(VQFFilter<Double>.self, .init(), \.runVQF) }
  @Test func madgwick() { expectSame(MadgwickFilter<Double>.self, .init(), \.runMadgwick) }
  @Test func mahony() { expectSame(MahonyFilter<Double>.self, .init(), \.runMahony) }

  @Test func parametersReachTheLanes() {
    var parameters = VelocityBoundedParameters<Double>()
    parameters.biasDeviation *= 2
    parameters.stepInterval = 0.03
    parameters.biasShare = 0.25
    parameters.rest.duration = 0.5
    parameters.outputLead = 0.004
    parameters.magneticReference = MagneticReference(strength: 46, dip: 1)
    expectSame(DefaultFilter<Double>.self, parameters, \.runDefault)
  }

  @Test func theChosenKernelsAreThoseOfTheProcessor() {
    #if arch(x86_64)
      #expect((LaneKernels<Double>.forThisProcessor != nil) == VectorUnit.isAVX2)
    #else
      #expect(LaneKernels<Double>.forThisProcessor == nil)
    #endif
  }

  /// A recording that comes in pieces is the same recording.
  @Test func segments() throws {
    for kernels in Self.kernels {
      let whole = fuse(Self.recordings, segmentLength: .max) {
        kernels.runDefault(VelocityBoundedParameters<Double>().values, $0)
      }
      let pieces = fuse(Self.recordings, segmentLength: 77) {
        kernels.runDefault(VelocityBoundedParameters<Double>().values, $0)
      }
      for (one, other) in zip(whole, pieces) {
        #expect(one == other)
      }
    }
  }

  private func expectSame<Filter: SteppedFilter>(
    _ filter: Filter.Type, _ parameters: Filter.Parameters,
    _ kernel: KeyPath<LaneKernels<Double>, LaneKernels<Double>.Kernel>
  ) where Filter.Scalar == Double {
    let expected = Self.recordings.map { recording in
      var filter = Filter(parameters: parameters)
      return recording.map { sample in
        let outcome = filter.update(sample)
        return FusedSample(filter.enuFromBody, outcome.flags)
      }
    }
    for (number, kernels) in Self.kernels.enumerated() {
      let roundsAlike = number == 0 || !Double.hasFusedMultiplyAdd
      let results = fuse(Self.recordings, segmentLength: .max) { kernels[keyPath: kernel](parameters.values, $0) }
      for (index, (one, other)) in zip(results, expected).enumerated() {
        #expect(one.map(\.flags) == other.map(\.flags), "recording \(index)")
        let isSame = zip(one, other).allSatisfy {
          roundsAlike
            ? $0.quaternion == $1.quaternion
            : $0.enuFromBody.angle(to: $1.enuFromBody) < 1e-9 * .pi / 180
        }
        #expect(isSame && one.count == other.count, "recording \(index)")
      }
    }
  }

  /// The results of recordings that are given out in segments.
  private func fuse(
    _ recordings: [[MotionSample<Double>]], segmentLength: Int, _ run: (LaneKernels<Double>.Segments) -> Void
  ) -> [[FusedSample]] {
    let samples = recordings.map { recording in
      let copy = UnsafeMutableBufferPointer<MotionSample<Double>>.allocate(capacity: recording.count)
      _ = copy.initialize(from: recording)
      return UnsafeBufferPointer(copy)
    }
    let attitudes = recordings.map { UnsafeMutablePointer<Rotation<Double>>.allocate(capacity: $0.count) }
    let flags = recordings.map { UnsafeMutablePointer<OutcomeFlags>.allocate(capacity: $0.count) }
    var position = [Int](repeating: 0, count: 8)
    var current = [Int?](repeating: nil, count: 8)
    var taken = 0
    run { lane in
      if let index = current[lane], position[lane] == samples[index].count { current[lane] = nil }
      let isFirst = current[lane] == nil
      if isFirst {
        guard taken < samples.count else { return nil }
        (current[lane], position[lane]) = (taken, 0)
        taken += 1
      }
      guard let index = current[lane] else { return nil }
      let start = position[lane]
      let count = min(segmentLength, samples[index].count - start)
      position[lane] += count
      return RecordingSegment(
        samples: UnsafeBufferPointer(rebasing: samples[index][start..<start + count]),
        attitudes: attitudes[index] + start, flags: flags[index] + start, isFirst: isFirst)
    }
    defer {
      for index in samples.indices {
        samples[index].deallocate()
        attitudes[index].deallocate()
        flags[index].deallocate()
      }
    }
    return samples.indices.map { index in
      (0..<samples[index].count).map { FusedSample(attitudes[index][$0], flags[index][$0]) }
    }
  }
}
