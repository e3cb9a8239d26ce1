import AttitudeEvaluation
import MotionSamples
import MotionSimulation
import Rotations
import Testing

@testable import AttitudeFilters

/// Velocities over ground that are not what they seem, on simulated carriers: 3 seeds of 120 s each (quadrotor 60 s, hover 300 s), with the antenna
/// away from the sensor, from 10 s on.
@Suite struct WrongVelocityTests {
  /// A fault of the set-up.
  enum Fault: CaseIterable {
    case none, antennaMissing, antennaReversed, lagMissing, exchanged, eastReversed, northReversed, turned, reversed,
      knots

    /// Whether the filter can use the velocities all the same.
    var isCorrected: Bool { [.none, .antennaMissing, .antennaReversed, .lagMissing].contains(self) }

    func velocity(_ east: Double, _ north: Double) -> GroundVelocity<Double> {
      switch self {
      case .exchanged: GroundVelocity(east: north, north: east)
      case .eastReversed: GroundVelocity(east: -east, north: north)
      case .northReversed: GroundVelocity(east: east, north: -north)
      case .turned: GroundVelocity(east: -north, north: east)
      case .reversed: GroundVelocity(east: -east, north: -north)
      case .knots: GroundVelocity(east: 1.94 * east, north: 1.94 * north)
      case .none, .antennaMissing, .antennaReversed, .lagMissing: GroundVelocity(east: east, north: north)
      }
    }
  }

  /// The mean errors in degrees, and the mean squared errors in variances.
  struct Outcome {
    var (inclination, total, squaredTilt, squaredHeading) = (0.0, 0.0, 0.0, 0.0)
    /// The share of rows that use velocities, and what the filter says at the end.
    var (aided, setups) = (0.0, [VelocitySetup]())
  }

  static let carriers = [
    "quadrotor", "hover", "boat", "fixed-wing", "motorcycle", "city", "motorway", "train", "tram",
  ]

  /// Never worse than without velocities by more than a fifth, and much better where the fault can be corrected.
  @Test(arguments: carriers)
  func faultsCostLittle(carrier: String) throws {
    let recordings = try Self.recordings(of: carrier)
    let plain = Self.outcome(recordings, carrier, nil)
    for fault in Fault.allCases {
      let outcome = Self.outcome(recordings, carrier, fault)
      let message: Comment = "\(fault): \(outcome), without velocities \(plain)"
      // A scale that a hover hides in its own noise is not among what is promised.
      if fault == .knots, ["quadrotor", "hover"].contains(carrier) { continue }
      #expect(outcome.inclination < 1.2 * plain.inclination && outcome.total < 1.2 * plain.total, message)
      if fault.isCorrected {
        #expect(outcome.inclination < 0.6 * plain.inclination && outcome.aided > 0.6, message)
        #expect(outcome.setups.allSatisfy { $0.isProven && !$0.isRefuted }, message)
      } else if fault != .knots {
        #expect(outcome.aided < 0.3 && outcome.setups.allSatisfy { !$0.isProven }, message)
      }
    }
  }

  /// The standard deviations cover the errors of a filter that uses velocities.
  @Test(arguments: carriers)
  func deviationsCoverTheErrors(carrier: String) throws {
    let recordings = try Self.recordings(of: carrier)
    for fault in [Fault.none, .antennaMissing, .lagMissing] {
      let outcome = Self.outcome(recordings, carrier, fault)
      #expect(outcome.squaredTilt < 2 && outcome.squaredHeading < 2.5, "\(fault): \(outcome)")
    }
  }

  /// The filter names what was given.
  @Test func faultsAreNamed() throws {
    let recordings = try Self.recordings(of: "city")
    for (fault, axes) in [
      (Fault.exchanged, "north, east"), (.eastReversed, "-east, north"), (.northReversed, "east, -north"),
      (.turned, "-north, east"), (.reversed, "-east, -north"),
    ] {
      for setup in Self.outcome(recordings, "city", fault).setups {
        #expect(setup.isRefuted && setup.isInOtherAxes && "\(setup.axes)" == axes, "\(fault): \(setup)")
      }
    }
    for setup in Self.outcome(recordings, "city", .knots).setups {
      #expect(setup.isRefuted && !setup.isInOtherAxes && setup.scale > 1.5, "\(setup)")
    }
  }

