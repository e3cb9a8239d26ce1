import AttitudeFilters
import MotionSamples
import ParallelWork
import RecordingFusion
import Rotations
import Testing

/// Every recording's results are those of the scalar filter, whatever lane, thread and order it is in.
@Suite struct LaneSchedulerTests {
  static let recordings: [[MotionSample<Double>]] = (0..<29).map { seed in
    var recording = RandomRecording(seed: UInt64(seed))
    return recording.samples(count: [0, 1, 2, 40, 700, 1500, 3000][seed % 7])
  }

  @Test func defaultFilter() {
    expectSame(DefaultFilter<DoubleLanes>.self, DefaultFilter<Double>.self, .init(), .init())
  }

  @Test func vqf() { expectSame(VQFFilter<DoubleLanes>.self, VQFFilter<Double>.self, .init(), .init()) }

  @Test func madgwick() { expectSame(MadgwickFilter<DoubleLanes>.self, MadgwickFilter<Double>.self, .init(), .init()) }

  @Test func biasesAndRates() {
    let fused = fuse(DefaultFilter<DoubleLanes>.self, .init(), Self.recordings, threads: 1)
    for (recording, result) in zip(Self.recordings, fused) {
      var filter = DefaultFilter<Double>()
      for (index, sample) in recording.enumerated() {
        let (bias, rate) = (result.biases[index], result.rates[index])
        filter.update(sample)
        #expect(bias.gyroscopeBias == filter.gyroscopeBias)
        #expect(bias.tiltStandardDeviation == filter.tiltStandardDeviation)
        #expect(rate.correctedAngularRate == filter.correctedAngularRate)
        let heading = filter.headingStandardDeviation ?? .nan
        #expect(rate.headingStandardDeviation == heading || heading.isNaN)
      }
    }
  }

  @Test func aWaitingLaneIsNotChangedByEmptySamples() {
    var filter = DefaultFilter<Double>()
    for sample in Self.recordings[6] { filter.update(sample) }
    var same = filter
    for _ in 0..<50 { same.update(MotionSample(interval: 0.0, angularRate: .absent)) }
    #expect(same.enuFromBody.quaternion == filter.enuFromBody.quaternion)
    #expect(same.gyroscopeBias == filter.gyroscopeBias)
    filter.update(Self.recordings[5][40])
    same.update(Self.recordings[5][40])
    #expect(same.enuFromBody.quaternion == filter.enuFromBody.quaternion)
  }

  func expectSame<Many: SteppedFilter, One: AttitudeFilter>(
    _ many: Many.Type, _ one: One.Type, _ parameters: Many.Parameters, _ scalarParameters: One.Parameters
  ) where Many.Scalar == DoubleLanes, One.Scalar == Double {
    let scalar = Self.recordings.map { recording in
      var filter = One(parameters: scalarParameters)
      return recording.map { sample in
        let outcome = filter.update(sample)
        return FusedSample(filter.enuFromBody, outcome.flags)
      }
    }
    for threads in [1, 3] {
      let straight = fuse(many, parameters, Self.recordings, threads: threads)
      let reversed = Array(fuse(many, parameters, Self.recordings.reversed(), threads: threads).reversed())
      for results in [straight, reversed] {
        for (index, expected) in scalar.enumerated() {
          #expect(results[index].samples.map(\.flags) == expected.map(\.flags), "recording \(index)")
          #expect(results[index].samples == expected, "recording \(index)")
        }
      }
    }
  }

  private struct Result {
    var samples: [FusedSample]
    var biases: [FusedBias<Double>]
    var rates: [FusedRate<Double>]
  }

  private func fuse<Filter: SteppedFilter>(
    _ filter: Filter.Type, _ parameters: Filter.Parameters, _ recordings: [[MotionSample<Double>]], threads: Int
  ) -> [Result] where Filter.Scalar == DoubleLanes {
    let places = recordings.map { samples in
      let copy = UnsafeMutableBufferPointer<MotionSample<Double>>.allocate(capacity: samples.count)
      _ = copy.initialize(from: samples)
      return RecordingSegment(
        samples: UnsafeBufferPointer(copy), attitudes: .allocate(capacity: samples.count),
        flags: .allocate(capacity: samples.count), biases: .allocate(capacity: samples.count),
        rates: .allocate(capacity: samples.count), isFirst: true)
    }
    nonisolated(unsafe) let segments = places
    WorkQueue(recordings.map { .init(cost: $0.count) }, threadCount: threads).run { next in
      var lanes = LaneScheduler<DoubleBy8<AnyProcessor>, Filter>(parameters: parameters)
      lanes.run { _ in next().map { segments[$0] } }
    }
    return places.map { place in
      defer {
        place.samples.deallocate()
        place.attitudes.deallocate()
        place.flags?.deallocate()
        place.biases?.deallocate()
        place.rates?.deallocate()
      }
      let flags = UnsafeBufferPointer(start: place.flags, count: place.samples.count)
      return Result(
        samples: flags.indices.map { FusedSample(place.attitudes[$0], flags[$0]) },
        biases: Array(UnsafeBufferPointer(start: place.biases, count: place.samples.count)),
        rates: Array(UnsafeBufferPointer(start: place.rates, count: place.samples.count)))
    }
  }
}
