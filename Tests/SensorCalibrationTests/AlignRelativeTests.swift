import MotionSamples
import MotionSimulation
import Rotations
import Testing

@testable import SensorCalibration

/// Two gyroscopes on one body, simulated from one trajectory.
@Suite struct AlignRelativeTests {
  private struct Pair {
    var trajectory: any Trajectory = HandHeldTrajectory(seed: 3)
    var firstFromSecond = Rotation<Double>.identity
    /// Added to timestamps of the second for those of the first.
    var clockOffset = 0.0
    var noise = 0.0
    var bias = Vector3<Double>.zero
    var rates = (first: 100.0, second: 100.0)
    var duration = 30.0
    /// The second recording begins so much later.
    var delay = 0.0

    func first(seed: UInt64 = 1) throws -> RateTrack {
      try track(rate: rates.first, from: 0, epoch: 0, seed: seed) { $0 }
    }

    func second(seed: UInt64 = 2) throws -> RateTrack {
      try track(rate: rates.second, from: delay, epoch: -clockOffset, seed: seed) {
        firstFromSecond.inverse.rotate($0) + bias
      }
    }

    private func track(
      rate: Double, from start: Double, epoch: Double, seed: UInt64, _ reading: (Vector3<Double>) -> Vector3<Double>
    ) throws -> RateTrack {
      var random = RandomSource(seed: seed)
      var (stamps, rates): ([Timestamp], [Vector3<Double>]) = ([], [])
      for row in 1..<Int(duration * rate) {
        let time = start + Double(row) / rate
        stamps.append(Timestamp(nanoseconds: Int64(((time + epoch) * 1e9).rounded())))
        let truth = trajectory.meanAngularRate(from: time - 1 / rate, to: time)
        rates.append(reading(truth) + random.nextNormalVector() * noise)
      }
      return try RateTrack(timestamps: stamps, angularRates: rates)
    }
  }

  private static let mountings: [Rotation<Double>] = {
    var random = RandomSource(seed: 21)
    var rotations = (0..<6).map { _ in Rotation(rotationVector: random.nextNormalVector() * 1.5) }
    rotations += [
      .identity, Rotation(rotationVector: .unitX * 3.14159), Rotation(rotationVector: .unitZ * (0.5 * .pi)),
      Rotation(rotationVector: .unitY * 1e-4),
    ]
    return rotations
  }()

  /// The second sensor is mounted at +90° about z: its x axis lies along the first one's y. A turn about the first one's y is
  /// a turn about its x.
  @Test func aQuarterTurnByHand() throws {
    var pair = Pair()
    pair.firstFromSecond = Rotation(rotationVector: .unitZ * (0.5 * .pi))
    let found = try RelativeAlignment(first: pair.first(), second: pair.second())
    #expect((found.firstFromSecond.rotate(.unitX) - .unitY).length < 1e-4)
    #expect((found.firstFromSecond.rotate(.unitY) + .unitX).length < 1e-4)
    #expect(found.nearestAxes.mapping.description == "-y,x,z")
    #expect(found.nearestAxes.deviation < 1e-4)
  }

  /// Without noise only the interpolation errs: motion up to 1.2 Hz, about 2 Hz with its harmonics, on a grid of 10 ms.
  @Test(arguments: mountings, [-7.3, -0.0123, 0, 0.25, 31.00417])
  func rotationAndOffsetWithoutNoise(mounting: Rotation<Double>, offset: Double) throws {
    var pair = Pair()
    (pair.firstFromSecond, pair.clockOffset) = (mounting, offset)
    let found = try RelativeAlignment(first: pair.first(), second: pair.second())
    #expect(found.firstFromSecond.angle(to: mounting) < 2e-5)
    #expect(abs(found.clockOffset - offset) < 2e-6)
    #expect(abs(found.rateRatio - 1) < 1e-4 && found.explained > 0.9999)
  }

  /// Which recording starts first does not matter.
  @Test(arguments: [-8.0, 0, 12])
  func recordingsThatOverlapInPart(delay: Double) throws {
    var pair = Pair()
    (pair.delay, pair.clockOffset, pair.duration) = (delay, 0.4, 40)
    pair.firstFromSecond = Self.mountings[0]
    let found = try RelativeAlignment(first: pair.first(), second: pair.second())
    #expect(abs(found.clockOffset - 0.4) < 2e-6)
    #expect(found.firstFromSecond.angle(to: pair.firstFromSecond) < 2e-5)
  }