  /// The antenna is found within what its standard deviations say, upward to 2 dm, since waves show that most; the lag to 30 ms.
  @Test func antennaAndLagAreFound() throws {
    let recordings = try Self.recordings(of: "boat")
    for setup in Self.outcome(recordings, "boat", .antennaMissing).setups {
      let error = setup.antennaOffset - Self.antenna(of: "boat")
      for axis in 0..<3 { #expect(abs(error[axis]) < 3 * setup.antennaStandardDeviation[axis], "\(setup)") }
      #expect(abs(error.z) < 0.2, "\(setup)")
    }
    for setup in Self.outcome(recordings, "boat", .lagMissing).setups {
      #expect(abs(setup.addedLag - 0.15) < 0.03, "\(setup)")
    }
  }

  private static func antenna(of carrier: String) -> Vector3<Double> {
    carrier == "boat" ? Vector3(x: 1, y: 0.5, z: 1.2) : Vector3(x: 0.1, y: 0, z: 0.15)
  }

  private static func recordings(of carrier: String) throws -> [[SimulatedSample]] {
    try (UInt64(1)...3).map { seed in
      // A hover shows what a velocity says of its walking gyroscope only over minutes.
      let duration = carrier == "quadrotor" ? 60.0 : carrier == "hover" ? 300.0 : 120.0
      var scenario = try #require(SimulationScenario.named(carrier, seed: seed, duration: duration))
      scenario.aiding = SimulatedAiding(receiver: VelocityReceiver(leverArm: antenna(of: carrier)))
      return Array(scenario.recording())
    }
  }

  /// The outcome over the recordings with a fault, or without velocities.
  private static func outcome(_ recordings: [[SimulatedSample]], _ carrier: String, _ fault: Fault?) -> Outcome {
    var outcome = Outcome()
    let share = 1 / Double(recordings.count)
    for recording in recordings {
      var parameters = VelocityBoundedParameters<Double>()
      if fault != .antennaMissing { parameters.antenna = antenna(of: carrier) }
      if fault == .antennaReversed { parameters.antenna.z = -parameters.antenna.z }
      if fault == .lagMissing { parameters.velocityLag = 0 }
      var filter = DefaultFilter<Double>(parameters: parameters)
      var errors = AttitudeErrorAccumulator()
      var (squaredTilt, squaredHeading, aided, count) = (0.0, 0.0, 0.0, 0.0)
      for sample in recording {
        filter.updated(sample.motionSample())
        if let fault, sample.velocityOverGround.x.isFinite {
          filter.observe(fault.velocity(sample.velocityOverGround.x, sample.velocityOverGround.y))
        }
        guard sample.timestamp > 10_000_000_000 else { continue }
        errors.add(estimate: filter.enuFromBody, truth: sample.trueENUFromBody)
        let error = (filter.enuFromBody * sample.trueENUFromBody.inverse).rotationVector
        let (tilt, heading) = (filter.tiltStandardDeviation ?? .nan, filter.headingStandardDeviation ?? .nan)
        squaredTilt += (error.x * error.x + error.y * error.y) / (2 * tilt * tilt)
        squaredHeading += error.z * error.z / (heading * heading)
        if filter.isAided { aided += 1 }
        count += 1
      }
      outcome.inclination += errors.rootMeanSquare.inclination * 180 / .pi * share
      outcome.total += errors.rootMeanSquare.total * 180 / .pi * share
      outcome.squaredTilt += squaredTilt / count * share
      outcome.squaredHeading += squaredHeading / count * share
      outcome.aided += aided / count * share
      if let setup = filter.velocitySetup { outcome.setups.append(setup) }
    }
    return outcome
  }
}
