import AttitudeEvaluation
import MotionSamples
import MotionSimulation
import Rotations
import Testing

@testable import AttitudeFilters

/// Observed velocities and speeds, and vehicles, on simulated carriers: 4 seeds of the car, 2 of the others, 120 s.
@Suite struct VelocityAidingTests {
  /// What a run observes.
  struct Aiding {
    var usesReceiver = false
    var usesOdometer = false
    var usesField = true
    /// Changes the velocity of the receiver's n-th reading.
    var distort: @Sendable (Int, inout GroundVelocity<Double>) -> Void = { _, _ in }
  }

  @Test func receiverGivesTiltAndHeading() throws {
    for name in ["city", "tram"] {
      let error = try Self.error(name, Aiding(usesReceiver: true))
      #expect(error.inclination < 0.7 && error.heading < 2, "\(name): \(error)")
    }
  }

  @Test func carInCityIsWithinHalfADegree() throws {
    let aided = try Self.error("city", Aiding(usesReceiver: true))
    #expect(aided.inclination < 0.5 && aided.heading < 2, "receiver \(aided)")
    let measured = try Self.error("city", Aiding(usesOdometer: true))
    #expect(measured.inclination < 0.5, "odometer \(measured)")
    let vehicle = try Self.error("city", Aiding()) { $0.platform = .vehicle }
    #expect(vehicle.inclination < 0.5, "vehicle \(vehicle)")
  }

  @Test func antennaOfBoatNeedsItsPlace() throws {
    let aiding = Aiding(usesReceiver: true, usesField: false)
    let placed = try Self.error("boat", aiding) { $0.antenna = Vector3(x: 1, y: 0.5, z: 1.2) }
    #expect(placed.heading < 10, "\(placed)")
    let unplaced = try Self.error("boat", aiding)
    #expect(unplaced.inclination > placed.inclination)
  }

