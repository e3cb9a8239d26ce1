import AttitudeFilters
import MotionSamples
import MotionSimulation
import Rotations
import Testing

/// Simulated faults of one of several IMUs: found, named, and without harm.
@Suite struct VotingFaultTests {
  enum Fault: String, CaseIterable {
    case silent, stuck, noisy, biased, lossy, stuckAccelerometer, noisyAccelerometer, biasedAccelerometer

    var expected: SensorFault {
      switch self {
      case .silent, .lossy: .silent
      case .stuck, .stuckAccelerometer: .stuck
      case .noisy, .noisyAccelerometer: .noisy
      case .biased, .biasedAccelerometer: .disagreeing
      }
    }

    var isOfGyroscope: Bool { ![.stuckAccelerometer, .noisyAccelerometer, .biasedAccelerometer].contains(self) }

    /// The reading of a row with the fault.
    func apply(to sample: inout SimulatedSample, last: SimulatedSample, _ random: inout RandomSource) {
      switch self {
      case .silent: (sample.angularRate, sample.specificForce) = (.absent, .absent)
      case .lossy: if random.nextUniform() < 0.5 { sample.angularRate = .absent }
      case .stuck: sample.angularRate = last.angularRate
      case .noisy: sample.angularRate += random.nextNormalVector() * 0.3
      case .biased: sample.angularRate += Vector3(x: 0.15, y: -0.1, z: 0.2)
      case .stuckAccelerometer: sample.specificForce = last.specificForce
      case .noisyAccelerometer: sample.specificForce += random.nextNormalVector() * 5
      case .biasedAccelerometer: sample.specificForce += Vector3(x: 2, y: -1, z: 1)
      }
    }
  }

  static let rate = 100.0

  /// The error against truth is at most that of the healthy IMUs alone, or of all without the fault, times 1.3 and 0.1°.
  @Test(arguments: 2...4)
  func aFaultDoesNoHarm(_ count: Int) {
    let trajectory = PausedTrajectory(HandHeldTrajectory(seed: 3), schedule: RestSchedule())
    let imus = SimulatedIMUs(count, on: trajectory, rate: Self.rate, duration: 60, seed: 11)
    let sound = imus.run(Array(0..<count))
    for bad in [0, count - 1] {
      let alone = imus.run((0..<count).filter { $0 != bad })
      let limit = 1.3 * max(alone.error(rate: Self.rate), sound.error(rate: Self.rate)) + 0.1 * .pi / 180
      for fault in Fault.allCases {
        let run = Self.faulty(imus, fault, bad).run(Array(0..<count))
        #expect(run.error(rate: Self.rate) <= limit, "\(fault) of \(bad) among \(count)")
        // The steps of the attitude differ from those without the fault by 0.1° at most.
        #expect(run.largestStep(beside: sound) < 0.1 * .pi / 180, "step by \(fault) of \(bad) among \(count)")
        Self.expectFault(run, fault, bad, count)
      }
    }
  }

  /// The IMUs with a fault of one from 23 to 45 s.
  private static func faulty(_ imus: SimulatedIMUs, _ fault: Fault, _ bad: Int) -> SimulatedIMUs {
    var (imus, random) = (imus, RandomSource(seed: 5))
    let start = Int(23 * rate)
    let last = imus.recordings[bad][start - 1]
    for row in start..<Int(45 * rate) { fault.apply(to: &imus.recordings[bad][row], last: last, &random) }
    return imus
  }