  /// A clock of another epoch: the search begins with both starts together.
  @Test func clocksWithoutACommonEpoch() throws {
    var pair = Pair()
    (pair.clockOffset, pair.delay) = (-1.7e9, 2)
    let found = try RelativeAlignment(first: pair.first(), second: pair.second())
    #expect(abs(found.clockOffset + 1.7e9) < 1e-5)
  }

  /// 100 Hz against 60 Hz, noise of 0.3 °/s, biases of 2 °/s: the errors are those that the deviations tell. Mean squares of
  /// 40 runs and three axes: 1 ± 0.13; interpolation makes the noise less white, so twice as much is allowed below.
  @Test func noiseIsAsLargeAsItSays() throws {
    var (rotation, offset) = (0.0, 0.0)
    let runs = 40
    for run in 0..<runs {
      var pair = Pair(trajectory: HandHeldTrajectory(seed: UInt64(run)))
      (pair.noise, pair.rates, pair.duration) = (0.005, (100, 60), 20)
      pair.bias = Vector3(x: 0.03, y: -0.04, z: 0.02)
      (pair.firstFromSecond, pair.clockOffset) = (Self.mountings[run % 6], 0.1)
      let found = try RelativeAlignment(
        first: pair.first(seed: UInt64(2 * run)), second: pair.second(seed: UInt64(2 * run + 1)))
      let error = (found.firstFromSecond * pair.firstFromSecond.inverse).rotationVector
      #expect(error.length < 3e-3)
      #expect(abs(found.clockOffset - 0.1) < 1e-3)
      #expect((found.biasDifference + pair.firstFromSecond.rotate(pair.bias)).length < 2e-3)
      for axis in 0..<3 {
        let normalized = error[axis] / found.rotationDeviation[axis]
        rotation += normalized * normalized / Double(3 * runs)
      }
      let normalized = (found.clockOffset - 0.1) / found.clockOffsetDeviation
      offset += normalized * normalized / Double(runs)
    }
    #expect(rotation > 0.4 && rotation < 1.5, "\(rotation)")
    #expect(offset > 0.3 && offset < 1.8, "\(offset)")
  }

  /// The offset of the clocks over 200 draws: within three deviations, and 68 and 95 % within one and two; with timestamps of the
  /// same rate a part of an interval apart, and of different rates.
  @Test(arguments: [100.0, 60.0])
  func theClockOffsetIsAsGoodAsItSays(rate: Double) throws {
    var coverage = IntervalCoverage(parameterCount: 1)
    for run in 0..<200 {
      var pair = Pair(trajectory: HandHeldTrajectory(seed: UInt64(run)))
      (pair.noise, pair.rates, pair.duration) = (0.02, (100, rate), 10)
      (pair.firstFromSecond, pair.clockOffset) = (Self.mountings[run % 6], 0.1 + 1e-4 * Double(run))
      let found = try RelativeAlignment(
        first: pair.first(seed: UInt64(2 * run + 1000)), second: pair.second(seed: UInt64(2 * run + 1001)))
      coverage.add(errors: [found.clockOffset - pair.clockOffset], deviations: [found.clockOffsetDeviation])
    }
    coverage.expectHonest()
  }

  /// An attitude reference at 50 Hz whose body axes are turned against the sensor's.
  @Test func anAttitudeReference() throws {
    var pair = Pair()
    let sensorFromMarkers = Self.mountings[2]
    var (stamps, attitudes): ([Timestamp], [Rotation<Double>]) = ([], [])
    for row in 0..<1500 {
      let time = Double(row) / 50
      stamps.append(Timestamp(nanoseconds: Int64(((time - 0.037) * 1e9).rounded())))
      attitudes.append(pair.trajectory.state(at: time).enuFromBody * sensorFromMarkers)
    }
    pair.rates.first = 200
    let reference = try RateTrack(timestamps: stamps, referenceFromBody: attitudes)
    let found = try RelativeAlignment(first: pair.first(), second: reference)
    #expect(abs(found.clockOffset - 0.037) < 2e-4)
    #expect(found.firstFromSecond.angle(to: sensorFromMarkers) < 1e-3)
  }

