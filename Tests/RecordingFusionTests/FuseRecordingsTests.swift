import AttitudeFilters
import MotionSamples
import ParallelWork
import RecordingFusionDispatch
import Testing

@testable import RecordingFusion
@testable import Rotations

/// `fuse` gives what a stream gives of each recording alone, to the last bit, whatever is fused beside it.
@Suite struct FuseRecordingsTests {
  static let untimed = LaneSchedulerTests.recordings

  /// The same with timestamps, among them repeated ones, gaps and steps back, and with temperatures.
  static let timed = untimed.map { samples in
    var time: Int64 = 5_000_000_000
    return samples.enumerated().map { index, sample in
      time += Int64(saturating: sample.interval * 1e9)
      return TimedSample(timestamp: Timestamp(nanoseconds: time), sample: sample, temperature: 20 + Double(index % 50))
    }
  }

  /// Every fifth recording has velocities or speeds: from the start, or from the middle of its third piece on.
  static let aided = timed.enumerated().map { number, rows in
    guard number % 5 == 0 else { return rows }
    return rows.enumerated().map { index, row in
      var row = row
      if index % 20 == 0, index >= number % 2 * 300 {
        row.velocity = GroundVelocity(east: 0.1 * Double(number), north: 0.2)
      }
      if index % 70 == 35, index >= 300 { row.speed = ForwardSpeed(0.3) }
      return row
    }
  }

  /// Settings that change every stage: axes, calibration with temperature, frame, gravity.
  private static func settings() throws -> StreamSettings<Double> {
    var settings = StreamSettings<Double>()
    settings.conditioner.axes = try AxisMapping(x: .y, y: -.x, z: .z)
    settings.conditioner.calibration.accelerometer.bias = Vector3(x: 0.01, y: -0.02, z: 0.005)
    settings.conditioner.calibration.gyroscopeTemperature = BiasTemperatureModel(
      referenceTemperature: 25, lowestTemperature: 0, highestTemperature: 60, constant: .zero,
      linear: Vector3(x: 1e-4, y: -2e-4, z: 3e-4))
    settings.frame = .ned
    settings.declination = 0.1
    settings.gravityMagnitude = 9.81
    return settings
  }

  /// No lanes, those of every processor, and those of this one where they round like the scalar filters.
  static var lanes: [LaneKernels<Double>?] {
    [nil, LaneKernels(in: DoubleBy8<AnyProcessor>.self)]
      + (Double.hasFusedMultiplyAdd ? [] : LaneKernelsTests.chosenAtRunTime)
  }

  @Test(arguments: FilterKind.allCases) func everyFilterWithIntervals(kind: FilterKind) {
    let expected = kind.streams(of: Self.untimed)
    for lanes in Self.lanes {
      for threads in [1, 2] {
        let found = fuse(
          Self.untimed, filter: FilterSelection(kind), outputs: .all, threads: threads, lanes: lanes)
        expectSame(found, expected)
      }
    }
  }

  @Test(arguments: FilterKind.allCases) func everyFilterWithTimestampsAndVelocities(kind: FilterKind) throws {
    let settings = try Self.settings()
    let expected = kind.streams(of: Self.aided, settings)
    #expect(expected.contains { $0.contains { $0.flags.contains(.discontinuity) } })
    for lanes in Self.lanes {
      for threads in [1, 2] {
        let found = fuse(
          Self.aided, filter: FilterSelection(kind), settings: settings, outputs: .all, threads: threads, lanes: lanes)
        expectSame(found, expected)
      }
    }
  }

  @Test(arguments: [ReferenceFrame.xArbitraryCorrectedZVertical, .xArbitraryZVertical, .nwu])
  func everyFrame(frame: ReferenceFrame) {
    var settings = StreamSettings<Double>()
    settings.frame = frame
    let expected = FilterKind.default.streams(of: Self.timed, settings)
    for lanes in Self.lanes { expectSame(fuse(Self.timed, settings: settings, outputs: .all, lanes: lanes), expected) }
  }

  @Test func parametersReachTheFilter() throws {
    var filter = FilterSelection(.default)
    try filter.set("step_interval", to: 0.03)
    try filter.set("bias_share", to: 0.25)
    let expected = FilterKind.default.streams(of: Self.timed, selection: filter)
    for lanes in Self.lanes { expectSame(fuse(Self.timed, filter: filter, outputs: .all, lanes: lanes), expected) }
    let usual = fuse(Self.timed)
    #expect(zip(usual, expected).contains { $0.outputFromBody.last?.quaternion != $1.last?.outputFromBody.quaternion })
  }