  /// The fault has its name and place, no other sensor failed, and all are healthy at the end.
  private static func expectFault(_ run: SimulatedIMUs.Run, _ fault: Fault, _ bad: Int, _ count: Int) {
    let failed = run.faults.filter(\.isFailed)
    #expect(failed.allSatisfy { $0.imu == bad }, "\(fault) of \(bad) among \(count): \(failed)")
    // Single lost readings are absent, not a silence.
    if fault == .lossy { return }
    let first = failed.first { $0.isGyroscope == fault.isOfGyroscope }
    // A step of noise may be a disagreement first.
    #expect(
      first?.fault == fault.expected || fault.expected == .noisy && first?.fault == .disagreeing,
      "\(fault) of \(bad) among \(count): \(failed)")
    #expect((first?.row ?? 0) >= Int(23 * rate))
    #expect(run.health.allSatisfy { $0.state == .healthy }, "\(fault) of \(bad) among \(count)")
  }

  /// Ten minutes of healthy IMUs, at rest and in motion.
  @Test(arguments: [UInt64(1), 2])
  func healthyIMUsRaiseNoAlarm(_ seed: UInt64) {
    let motion = HandHeldTrajectory(seed: seed, vigour: Double(seed))
    let paused: any Trajectory = PausedTrajectory(motion, schedule: RestSchedule())
    let imus = SimulatedIMUs(4, on: seed == 1 ? paused : motion, rate: 50, duration: 600, seed: 40 + seed)
    for count in 2...4 {
      let run = imus.run(Array(0..<count))
      #expect(run.faults.isEmpty, "\(count): \(run.faults)")
    }
  }

  /// A bias that walks away by 2°/s within two minutes is found and named, at rest and in motion, and the share of the sensor falls.
  @Test(arguments: 2...4)
  func aDriftIsFoundAndNamed(_ count: Int) throws {
    let trajectory = PausedTrajectory(HandHeldTrajectory(seed: 3), schedule: RestSchedule())
    let rate = 50.0
    let imus = SimulatedIMUs(count, on: trajectory, rate: rate, duration: 240, seed: 11)
    let sound = imus.run(Array(0..<count))
    #expect(sound.faults.isEmpty)
    for bad in [0, count - 1] {
      var drifting = imus
      for row in Int(60 * rate)..<Int(240 * rate) {
        let bias = 0.0003 * min(120, Double(row) / rate - 60)
        drifting.recordings[bad][row].angularRate += Vector3(x: 0.6, y: -0.5, z: 0.6) * bias
      }
      let run = drifting.run(Array(0..<count))
      let found = try #require(run.faults.first { $0.fault == .drifting }, "\(bad) among \(count): \(run.faults)")
      #expect(run.faults.allSatisfy { $0.imu == bad && $0.isGyroscope }, "\(run.faults)")
      // Before it has moved by 1.5°/s.
      #expect(found.row > Int(60 * rate) && found.row < Int(150 * rate), "\(Double(found.row) / rate) s")
      let limit = 1.3 * sound.error(rate: rate) + 0.3 * .pi / 180
      #expect(run.error(rate: rate) <= limit, "\(bad) among \(count): \(run.error(rate: rate) * 180 / .pi)")
      let change = found.row - Int(rate)..<found.row + Int(rate)
      #expect(run.largestStep(beside: sound, rows: change) < 0.1 * .pi / 180, "step by \(bad) among \(count)")
      #expect(run.leastWeights[bad] < 0.02, "\(run.leastWeights)")
    }
  }

  /// Of two that drift apart, the readings alone do not show which one drifts: without a filter that knows the bias of the consensus
  /// both are used alike.
  @Test func aDriftOfOneOfTwoIsUnknownWithoutAFilter() {
    var vote = InertialVote<Double>(count: 2)
    var random = RandomSource(seed: 2)
    for row in 0..<6000 {
      var samples = InertialVote<Double>.Samples(repeating: MotionSample(interval: 0.02, angularRate: .zero))
      for imu in 0..<2 {
        samples[imu].angularRate = random.nextNormalVector() * 0.002
        samples[imu].specificForce = .unitZ * 9.81 + random.nextNormalVector() * 0.02
      }
      samples[1].angularRate.x += 0.0003 * max(0, Double(row) / 50 - 40)
      vote.update(samples)
    }
    for imu in 0..<2 {
      let health = vote.health(of: imu).gyroscope
      #expect(health.fault != .drifting && abs(health.weight - 0.5) < 0.2)
    }
  }

  /// One of two that drifts by 0.6°/s² is soon beyond any bias: the other one is never left out.
  @Test func aFastDriftOfOneOfTwoIsNotBlamedOnTheOther() {
    var imus = SimulatedIMUs(2, on: HandHeldTrajectory(seed: 3, vigour: 0), rate: Self.rate, duration: 40, seed: 8)
    for row in Int(10 * Self.rate)..<Int(40 * Self.rate) {
      imus.recordings[1][row].angularRate.x += 0.01 * (Double(row) / Self.rate - 10)
    }
    let run = imus.run([0, 1])
    #expect(run.health[1].gyroscope.state != .healthy)
    #expect(!run.faults.contains { $0.imu == 0 && ($0.isFailed || $0.fault == .drifting) }, "\(run.faults)")
  }
}