  @Test func wrongUnitsShowInTheRatio() throws {
    let pair = Pair()
    let first = try pair.first()
    let stamps = first.times.map { Timestamp(nanoseconds: Int64($0 * 1e9)) }
    let degrees = try RateTrack(timestamps: stamps, angularRates: first.rates.map { Vector3<Double>($0) * (180 / .pi) })
    let found = try RelativeAlignment(first: first, second: degrees)
    #expect(abs(found.rateRatio * 180 / .pi - 1) < 1e-3)
  }

  @Test func gapsAndMissingReadings() throws {
    var pair = Pair()
    (pair.firstFromSecond, pair.clockOffset) = (Self.mountings[1], 0.5)
    let full = try pair.second()
    var (stamps, rates): ([Timestamp], [Vector3<Double>]) = ([], [])
    for index in full.rates.indices where index % 500 > 60 {
      stamps.append(full.start.advanced(byNanoseconds: Int64(index) * 10_000_000))
      rates.append(index % 97 == 0 ? .absent : full.rate(index))
    }
    let found = try RelativeAlignment(
      first: pair.first(), second: RateTrack(timestamps: stamps, angularRates: rates))
    #expect(found.firstFromSecond.angle(to: pair.firstFromSecond) < 1e-3)
    #expect(abs(found.clockOffset - 0.5) < 5e-4)
  }

  /// Long recordings are thinned: 40 draws of 60 s at 100 and 80 Hz in at most 1024 rates, which are 12.5 or 25 a second. Rotation
  /// and offset agree with those of all rates to within what the two say about themselves, and with the truth.
  @Test func longRecordingsAreThinnedWithinTheStatedUncertainty() throws {
    var coverage = IntervalCoverage(parameterCount: 4)
    for run in 0..<40 {
      var pair = Pair(trajectory: HandHeldTrajectory(seed: UInt64(run)))
      (pair.noise, pair.rates, pair.duration) = (0.02, (100, 80), 60)
      (pair.firstFromSecond, pair.clockOffset) = (Self.mountings[run % 6], 0.3 + 1e-3 * Double(run))
      let (first, second) = (try pair.first(seed: UInt64(2 * run)), try pair.second(seed: UInt64(2 * run + 1)))
      let all = try RelativeAlignment(first: first, second: second)
      let few = try RelativeAlignment(first: thinned(first, 1024), second: thinned(second, 1024))
      #expect(few.count < 1024 && all.count > 5900)
      let difference = (few.firstFromSecond * all.firstFromSecond.inverse).rotationVector
      #expect((0..<3).allSatisfy { abs(difference[$0]) < 4 * few.rotationDeviation[$0] })
      #expect(abs(few.clockOffset - all.clockOffset) < 4 * few.clockOffsetDeviation)
      let error = (few.firstFromSecond * pair.firstFromSecond.inverse).rotationVector
      coverage.add(
        errors: [error.x, error.y, error.z, few.clockOffset - pair.clockOffset],
        deviations: (0..<3).map { few.rotationDeviation[$0] } + [few.clockOffsetDeviation])
    }
    coverage.expectHonest()
  }

  /// The rates of a track once more, in at most so many.
  private func thinned(_ track: RateTrack, _ largestCount: Int) throws -> RateTrack {
    var recorder = RateTrackRecorder(largestCount: largestCount)
    for (index, time) in track.times.enumerated() {
      recorder.add(
        track.rate(index),
        at: Timestamp(nanoseconds: Int64(((time + 0.5 * track.interval) * 1e9).rounded())).advanced(
          byNanoseconds: track.start.nanoseconds))
    }
    return try recorder.track()
  }

  /// Ten hours at 100 Hz, with gaps: what is held has an end, and the rates are the means.
  @Test func tenHoursTakeBoundedMemory() throws {
    var recorder = RateTrackRecorder()
    var largest = 0
    for row in 0..<3_600_000 where row % 500_000 > 100 {
      let time = Double(row) * 0.01
      recorder.add(Vector3(x: time, y: -time, z: 1), at: Timestamp(nanoseconds: Int64(row) * 10_000_000))
      largest = max(largest, recorder.heldCount)
    }
    #expect(largest == RateTrackRecorder.largestCount - 1)
    let track = try recorder.track()
    #expect(abs(track.interval - 0.04) < 1e-9 && track.times.count > 850_000 && track.duration > 35_990)
    let start = track.start.seconds(since: Timestamp(nanoseconds: 0))
    for index in stride(from: 0, to: track.times.count, by: 997) {
      // A rate is that of the timestamp at the end of its interval: half a reading after the middle.
      #expect(abs(track.rate(index).x - (track.times[index] + start + 0.005)) < 0.01)
      #expect(track.rate(index).z == 1)
    }
  }