  /// Of sixteen recordings those with velocities are alone, and all of a filter or a frame without lanes.
  @Test func whatLanesDoNotTakeIsFusedAlone() {
    let recordings = Array(Self.aided.suffix(16))
    let withVelocities = Set(recordings.indices.filter { recordings[$0].contains(where: \.hasVelocities) })
    #expect(withVelocities.count == 2)
    func alone(_ kind: FilterKind, _ settings: StreamSettings<Double> = .init(), threads: Int = 1) -> Set<Int> {
      let jobs = CountedJobs(recordings: recordings)
      RecordingBatch(jobs, filter: kind, parameters: kind.defaultValues, settings: settings)
        .fuse(threads: threads, lanes: LaneKernels(in: DoubleBy8<AnyProcessor>.self))
      return jobs.alone.withLock { $0 }
    }
    for kind in [FilterKind.default, .vqf, .madgwick, .mahony] { #expect(alone(kind) == withVelocities, "\(kind)") }
    for kind in [FilterKind.default14, .mekf, .complementary] {
      #expect(alone(kind) == Set(recordings.indices), "\(kind)")
    }
    var settings = StreamSettings<Double>()
    settings.frame = .xArbitraryZVertical
    #expect(alone(.vqf, settings) == Set(recordings.indices))
    #expect(alone(.vqf, threads: 5) == Set(recordings.indices))
  }

  @Test func onlyWhatIsAskedForIsGiven() throws {
    let all = fuse(Self.timed, outputs: .all)
    for lanes in Self.lanes {
      let result = fuse(Self.timed, outputs: [.gravity, .flags], lanes: lanes)
      for (one, whole) in zip(result, all) {
        #expect(one.gravity == whole.gravity && one.flags == whole.flags)
        #expect(one.outputFromBody.isEmpty && one.userAcceleration.isEmpty && one.angularRate.isEmpty)
        #expect(one.gyroscopeBias.isEmpty && one.tiltStandardDeviation.isEmpty)
        #expect(one.headingStandardDeviation.isEmpty && one.doubts == nil)
      }
    }
  }

  /// The doubts are those of a stream, also in lanes: here of every second recording, whose accelerometer reads g.
  @Test func doubts() {
    let recordings = (0..<12).map { number in
      (0..<1500).map { index in
        let scale = number % 2 == 0 ? 1 : 1 / 9.81
        return TimedSample(
          timestamp: Timestamp(nanoseconds: Int64(index) * 10_000_000),
          sample: MotionSample(
            interval: 0, angularRate: Vector3(x: 0.1, y: 0, z: 0),
            specificForce: Vector3(x: 0, y: 9.81, z: 0.01 * Double(index % 7)) * scale))
      }
    }
    let expected = recordings.indices.map { $0 % 2 == 0 ? InputDoubts() : .forceUnit }
    for lanes in Self.lanes {
      #expect(fuse(recordings, outputs: .doubts, lanes: lanes).map(\.doubts) == expected)
    }
    #expect(FilterKind.vqf.streams(of: recordings).map { $0.last?.doubts } == expected)
  }

  @Test func noRecordings() {
    let nothing: [[TimedSample<Double>]] = []
    #expect(fuse(nothing, threads: 3, lanes: .forThisProcessor).isEmpty)
    let empty = fuse([[], [], [], []] as [[MotionSample<Double>]], outputs: .all, lanes: .forThisProcessor)
    #expect(empty.count == 4 && empty.allSatisfy { $0.outputFromBody.isEmpty && $0.doubts == [] })
  }

  @Test func noThreadsAreAnError() async {
    await #expect(processExitsWith: .failure) { _ = fuse([[]] as [[MotionSample<Double>]], threads: 0) }
  }

  private func expectSame(_ found: [FusedRecording], _ expected: [[Motion<Double>]]) {
    #expect(found.count == expected.count)
    for (index, (one, motions)) in zip(found, expected).enumerated() {
      #expect(one.outputFromBody.map(\.quaternion) == motions.map(\.outputFromBody.quaternion), "recording \(index)")
      #expect(one.gravity == motions.map(\.gravity), "recording \(index)")
      #expect(numbers(one.userAcceleration) == numbers(motions.map(\.userAcceleration)), "recording \(index)")
      #expect(one.angularRate == motions.map(\.angularRate), "recording \(index)")
      #expect(one.gyroscopeBias == motions.map(\.gyroscopeBias), "recording \(index)")
      #expect(numbers(one.tiltStandardDeviation) == numbers(motions.map(\.tiltStandardDeviation)), "recording \(index)")
      #expect(
        numbers(one.headingStandardDeviation) == numbers(motions.map(\.headingStandardDeviation)),
        "recording \(index)")
      #expect(one.flags == motions.map(\.flags), "recording \(index)")
      #expect(one.doubts == (motions.last?.doubts ?? []), "recording \(index)")
    }
  }

  /// Numbers of which those that are not a number are equal.
  private func numbers(_ values: [Double]) -> [Double?] { values.map { $0.isNaN ? nil : $0 } }

  private func numbers(_ vectors: [Vector3<Double>]) -> [Double?] { numbers(vectors.flatMap { [$0.x, $0.y, $0.z] }) }

  /// Recordings that note which of them are fused alone.
  private struct CountedJobs: RecordingJobs {
    let recordings: [[TimedSample<Double>]]
    let alone = Locked<Set<Int>>([])

    var count: Int { recordings.count }

    func rows(of index: Int) -> SampleArrayRows<TimedSample<Double>>? {
      SampleArrayRows(samples: recordings[index], results: ResultBox([], count: 0), outputs: [])
    }

    func fuseAlone(_ index: Int) { _ = alone.withLock { $0.insert(index) } }
  }
}
