import MotionSimulation
import Rotations
import Testing

/// Every trajectory, with times that include awkward ones: the origin, negative, far away, and changes of phase.
private let trajectories: [(name: String, trajectory: any Trajectory)] = [
  ("at rest", ConstantRateTrajectory(angularRate: .zero)),
  (
    "constant rate",
    ConstantRateTrajectory(
      initialENUFromBody: Rotation(rotationVector: Vector3(x: 1, y: -2, z: 0.5)),
      angularRate: Vector3(x: 0.3, y: -2, z: 1))
  ),
  ("coning", ConingTrajectory(halfAngle: 0.4, frequency: 2)),
  ("coning, small", ConingTrajectory(halfAngle: 1e-3, frequency: 3)),
  ("sculling", ScullingTrajectory(rollAmplitude: 0.3, swayAmplitude: 0.05, frequency: 2)),
  ("pendulum", PendulumTrajectory(amplitude: 1.2, armLength: 0.7)),
  ("quadrotor", QuadrotorTrajectory(seed: 3)),
  ("quadrotor that hovers", QuadrotorTrajectory(seed: 6, hovering: RestSchedule(rest: 1, motion: 2, transition: 0.5))),
  ("hand-held", HandHeldTrajectory(seed: 4)),
  (
    "paused", PausedTrajectory(HandHeldTrajectory(seed: 5), schedule: RestSchedule(rest: 1, motion: 2, transition: 0.5))
  ),
  ("walker", VehicleTrajectory.walker(seed: 1)),
  ("hovering", QuadrotorTrajectory.hovering(seed: 1)),
  ("city car", VehicleTrajectory.cityCar(seed: 1)),
  ("motorway car", VehicleTrajectory.motorwayCar(seed: 1)),
  ("motorcycle", VehicleTrajectory.motorcycle(seed: 1)),
  ("train", VehicleTrajectory.train(seed: 1)),
  ("tram", VehicleTrajectory.tram(seed: 1)),
  ("boat", VehicleTrajectory.boat(seed: 1)),
  ("fixed wing", VehicleTrajectory.fixedWing(seed: 1)),
  (
    "in a tram",
    CarriedTrajectory(carrier: VehicleTrajectory.tram(seed: 2), hand: HandHeldTrajectory(seed: 2, vigour: 0.3))
  ),
]

private let times = [-1.7, 0.0, 0.2, 1.0, 1.123, 1.49, 1.5, 2.75, 3.6, 3.9, 4.0, 7.31, 41.0]

private func difference(_ left: Vector3<Double>, _ right: Vector3<Double>) -> Double { (left - right).largestMagnitude }

/// The five-point central difference of a function: its error is h⁴/30 times the fifth derivative, plus rounding over h.
private func derivative(at time: Double, _ function: (Double) -> Vector3<Double>) -> Vector3<Double> {
  let step = 1e-3
  let near = function(time + step) - function(time - step)
  let far = function(time + 2 * step) - function(time - 2 * step)
  return (near * 8.0 - far) / (12 * step)
}

@Suite struct TrajectoryTests {
  // Frequencies stay below 2 pi 3 Hz = 19 rad/s. The fifth derivative of the fastest, of size 10, is 2e7 and the error of
  // the difference 7e-7. Where a schedule's clock changes its law (at 0, 1, 1.5 and 3.5 s of each 4 s) the fifth
  // derivative of its time jumps by 840 / 0.5⁴ = 13 440 /s⁵, and with it the motion's; the difference of the velocity is
  // off by that times the step cubed over 20 or so, times a velocity of at most 3: 2e-6.
  private static func tolerance(_ name: String, at time: Double) -> Double { isAtChange(name, time) ? 1e-5 : 2e-6 }

  private static func isAtChange(_ name: String, _ time: Double) -> Bool {
    ["paused", "quadrotor that hovers"].contains(name) && [0.0, 1.0, 1.5, 4.0, 41.0].contains(time)
  }

