import AttitudeFilters
import MotionSamples
import Rotations
import Testing

@testable import AttitudeSmoothing

/// The parts of the smoother on examples computed by hand.
@Suite struct SmoothingPartTests {
  private static func samples(
    _ count: Int, interval: Double = 0.01, _ change: (Int, inout MotionSample<Double>) -> Void = { _, _ in }
  ) -> [MotionSample<Double>] {
    (0..<count).map { index in
      var sample = MotionSample(
        interval: index == 0 ? 0 : interval, angularRate: Vector3<Double>.zero,
        specificForce: Vector3(x: 0, y: 0, z: 9.81), magneticField: Vector3(x: 0, y: 20, z: -40))
      change(index, &sample)
      return sample
    }
  }

  private static func timeline(_ samples: [MotionSample<Double>]) -> SampleTimeline {
    samples.withUnsafeBufferPointer { SampleTimeline($0, knotInterval: 0.1) }
  }

  @Test func knotsAreATenthOfASecondApart() {
    #expect(Self.timeline(Self.samples(31)).knots == [0, 10, 20, 30])
    #expect(Self.timeline(Self.samples(35)).knots == [0, 10, 20, 30, 34])
    // 286 Hz: 28.6 samples are nearest to 29.
    #expect(Self.timeline(Self.samples(60, interval: 1 / 286.0)).knots == [0, 29, 58, 59])
    #expect(Self.timeline(Self.samples(1)).knots == [0])
    #expect(Self.timeline([]).knots.isEmpty)
  }

  /// 15 samples at 50 Hz take 0.3 s, and at 10 Hz 1.5 s, which is limited to 1.5 times the knot interval.
  @Test func slowRecordingsHaveFewerKnots() {
    for (interval, knots) in [(0.02, [0, 15, 30, 45, 60]), (0.1, [0, 3, 6, 9, 12]), (0.01, [0, 20, 40, 60])] {
      Self.samples(knots[knots.count - 1] + 1, interval: interval).withUnsafeBufferPointer { samples in
        #expect(SampleTimeline(samples, knotInterval: 0.2, samplesPerKnot: 15).knots == knots)
      }
    }
  }

  @Test func gapsHaveKnotsOnBothSides() {
    let samples = Self.samples(31) { index, sample in if index == 15 { sample.interval = 3 } }
    #expect(Self.timeline(samples).knots == [0, 10, 14, 15, 25, 30])
  }

  @Test func invalidIntervalsTakeNoTime() {
    let samples = Self.samples(31) { index, sample in if index == 5 { sample.interval = -.infinity } }
    #expect(Self.timeline(samples).knots == [0, 11, 21, 30])
  }

  @Test func restNeedsItsDuration() {
    // At rest from 1 s to 4 s and from 6 s to 7 s, which is too short. At the edges the window contains motion.
    let samples = Self.samples(1000) { index, sample in
      let isStill = (100..<400).contains(index) || (600..<700).contains(index)
      if !isStill { sample.angularRate.x = index % 2 == 0 ? 0.5 : -0.5 }
    }
    let rest = samples.withUnsafeBufferPointer {
      CentredRestFinder(parameters: AttitudeSmootherParameters().rest, nominalInterval: 0.01).isAtRest($0)
    }
    #expect(rest[130...370].allSatisfy { $0 })
    #expect(!rest[..<120].contains(true) && !rest[380...].contains(true))
  }

  @Test func aSteadyRotationIsNotRest() {
    let samples = Self.samples(500) { _, sample in sample.angularRate.z = .degrees(3.5) }
    let rest = samples.withUnsafeBufferPointer {
      CentredRestFinder(parameters: AttitudeSmootherParameters().rest, nominalInterval: 0.01).isAtRest($0)
    }
    #expect(!rest.contains(true))
  }

  @Test func saturationIsARepeatedExtreme() {
    let samples = Self.samples(100) { index, sample in
      sample.angularRate = Vector3(x: index < 5 ? 8.7 : 1, y: index < 4 ? 8.7 : 1, z: index < 9 ? -8.7 : 1)
    }
    let levels = samples.withUnsafeBufferPointer {
      SaturationLevels($0, tolerance: 0.001, smallest: 1) { $0.angularRate }
    }
    #expect(levels.contain(Vector3(x: 8.7, y: 0, z: 0)) && !levels.contain(Vector3(x: 8.6, y: 0, z: 0)))
    #expect(!levels.contain(Vector3(x: -8.7, y: 8.7, z: 8.7)))
    #expect(levels.contain(Vector3(x: 0, y: 0, z: -8.7)))
  }

