import Rotations

/// Where a body is, how it is turned, and how both change: one moment of a trajectory, exact.
///
/// The reference frame is level and does not rotate: x east, y north, z up.
public struct KinematicState: Sendable {
  /// The attitude: turns body coordinates into reference coordinates.
  public var enuFromBody: Rotation<Double>
  /// Angular rate of the body against the reference frame, in body axes, rad/s.
  public var angularRate: Vector3<Double>
  /// Position in the reference frame, m.
  public var position: Vector3<Double>
  /// Velocity in the reference frame, m/s.
  public var velocity: Vector3<Double>
  /// Acceleration in the reference frame, m/s²; gravity is no part of it.
  public var acceleration: Vector3<Double>

  /// A moment from its parts; a body that only turns stays at the origin.
  public init(
    enuFromBody: Rotation<Double>,
    angularRate: Vector3<Double>,
    position: Vector3<Double> = .zero,
    velocity: Vector3<Double> = .zero,
    acceleration: Vector3<Double> = .zero
  ) {
    self.enuFromBody = enuFromBody
    self.angularRate = angularRate
    self.position = position
    self.velocity = velocity
    self.acceleration = acceleration
  }
}

/// A motion in closed form: attitude, position and their derivatives at any time, without numerical differentiation.
///
/// Time is in seconds, may be negative, and needs no particular order.
public protocol Trajectory: Sendable {
  /// The exact state at a time in seconds.
  func state(at time: Double) -> KinematicState
  /// Whether the body moves or turns at that time: the mask of an evaluation.
  func isMoving(at time: Double) -> Bool
}

extension Trajectory {
  /// True: a motion without rest.
  public func isMoving(at time: Double) -> Bool { true }

  /// The mean of the body-frame angular rate over an interval, rad/s: what an integrating gyroscope delivers.
  ///
  /// Gauss-Legendre quadrature with five points, exact for polynomials of degree 9: on the motions of this module the
  /// error is below 1e-12 rad/s for intervals up to 20 ms, and below 1e-6 rad/s for the interval in which a multirotor
  /// begins or ends to hover by transitions of 2 s.
  public func meanAngularRate(from start: Double, to end: Double) -> Vector3<Double> {
    let middle = 0.5 * (start + end)
    let half = 0.5 * (end - start)
    var mean = state(at: middle).angularRate * (64.0 / 225.0)
    for (node, weight) in [(0.5384693101056831, 0.23931433524968324), (0.9061798459386640, 0.11846344252809454)] {
      let early = state(at: middle - half * node).angularRate
      let late = state(at: middle + half * node).angularRate
      mean += (early + late) * weight
    }
    return mean
  }

  /// The constant angular rate that leads exactly from the attitude at `start` to the attitude at `end`, rad/s: the
  /// rotation vector of `bodyAtStartFromBodyAtEnd`, divided by the interval.
  public func equivalentAngularRate(from start: Double, to end: Double) -> Vector3<Double> {
    let startFromEnd = state(at: start).enuFromBody.inverse * state(at: end).enuFromBody
    return startFromEnd.rotationVector / (end - start)
  }
}