  @Test(arguments: trajectories.indices)
  func velocityIsTheDerivativeOfPosition(index: Int) {
    let (name, trajectory) = trajectories[index]
    for time in times {
      let numeric = derivative(at: time) { trajectory.state(at: $0).position }
      #expect(
        difference(numeric, trajectory.state(at: time).velocity) < Self.tolerance(name, at: time), "\(name) \(time)")
    }
  }

  @Test(arguments: trajectories.indices)
  func accelerationIsTheDerivativeOfVelocity(index: Int) {
    let (name, trajectory) = trajectories[index]
    for time in times {
      let numeric = derivative(at: time) { trajectory.state(at: $0).velocity }
      let exact = trajectory.state(at: time).acceleration
      #expect(difference(numeric, exact) < Self.tolerance(name, at: time), "\(name) \(time)")
    }
  }

  /// The rotation vector from the attitude now to the attitude around now has the body rate as its derivative.
  ///
  /// A multirotor's attitude follows its acceleration: there the third derivative of the attitude jumps, by 13 440 /s⁵
  /// times 3 m/s over 9.81 m/s², and the difference is off by that times the step squared over 12 or so, 3e-4 rad/s.
  @Test(arguments: trajectories.indices)
  func angularRateIsTheDerivativeOfAttitude(index: Int) {
    let (name, trajectory) = trajectories[index]
    for time in times {
      let now = trajectory.state(at: time)
      let numeric = derivative(at: time) {
        (now.enuFromBody.inverse * trajectory.state(at: $0).enuFromBody).rotationVector
      }
      let isRough = name == "quadrotor that hovers" && Self.isAtChange(name, time)
      let tolerance = isRough ? 5e-4 : Self.tolerance(name, at: time)
      #expect(difference(numeric, now.angularRate) < tolerance, "\(name) \(time)")
    }
  }

  @Test(arguments: trajectories.indices)
  func theRateAloneIsThatOfTheState(index: Int) {
    let trajectory = trajectories[index].trajectory
    for time in times { #expect(trajectory.angularRate(at: time) == trajectory.state(at: time).angularRate) }
  }

  @Test(arguments: trajectories.indices)
  func attitudeIsOfUnitNorm(index: Int) {
    for time in times {
      let quaternion = trajectories[index].trajectory.state(at: time).enuFromBody.quaternion
      #expect(abs(quaternion.squaredNorm - 1) < 1e-14)
    }
  }

  /// Strapdown integration of the equivalent rates is the attitude again; 3000 products round to some 1e-13 rad.
  @Test(arguments: trajectories.indices)
  func equivalentRatesReproduceTheAttitude(index: Int) {
    let trajectory = trajectories[index].trajectory
    let interval = 0.01
    var attitude = trajectory.state(at: 0).enuFromBody
    for step in 1...3000 {
      let (start, end) = (Double(step - 1) * interval, Double(step) * interval)
      let rate = trajectory.equivalentAngularRate(from: start, to: end)
      attitude = (attitude * Rotation(rotationVector: rate * (end - start))).renormalized
    }
    #expect(attitude.angle(to: trajectory.state(at: 30).enuFromBody) < 1e-12)
  }

  /// The mean rate is the integral: it agrees with a sum of 2000 midpoints, whose error is step²/24 times the second
  /// derivative (5e-6² / 24 · 4e3 = 4e-9). Some intervals contain a change of a schedule's law, where the second derivative of a multirotor's rate
  /// jumps by 4e3 /s³: that times the interval squared over some thousand is 1e-4.
  @Test(arguments: trajectories.indices)
  func meanRateIsTheIntegral(index: Int) {
    let trajectory = trajectories[index].trajectory
    for start in [2.0, 0.995, 1.495, 3.495, -0.007] {
      let (end, parts) = (start + 0.01, 2000)
      var sum = Vector3<Double>.zero
      for part in 0..<parts {
        sum += trajectory.state(at: start + (Double(part) + 0.5) * (end - start) / Double(parts)).angularRate
      }
      let mean = trajectory.meanAngularRate(from: start, to: end)
      let isRough = trajectories[index].name == "quadrotor that hovers" && start != 2.0
      #expect(difference(mean, sum / Double(parts)) < (isRough ? 1e-4 : 1e-8), "\(trajectories[index].name) \(start)")
    }
  }
}