  @Test func missingNumbersChangeNothing() throws {
    var (plain, asked) = (DefaultFilter<Double>(), DefaultFilter<Double>())
    let recording = try #require(SimulationScenario.named("city", duration: 20)).recording()
    for (index, sample) in recording.enumerated() {
      plain.updated(sample.motionSample())
      asked.updated(sample.motionSample())
      let wrong: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300]
      let value = wrong[index % wrong.count]
      let takesVelocity = asked.observe(GroundVelocity(east: value, north: 1))
      #expect(takesVelocity)
      asked.observe(GroundVelocity(east: 1, north: value))
      asked.observe(GroundVelocity(east: 1, north: 1, standardDeviation: value))
      asked.observe(GroundVelocity(east: 1, north: 1, standardDeviation: 0))
      asked.observe(GroundVelocity(east: 1, north: 1, lag: value))
      asked.observe(GroundVelocity(east: 1, north: 1, lag: -1))
      asked.observe(ForwardSpeed(value))
      asked.observe(ForwardSpeed(1, standardDeviation: value))
      asked.observe(ForwardSpeed(1, lateralStandardDeviation: value))
      #expect(asked.enuFromBody.quaternion == plain.enuFromBody.quaternion)
    }
  }

  /// Every tenth velocity is wild, every seventh came 3 s late, every fifth is missing.
  @Test func wrongVelocitiesAreRefused() throws {
    let error = try Self.error(
      "city",
      Aiding(usesReceiver: true) { index, velocity in
        if index % 10 == 7 { velocity.east += 80 }
        if index % 7 == 3 { velocity.lag = 3 }
        if index % 5 == 2 { velocity.north = .nan }
      })
    #expect(error.inclination < 0.6 && error.heading < 2.5, "\(error)")
  }

  /// A receiver whose axes are exchanged, reversed or scaled costs little more than having none, and is told.
  @Test(arguments: [[0.0, 1, 1, 0], [-1, 0, 0, -1], [2, 0, 0, 2]])
  func receiverInAnotherFrameIsLeftOut(matrix: [Double]) throws {
    let plain = try Self.error("city", Aiding())
    let error = try Self.error(
      "city",
      Aiding(usesReceiver: true) { _, velocity in
        let (east, north) = (velocity.east, velocity.north)
        velocity.east = matrix[0] * east + matrix[1] * north
        velocity.north = matrix[2] * east + matrix[3] * north
      })
    #expect(error.inclination < 1.2 * plain.inclination, "\(error), without receiver \(plain)")
    var filter = DefaultFilter<Double>()
    var (count, refusedCount) = (0, 0)
    for sample in try #require(Self.recordings["city"]?.first) {
      filter.updated(sample.motionSample())
      if filter.isVelocityRejected { refusedCount += 1 }
      guard sample.velocityOverGround.x.isFinite else { continue }
      let (east, north) = (sample.velocityOverGround.x, sample.velocityOverGround.y)
      filter.observe(
        GroundVelocity(east: matrix[0] * east + matrix[1] * north, north: matrix[2] * east + matrix[3] * north))
      count += 1
    }
    // The flag lasts until the next step, five samples at 100 Hz.
    #expect(refusedCount > count, "\(refusedCount) samples of \(count) velocities")
  }

  @Test func changesAreThoseOfTwoSeconds() {
    var changes = VelocityChanges<Double>()
    #expect(changes.observe(Vector2(x: 1, y: 2), trail: .zero, duration: 0.05) == nil)
    for _ in 0..<40 { changes.move(by: Vector2(x: 0.1, y: 0), duration: 0.05) }
    let change = changes.observe(Vector2(x: 5, y: 2), trail: .zero, duration: 0.05)
    #expect(abs((change?.felt.x ?? 0) - 4) < 1e-9 && change?.measured.x == 4 && abs((change?.duration ?? 0) - 2) < 1e-9)
  }

  /// The flag shows the step that refused a wild or a late velocity, five samples within the next ten, and rarely another.
  @Test func refusedVelocitiesAreFlagged() throws {
    var filter = DefaultFilter<Double>()
    var (count, wrongCount, sinceWrong) = (0, 0, 1000)
    var flagged = (afterWrong: 0, other: 0)
    for sample in try #require(Self.recordings["city"]?.first) {
      sinceWrong += 1
      filter.updated(sample.motionSample())
      if filter.isVelocityRejected {
        if sinceWrong <= 10 { flagged.afterWrong += 1 } else { flagged.other += 1 }
      }
      guard sample.velocityOverGround.x.isFinite else { continue }
      var velocity = GroundVelocity(east: sample.velocityOverGround.x, north: sample.velocityOverGround.y)
      count += 1
      if count > 100, count % 50 == 25 {
        if wrongCount.isMultiple(of: 2) { velocity.east += 80 } else { velocity.lag = 3 }
        (wrongCount, sinceWrong) = (wrongCount + 1, 0)
      }
      filter.observe(velocity)
    }
    #expect(wrongCount == 10 && flagged.afterWrong == 5 * wrongCount && flagged.other <= 5, "\(flagged)")
  }

  /// After the last observation the velocity is zero on average again, and nothing of the past stays.
  @Test func filterOutlivesItsReceiver() throws {
    let error = try Self.error(
      "tram", Aiding(usesReceiver: true) { index, velocity in if index > 200 { velocity.east = .nan } })
    let plain = try Self.error("tram", Aiding())
    #expect(error.inclination < 1.5 * plain.inclination, "\(error), without receiver \(plain)")
  }

  /// Of a hover whose gyroscope drifts by 0.3 °/s per √s: the tilt, and what the filter says of it, as far as a velocity shows it.
  @Test(arguments: [(true, 1.6), (false, 3.2)])
  func driftingBiasIsFollowed(usesField: Bool, limit: Double) throws {
    var (errors, variance, count) = (AttitudeErrorAccumulator(), 0.0, 0.0)
    for seed in UInt64(1)...2 {
      var scenario = try #require(SimulationScenario.named("hover", seed: seed, duration: 200))
      scenario.aiding = SimulatedAiding(receiver: VelocityReceiver())
      var filter = DefaultFilter<Double>()
      for sample in scenario.recording() {
        var input: MotionSample<Double> = sample.motionSample()
        if !usesField { input.magneticField = .absent }
        filter.updated(input)
        if sample.velocityOverGround.x.isFinite {
          filter.observe(GroundVelocity(east: sample.velocityOverGround.x, north: sample.velocityOverGround.y))
        }
        guard sample.isMoving, let deviation = filter.tiltStandardDeviation else { continue }
        errors.add(estimate: filter.enuFromBody, truth: sample.trueENUFromBody)
        (variance, count) = (variance + 2 * deviation * deviation, count + 1)
      }
    }
    let inclination = errors.rootMeanSquare.inclination
    let ratio = inclination / (variance / count).squareRoot()
    #expect(inclination * 180 / .pi < limit && ratio > 1 / 1.5 && ratio < 1.5, "\(inclination * 180 / .pi)° \(ratio)")
  }

  /// The walk of the bias grows while innovations resemble the ones before, whatever their size, and shrinks to its least otherwise.
  @Test func walkFollowsTheLikenessOfInnovations() {
    var aiding = VelocityAiding<Double>()
    for index in 0..<500 { aiding.follow(Vector2(x: index % 2 == 0 ? 3 : -3, y: 3), silence: 0.2) }
    #expect(aiding.biasWalkFactor == 0.3 && abs(aiding.squaredInnovation - 9) < 1e-6)
    aiding.follow(Vector2(x: 0, y: 0), silence: 0.2)
    aiding.follow(Vector2(x: 1, y: 1), silence: 0.2)
    #expect(aiding.biasWalkFactor == 0.3)
    aiding.follow(Vector2(x: 1, y: 1), silence: 0.2)
    #expect(abs(aiding.biasWalkFactor - 0.3 * (1 + 0.04 * 0.7)) < 1e-12)
    for _ in 0..<500 { aiding.follow(Vector2(x: 1, y: 1), silence: 0.2) }
    #expect(aiding.biasWalkFactor == 20)
    for _ in 0..<500 { aiding.follow(squaredInnovation: 0.5, silence: 0.2) }
    #expect(aiding.biasWalkFactor == 0.3)
  }

  @Test func laggedVelocityIsFoundBetweenTwoSteps() {
    var aiding = VelocityAiding<Double>()
    for step in 1...40 {
      let change = Vector2(x: 0.05 * Double(step), y: -0.1)
      aiding.append(change: change, ofLever: .zero, arm: LevelMatrix(), duration: 0.05)
    }
    // The velocity grew by 0.1 per step downwards along y.
    let age = 0.0725
    #expect(abs(aiding.trail(at: age)!.y - 0.1 * age / 0.05) < 1e-12)
    #expect(aiding.trail(at: 0)!.y == 0 && aiding.trail(at: -0.01)!.y == 0)
    #expect(aiding.trail(at: 1.5) != nil && aiding.trail(at: 1.6) == nil)
    aiding.isInUse = true
    aiding.forget()
    #expect(aiding.trail(at: 0) == nil)
  }

  @Test func snapshotGoesOnWithItsObservations() throws {
    var stream = MotionStream(filter: DefaultFilter<Double>())
    var restored: MotionStream<DefaultFilter<Double>>?
    let recording = try #require(SimulationScenario.named("city", duration: 20)).recording()
    for (index, sample) in recording.enumerated() {
      stream.updated(sample.motionSample())
      restored?.updated(sample.motionSample())
      let velocity = GroundVelocity(east: sample.velocityOverGround.x, north: sample.velocityOverGround.y)
      stream.observe(velocity: velocity)
      restored?.observe(velocity: velocity)
      guard index % 301 == 300 else { continue }
      let bytes = StreamSnapshotTests.bytes(of: stream)
      if let restored { #expect(StreamSnapshotTests.bytes(of: restored) == bytes) }
      restored = StreamSnapshotTests.stream(of: bytes)
      #expect(restored != nil)
    }
    #expect(stream.filter.aiding.trailCount > 30)
  }

  @Test func declinationTurnsTheVelocityToMagneticNorth() {
    var settings = StreamSettings<Double>()
    settings.declination = 0.1
    var stream = MotionStream(filter: DefaultFilter<Double>(), settings: settings)
    stream.observe(velocity: GroundVelocity(east: 0, north: 10))
    // Magnetic north is east of true north, so that true north is west of it.
    let velocity = stream.filter.aiding.velocity
    #expect(abs(velocity.x + 10 * Double.sineAndCosine(0.1).sine) < 1e-12 && velocity.y > 9.9)
    var vqf = MotionStream(filter: VQFFilter<Double>())
    let (takesVelocity, takesSpeed) = (
      vqf.observe(velocity: GroundVelocity(east: 0, north: 1)), vqf.observe(speed: ForwardSpeed(1))
    )
    #expect(!takesVelocity && !takesSpeed)
  }

  /// The recordings of each carrier.
  private static let recordings: [String: [[SimulatedSample]]] = {
    let seedCounts: [(String, UInt64)] = [("city", 4), ("tram", 2), ("boat", 2)]
    var recordings: [String: [[SimulatedSample]]] = [:]
    for (name, count) in seedCounts {
      recordings[name] = (1...count).compactMap { seed in
        SimulationScenario.named(name, seed: seed, duration: 120).map { Array($0.recording()) }
      }
    }
    return recordings
  }()

  /// The mean errors over the seeds, in degrees.
  private static func error(
    _ name: String, _ aiding: Aiding, _ change: (inout VelocityBoundedParameters<Double>) -> Void = { _ in }
  ) throws -> AttitudeError {
    var mean = AttitudeError(total: 0, heading: 0, inclination: 0)
    let recordings = try #require(Self.recordings[name])
    for recording in recordings {
      var parameters = VelocityBoundedParameters<Double>()
      change(&parameters)
      var filter = DefaultFilter<Double>(parameters: parameters)
      var errors = AttitudeErrorAccumulator()
      var count = 0
      for sample in recording {
        var input: MotionSample<Double> = sample.motionSample()
        if !aiding.usesField { input.magneticField = .absent }
        filter.updated(input)
        if aiding.usesReceiver, sample.velocityOverGround.x.isFinite {
          var velocity = GroundVelocity(east: sample.velocityOverGround.x, north: sample.velocityOverGround.y)
          aiding.distort(count, &velocity)
          filter.observe(velocity)
          count += 1
        }
        if aiding.usesOdometer { filter.observe(ForwardSpeed(sample.forwardSpeed)) }
        errors.add(estimate: filter.enuFromBody, truth: sample.trueENUFromBody)
      }
      let error = errors.rootMeanSquare
      mean.inclination += error.inclination * (180 / Double.pi) / Double(recordings.count)
      mean.heading += error.heading * (180 / Double.pi) / Double(recordings.count)
    }
    return mean
  }
}