  /// The same for an attitude reference that turns evenly.
  @Test func attitudesAreThinned() throws {
    var recorder = RateTrackRecorder(largestCount: 256)
    for row in 0..<5000 where row % 1000 > 3 {
      let time = Double(row) * 0.02
      recorder.add(Rotation(rotationVector: .unitZ * (0.7 * time)), at: Timestamp(nanoseconds: Int64(row) * 20_000_000))
    }
    let track = try recorder.track()
    #expect(track.times.count <= 256 && track.times.count > 128 && abs(track.interval - 0.64) < 1e-9)
    for index in track.times.indices { #expect((track.rate(index) - .unitZ * 0.7).length < 1e-5) }
    for (earlier, later) in zip(track.times, track.times.dropFirst()) {
      #expect(later - earlier > 0.639)
    }
  }

  /// One wrong timestamp, 300 years later: a typed error or an answer, and no bins for all that time.
  @Test func aWrongTimestampTakesNoMemory() throws {
    let pair = Pair()
    var recorder = RateTrackRecorder()
    let track = try pair.first()
    for (index, time) in track.times.enumerated() {
      recorder.add(track.rate(index), at: Timestamp(nanoseconds: Int64(time * 1e9)))
    }
    recorder.add(.unitX, at: Timestamp(nanoseconds: 9_000_000_000_000_000_000))
    let recorded = try recorder.track()
    #expect(recorded.times.count <= track.times.count + 1)
    _ = error(recorded, try pair.second())
  }

  @Test func timestampsThatNeverIncreaseAreNotKept() {
    var recorder = RateTrackRecorder(largestCount: 100)
    for row in 0..<1000 { recorder.add(.unitX, at: Timestamp(nanoseconds: Int64(-row))) }
    #expect(recorder.heldCount < 100)
    #expect(throws: AlignmentError.tooShort(common: 0, needed: 5)) { try recorder.track() }
  }

  private func error(_ first: RateTrack, _ second: RateTrack) -> AlignmentError? {
    do {
      _ = try RelativeAlignment(first: first, second: second)
      return nil
    } catch {
      return error
    }
  }

  @Test func whatCannotBeAlignedIsATypedError() throws {
    let pair = Pair()
    var short = Pair()
    short.duration = 1
    #expect(try error(short.first(), pair.second()) == .tooShort(common: try short.first().duration, needed: 5))

    var still = Pair(trajectory: ConstantRateTrajectory(angularRate: .unitZ * 0.2))
    still.noise = 0.001
    guard case .tooLittleMotion = try error(still.first(), still.second()) else {
      Issue.record("rest was aligned")
      return
    }
    let other = Pair(trajectory: HandHeldTrajectory(seed: 99))
    guard case .notCorrelated = try error(pair.first(), other.second()) else {
      Issue.record("two motions were aligned")
      return
    }
    #expect(throws: AlignmentError.tooShort(common: 0, needed: 5)) {
      try RateTrack(timestamps: [], angularRates: [])
    }
  }

  /// A swing about one axis, with noise: refused, and the axis is told.
  @Test func motionAboutOneAxisIsRefused() throws {
    let axis = Vector3(x: 0.6, y: 0, z: 0.8)
    var random = RandomSource(seed: 17)
    let stamps = (0..<3000).map { Timestamp(nanoseconds: Int64($0) * 10_000_000) }
    func track(_ axis: Vector3<Double>) throws -> RateTrack {
      try RateTrack(
        timestamps: stamps,
        angularRates: (0..<3000).map { row in
          let time = Double(row) * 0.01
          let rate = Double.sineAndCosine(3 * time).sine + Double.sineAndCosine(1.1 * time).sine
          return axis * rate + random.nextNormalVector() * 0.005
        })
    }
    guard case .motionAboutOneAxis(let found) = try error(track(axis), track(.unitX)) else {
      Issue.record("one axis was aligned")
      return
    }
    #expect(found.cross(axis).length < 0.01)
    #expect(AlignmentError.motionAboutOneAxis(found).description.contains("second axis"))
  }
}