  @Test func fieldIsInterpolatedAtTheLag() {
    // A reading every third sample, equal to the time in units of 10 ms.
    let samples = Self.samples(20) { index, sample in
      sample.magneticField = index % 3 == 0 && index != 9 ? Vector3(x: Double(index) + 1, y: 0, z: 0) : .absent
    }
    samples.withUnsafeBufferPointer { samples in
      var cursor = FieldCursor(samples, lag: 0.005, longestHole: 0.035)
      var fields = [cursor.advance(by: 0)]
      for _ in 1..<20 { fields.append(cursor.advance(by: 0.01)) }
      #expect(abs((fields[4]?.x ?? .nan) - 5.5) < 1e-9)
      // The readings at 6 and 12 are too far apart.
      #expect(fields[5] != nil && fields[6] == nil && fields[11] == nil && fields[12] != nil)
      var early = FieldCursor(samples, lag: -0.02, longestHole: 0.035)
      #expect(early.advance(by: 0) == nil && early.advance(by: 0.01) == nil)
      #expect(abs((early.advance(by: 0.02)?.x ?? .nan) - 2) < 1e-9)
    }
  }

  /// Four knots 1 s apart: 20 s times the mean of v_x² / 2 + v_y² / 2 over up to five of them, from 0.1 to 1000; the vertical
  /// one to 2.
  @Test func velocityDensityFollowsTheVelocitiesAround() {
    let density = LocalVelocityDensity(AttitudeSmootherParameters(), knotInterval: 1)
    let velocities = [(0, 0), (0.1, 0), (0.2, 0.1), (0.3, 0)].map { Vector3<Double>(x: $0.0, y: $0.1, z: 9) }
    for (value, expected) in zip(density.densities(velocities), [0.2, 0.375, 0.375, 0.5]) {
      #expect(abs(value.horizontal - expected) < 1e-12 && value.vertical == 2)
    }
    #expect(density.densities([.zero]) == [.init(0.1, vertical: 0.1)])
    #expect(density.densities([.unitX * 20]) == [.init(1000, vertical: 0.1)])
    #expect(LocalVelocityDensity(AttitudeSmootherParameters(), knotInterval: 0.2).reach == 10)
  }

  /// Beside a saturated gyroscope, 20 s to both sides, a carrier does not travel.
  @Test func aSaturatedGyroscopeBoundsTheVelocity() {
    let saturated = (0..<60).map { $0 == 30 }
    let density = LocalVelocityDensity(AttitudeSmootherParameters(), knotInterval: 1, saturated: saturated)
    let densities = density.densities(Array(repeating: Vector3<Double>.unitX * 10, count: 61)).map(\.horizontal)
    #expect(densities == (0..<61).map { (10...51).contains($0) ? 2 : 1000 })
  }

  /// Three observations over ground in the first second and two speeds later, knots 0.1 s apart; the receiver is 0.1 s late.
  @Test func observationsBetweenKnotsAreOneTarget() {
    var parameters = AttitudeSmootherParameters()
    parameters.velocityLag = 0.1
    let samples = Self.samples(1001)
    let observed = [
      ObservedVelocity(sample: 22, overGround: GroundVelocity(east: 1, north: 3)),
      ObservedVelocity(sample: 28, overGround: GroundVelocity(east: 3, north: 5)),
      ObservedVelocity(sample: 30, overGround: GroundVelocity(east: .nan, north: 5)),
      ObservedVelocity(sample: 45, speed: ForwardSpeed(7)), ObservedVelocity(sample: 2000, speed: ForwardSpeed(9)),
    ]
    samples.withUnsafeBufferPointer { samples in
      let timeline = SampleTimeline(samples, knotInterval: 0.1)
      let targets = VelocityTargets(observed, samples, timeline, isHeadingKnown: true, parameters)
      let ground = targets.overGround.compactMap { $0 }
      #expect(ground.count == 1 && targets.overGround[1] != nil && targets.speeds[4] != nil)
      #expect(ground[0].count == 2 && (ground[0].velocity - Vector3(x: 2, y: 4, z: 0)).length < 1e-12)
      #expect(abs(ground[0].share - 0.5) < 1e-9 && abs((targets.speeds[4]?.share ?? .nan) - 0.5) < 1e-9)
      // Up to 2.5 s after the speed at 0.45 s.
      #expect(targets.areNear == (0...100).map { Double($0) * 0.1 <= 2.951 })
      let unknown = VelocityTargets(observed, samples, timeline, isHeadingKnown: false, parameters)
      #expect(!unknown.hasVelocityOverGround && !unknown.isEmpty)
    }
  }

