import AttitudeEvaluation
import AttitudeFilters
import AttitudeSmoothing
import MotionSamples
import MotionSimulation
import RecordingFusion
import Rotations
import Testing

/// The smoother on carriers that travel, with and without the velocities that a receiver and an odometer observe, beside the causal
/// default filter.
@Suite struct SmoothingVelocityTests {
  /// A simulated recording, the velocities of its rows, and its truth.
  private struct Drive {
    private var rows: [TimedSample<Double>] = []
    var velocities: [ObservedVelocity] = []
    var truth: [Rotation<Double>] = []

    /// `receiver` turns the velocity over ground, east and north, into what is given.
    init(
      _ name: String, seed: UInt64 = 1, duration: Double = 300,
      receiver: (Double, Double) -> (Double, Double) = { ($0, $1) }
    ) throws {
      let scenario = try #require(SimulationScenario.named(name, seed: seed, duration: duration))
      for (place, row) in scenario.recording().enumerated() {
        rows.append(TimedSample(timestamp: Timestamp(nanoseconds: row.timestamp), sample: row.motionSample()))
        truth.append(row.trueENUFromBody)
        let (velocity, speed) = (row.velocityOverGround, row.forwardSpeed)
        let (east, north) = receiver(velocity.x, velocity.y)
        guard velocity.x.isFinite || speed.isFinite else { continue }
        velocities.append(
          ObservedVelocity(
            sample: place,
            overGround: velocity.x.isFinite ? GroundVelocity(east: east, north: north) : nil,
            speed: speed.isFinite ? ForwardSpeed(speed) : nil))
      }
    }

    var samples: [MotionSample<Double>] { rows.map(\.sample) }

    /// The total error in degrees, RMS.
    func error(_ estimates: some Sequence<Rotation<Double>>) -> Double {
      var errors = AttitudeErrorAccumulator()
      for (estimate, truth) in zip(estimates, truth) { errors.add(estimate: estimate, truth: truth) }
      return errors.rootMeanSquare.total * 180 / .pi
    }

    /// The squared inclination error over the variance, mean.
    func normalizedInclination(_ smoothed: [SmoothedSample]) -> Double {
      var normalized = NormalizedErrorSquared(degreesOfFreedom: 1)
      for (sample, truth) in zip(smoothed, truth) {
        let error = AttitudeError(estimate: sample.enuFromBody, truth: truth).inclination
        normalized.add(error * error / (2 * sample.tiltStandardDeviation * sample.tiltStandardDeviation))
      }
      return normalized.mean
    }

    /// The causal filter's estimates.
    func filtered(_ velocities: [ObservedVelocity]) -> [Rotation<Double>] {
      var rows = rows
      for velocity in velocities {
        rows[velocity.sample].velocity = velocity.overGround ?? .absent
        rows[velocity.sample].speed = velocity.speed ?? .absent
      }
      return fuse([rows])[0].outputFromBody
    }
  }

  @Test(arguments: ["city", "motorway", "train", "boat", "fixed-wing", "motorcycle"])
  func withVelocitiesItIsBetterThanTheFilter(_ name: String) throws {
    let drive = try Drive(name)
    let smoothed = try AttitudeSmoother().smooth(drive.samples, velocities: drive.velocities)
    let (error, causal) = (
      drive.error(smoothed.samples.map(\.enuFromBody)), drive.error(drive.filtered(drive.velocities))
    )
    #expect(error < causal, "\(error), filter \(causal)")
    #expect(error < 0.8 && drive.normalizedInclination(smoothed.samples) < 2)
    #expect(!smoothed.windows.contains { $0.isCausal || $0.contradictsVelocities })
  }

  @Test(arguments: ["city", "motorway", "fixed-wing", "motorcycle", "boat", "hover"])
  func withoutVelocitiesItIsNotWorseThanTheFilter(_ name: String) throws {
    let drive = try Drive(name)
    let smoothed = try AttitudeSmoother().smooth(drive.samples)
    let (error, causal) = (drive.error(smoothed.samples.map(\.enuFromBody)), drive.error(drive.filtered([])))
    #expect(error <= 1.005 * causal, "\(error), filter \(causal)")
  }

