import AttitudeFilters
import MotionSamples
import RecordingFusion
import Rotations
import Testing

/// A recording in pieces has the results of the whole one within the tolerance, or is not fused in pieces.
@Suite struct LongRecordingTests {
  private static let kernels = LaneKernels(in: DoubleBy8<AnyProcessor>.self)
  /// Arbitrary motion with gaps and missing readings, some minutes of it. All have a magnetometer: without one, the heading
  /// is that of the beginning for ever.
  private static let recordings: [[MotionSample<Double>]] = (UInt64(1)...10).lazy.map { seed in
    var recording = RandomRecording(seed: seed)
    return recording.samples(count: 150_000)
  }.filter { samples in samples.count { $0.magneticField.x.isFinite } > 120_000 }
  /// A gain at which it forgets within seconds.
  private static var forgetful: MadgwickParameters<Double> {
    var parameters = MadgwickParameters<Double>()
    parameters.gain = 2
    return parameters
  }

  @Test func madgwickForgets() {
    for (index, recording) in Self.recordings.enumerated() {
      let way = expectSame(
        MadgwickFilter<Double>.self, Self.forgetful, recording, \.runMadgwick, warmUp: 8, 1 + index % 2)
      #expect(way != .oneByOne)
    }
  }

  /// What has not forgotten its beginning is noticed, and the recording is taken as a whole.
  @Test func theDefaultFilterRemembers() {
    for recording in Self.recordings {
      expectSame(
        DefaultFilter<Double>.self, .init(), recording, \.runDefault, warmUp: 2, 1, way: .oneByOne)
    }
  }

  /// A piece whose warm-up was too short begins earlier.
  @Test func beginsEarlier() {
    var repeated = 0
    for recording in Self.recordings {
      for warmUp in [0.5, 1, 2, 4] {
        let way = expectSame(
          MadgwickFilter<Double>.self, Self.forgetful, recording, \.runMadgwick, warmUp: warmUp, 1)
        if case .inPieces(let count, let again) = way {
          #expect(count == 8)
          repeated += again
        }
      }
    }
    #expect(repeated > 0)
  }

  @Test func shortRecordingsAreNotCut() {
    for count in [0, 1, 100, 5000] {
      let recording = Array(Self.recordings[0].prefix(count))
      expectSame(
        MahonyFilter<Double>.self, .init(), recording, \.runMahony, warmUp: 600, 2, way: .oneByOne)
    }
    // Without a time between its samples nothing is known of a recording.
    let still = Self.recordings[0].map {
      MotionSample(interval: 0, angularRate: $0.angularRate, specificForce: $0.specificForce)
    }
    expectSame(MahonyFilter<Double>.self, .init(), still, \.runMahony, warmUp: 1, 1, way: .oneByOne)
  }

  @discardableResult
  private func expectSame<Filter: SteppedFilter>(
    _ filter: Filter.Type, _ parameters: Filter.Parameters, _ samples: [MotionSample<Double>],
    _ kernel: KeyPath<LaneKernels<Double>, LaneKernels<Double>.Kernel<Filter.Parameters>>,
    warmUp: Double,
    _ threads: Int, way expected: LongRecording<Double>.Way? = nil
  ) -> LongRecording<Double>.Way where Filter.Scalar == Double, Filter.Parameters: Sendable {
    let run = Self.kernels[keyPath: kernel]
    var plan = LongRecording<Double>(laneCount: Self.kernels.laneCount)
    (plan.warmUp, plan.seamDuration, plan.threadCount) = (warmUp, 2, threads)
    let count = samples.count
    let (whole, pieces) = (Places(count), Places(count))
    let way = samples.withUnsafeBufferPointer { samples in
      func oneByOne(_ recording: Recording<Double>) {
        var filter = Filter(parameters: parameters)
        for (index, sample) in recording.samples.enumerated() {
          recording.flags?[index] = filter.update(sample).flags
          recording.attitudes[index] = filter.enuFromBody
        }
      }
      oneByOne(whole.recording(of: samples))
      return plan.run(
        pieces.recording(of: samples), kernel: { run(parameters, $0) }, oneByOne: oneByOne)
    }
    if let expected { #expect(way == expected) }
    let angles = zip(whole.attitudes, pieces.attitudes).map { $0.angle(to: $1) }
    #expect(
      angles.allSatisfy { $0 <= (way == .oneByOne ? 0 : plan.tolerance) }, "\(angles.max() ?? 0)")
    // A threshold may be passed a sample earlier or later.
    let others = zip(whole.flags, pieces.flags).count { $0 != $1 }
    #expect(others <= (way == .oneByOne ? 0 : count / 1000))
    return way
  }

  /// Room for results.
  private final class Places {
    let attitudes: UnsafeMutableBufferPointer<Rotation<Double>>
    let flags: UnsafeMutableBufferPointer<OutcomeFlags>

    init(_ count: Int) {
      attitudes = .allocate(capacity: max(1, count))
      flags = .allocate(capacity: max(1, count))
      attitudes.initialize(repeating: .identity)
      flags.initialize(repeating: [])
    }

    deinit {
      attitudes.deallocate()
      flags.deallocate()
    }

    func recording(of samples: UnsafeBufferPointer<MotionSample<Double>>) -> Recording<Double> {
      Recording(
        samples: samples, attitudes: attitudes.baseAddress.unsafelyUnwrapped,
        flags: flags.baseAddress.unsafelyUnwrapped)
    }
  }
}