  /// Residuals of one standard deviation leave the weights, of three take half; all of ten make the variance 100 times as large at
  /// most 25 times.
  @Test func residualsTakeTheWeightOfObservations() {
    let samples = Self.samples(101)
    samples.withUnsafeBufferPointer { samples in
      let timeline = SampleTimeline(samples, knotInterval: 0.1)
      let observed = (0..<10).map {
        ObservedVelocity(sample: 10 * $0 + 20, overGround: GroundVelocity(east: 0, north: 0))
      }
      var targets = VelocityTargets(
        observed, samples, timeline, isHeadingKnown: true, AttitudeSmootherParameters())
      targets.weigh { interval, _, _ in Vector3(x: interval == 3 ? 1 : 0.05, y: 0, z: 0) }
      #expect(targets.groundFactor == 1 && !targets.areContradicted && targets.refusedShare > 0)
      let trusts = targets.overGround.map { $0?.trust ?? 1 }
      #expect(trusts[3] < 0.2 && trusts.filter { $0 > 0.95 }.count == trusts.count - 1)
      targets.weigh { _, _, _ in Vector3(x: 1, y: 0, z: 0) }
      #expect(targets.groundFactor == 25 && targets.areContradicted)
    }
  }

  /// Knots every 0.5 s. A missed rotation at 3.1 s lies in the 0.25 s before it, a tilt lost at 5.2 s between 2.95 and 3.2 s.
  @Test func missedRotationsMarkTheirIntervals() {
    var jump = UpdateOutcome<Double>()
    jump.isCorrectedByJump = true
    for (isLost, place, suspects) in [(false, 31, 5..<7), (true, 52, 5..<7), (false, 34, 6..<7)] {
      var search = MissedRotationSearch()
      search.addKnot()
      for index in 1...60 {
        let isFound = index == place
        search.examine(
          isFound ? jump : UpdateOutcome(), hasMissedRotation: !isLost && index >= place, after: 0.1)
        if index % 5 == 0 { search.addKnot() }
      }
      #expect(search.ranges.count == 1)
      #expect(search.suspects == [suspects])
    }
  }

  @Test func windowsOverlap() {
    // At 128 Hz times are exact in binary.
    let samples = Self.samples(3329, interval: 0.0078125)
    let window = SmoothingWindowEnd(10, overlap: 2, of: samples)
    #expect(window.count == 1280 && window.next == 1024)
    // A pause longer than a window ends it; the next one begins after it.
    let paused = Self.samples(2601) { index, sample in if index == 700 { sample.interval = 100 } }
    let before = SmoothingWindowEnd(10, overlap: 2, of: paused)
    #expect(before.count == 700 && before.next == 700)
    let short = SmoothingWindowEnd(100, overlap: 2, of: Self.samples(900))
    #expect(short.count == 900 && short.next == 900)
  }

  @Test func regressionFindsFieldHardIronAndLag() throws {
    let (field, iron, lag) = (Vector3(x: 5.0, y: 20, z: -40), Vector3(x: 3.0, y: -2, z: 1), 0.012)
    let intervals = (0..<200).map { index in
      var interval = IntervalMeasurement()
      interval.duration = 0.1
      interval.fieldCount = 10
      let rotation = Rotation(rotationVector: Vector3(x: Double(index) * 0.3, y: 1, z: Double(index) * 0.11)).matrix
      interval.rotationIntegral = rotation * 0.1
      interval.lagEffect = Vector3(x: Double(index % 7), y: Double(index % 5) - 2, z: Double(index % 3)) * 20
      interval.field = field + rotation * iron + interval.lagEffect * lag
      if index % 10 == 0 { interval.field += Vector3(x: 30, y: 0, z: 10) }
      return interval
    }
    var parameters = AttitudeSmootherParameters().field
    parameters.lagDeviation = 1
    parameters.hardIronDeviation = 100
    let regression = FieldRegression(
      parameters: parameters, fieldStrength: field.length, directionDeviation: 0.001, lag: 0, hasHardIron: true)
    let model = try regression.fit(
      intervals, isMoving: Array(repeating: true, count: 200), from: nil,
      scales: FieldRegression.fromScratch + Array(repeating: 0.05, count: 8))
    // The outliers, 10 %, have weights below 1e-4 in the end.
    #expect((model.siteField - field).length < 0.01)
    #expect((model.hardIron - iron).length < 0.01)
    #expect(abs(model.lagChange - lag) < 1e-5)
  }
}