  /// A receiver that gives other axes, signs or units: the causal filter finds it, and the estimate is that without velocities over ground.
  @Test(arguments: [
    ("city", "north, east"), ("motorway", "-east, -north"), ("fixed-wing", "east, -north"),
    ("motorcycle", "-north, east"), ("tram", "north, -east"), ("boat", "-north, -east"),
    ("city", "km/h"), ("fixed-wing", "halved"),
  ])
  func wrongVelocitiesAreLeftOut(_ name: String, _ given: String) throws {
    let receivers: [String: (Double, Double) -> (Double, Double)] = [
      "north, east": { ($1, $0) }, "-east, -north": { (-$0, -$1) }, "east, -north": { ($0, -$1) },
      "-north, east": { (-$1, $0) }, "north, -east": { ($1, -$0) }, "-north, -east": { (-$1, -$0) },
      "km/h": { (3.6 * $0, 3.6 * $1) }, "halved": { ($0 / 2, $1 / 2) },
    ]
    var drive = try Drive(name, receiver: try #require(receivers[given]))
    for place in drive.velocities.indices { drive.velocities[place].speed = nil }
    let smoothed = try AttitudeSmoother().smooth(drive.samples, velocities: drive.velocities)
    let unaided = try AttitudeSmoother().smooth(drive.samples)
    let (error, without) = (
      drive.error(smoothed.samples.map(\.enuFromBody)), drive.error(unaided.samples.map(\.enuFromBody))
    )
    #expect(error <= 1.2 * without, "\(error), without velocities \(without)")
    let setup = try #require(smoothed.windows.velocitySetup)
    #expect(setup.isRefuted && !setup.isProven && setup.isInOtherAxes == given.contains("north"))
    let rejected = smoothed.samples.indices.filter { smoothed.samples[$0].flags.contains(.velocityRejected) }
    #expect(rejected == drive.velocities.filter { $0.overGround != nil }.map(\.sample))
  }

  /// A lag that was given wrong is found, and the velocities are as good as with the right one.
  @Test(arguments: [0, 0.3, 0.5])
  func aWrongLagIsFound(_ lag: Double) throws {
    let drive = try Drive("city")
    var parameters = AttitudeSmootherParameters()
    parameters.velocityLag = lag
    let smoothed = try AttitudeSmoother(parameters: parameters).smooth(drive.samples, velocities: drive.velocities)
    let setup = try #require(smoothed.windows.velocitySetup)
    #expect(setup.isProven && abs(lag + setup.addedLag - 0.15) < 0.06, "\(setup.addedLag)")
    #expect(drive.error(smoothed.samples.map(\.enuFromBody)) < 0.35)
    #expect(!smoothed.samples.contains { $0.flags.contains(.velocityRejected) })
  }

  /// A gyroscope whose bias walks at rest before the flight: the smoother learns how fast, and is far better than the filter.
  @Test(arguments: [1, 4] as [UInt64]) func aWalkThatRestShowsIsLearned(_ seed: UInt64) throws {
    let drive = try Drive("hover", seed: seed)
    let smoothed = try AttitudeSmoother().smooth(drive.samples)
    let (error, causal) = (drive.error(smoothed.samples.map(\.enuFromBody)), drive.error(drive.filtered([])))
    #expect(error < 0.6 * causal && drive.normalizedInclination(smoothed.samples) < 2, "\(error), filter \(causal)")
  }

  /// A boat rolls: where its antenna is shows.
  @Test func theAntennaIsFound() throws {
    let drive = try Drive("boat")
    let errors = try AttitudeSmoother().smooth(drive.samples, velocities: drive.velocities).sensorErrors
    let arm = try #require(errors?.leverArm)
    #expect((arm + Vector3(x: 1, y: 0.5, z: 1.2)).length < 0.25, "\(arm)")
  }

  /// Velocities keep their places where a recording is smoothed in windows.
  @Test func windowsKeepTheVelocities() throws {
    let drive = try Drive("motorway")
    var parameters = AttitudeSmootherParameters()
    (parameters.windowDuration, parameters.windowOverlap) = (120, 20)
    let smoothed = try AttitudeSmoother(parameters: parameters).smooth(drive.samples, velocities: drive.velocities)
    #expect(smoothed.windows.count == 3 && drive.error(smoothed.samples.map(\.enuFromBody)) < 0.5)
    var stream = SmoothingStream(parameters: parameters)
    var streamed: [SmoothedSample] = []
    for start in stride(from: 0, to: drive.samples.count, by: 777) {
      let end = min(start + 777, drive.samples.count)
      let observed = drive.velocities.filter { (start..<end).contains($0.sample) }.map {
        ObservedVelocity(sample: $0.sample - start, overGround: $0.overGround, speed: $0.speed)
      }
      streamed += try stream.add(drive.samples[start..<end], observed).flatMap(\.smoothed)
    }
    streamed += try stream.finish().flatMap(\.smoothed)
    #expect(zip(smoothed.samples, streamed).allSatisfy { $0.enuFromBody.quaternion == $1.enuFromBody.quaternion })
  }
}
