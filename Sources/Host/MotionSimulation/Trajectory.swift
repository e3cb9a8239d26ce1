import Rotations

/// The exact position and attitude of a body and their derivatives, at one time.
///
/// The frame is ENU (x east, y north, z up) and does not rotate.
public struct KinematicState: Sendable {
  /// The attitude: turns body coordinates into ENU.
  public var enuFromBody: Rotation<Double>
  /// Angular rate relative to ENU, in body axes, rad/s.
  public var angularRate: Vector3<Double>
  /// Position in ENU, m.
  public var position: Vector3<Double>
  /// Velocity in ENU, m/s.
  public var velocity: Vector3<Double>
  /// Acceleration in ENU without gravity, m/s².
  public var acceleration: Vector3<Double>

  /// A state from its parts. Default: at rest at the origin.
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

/// Yaw, pitch and roll (intrinsic z-y′-x″, rad), of which value and rate are used.
struct AttitudeAngles: Sendable {
  var yaw: SinusoidSum.Jet
  var pitch: SinusoidSum.Jet
  var roll: SinusoidSum.Jet

  /// The attitude: turns body coordinates into ENU.
  var enuFromBody: Rotation<Double> { (Rotation(aboutZ: yaw.value) * aboutY * aboutX).renormalized }

  /// The angular rate in body axes, rad/s: the rate of each angle about its own axis.
  var angularRate: Vector3<Double> {
    let yawInBody = aboutX.inverse.rotate(aboutY.inverse.rotate(.unitZ * yaw.rate))
    let pitchInBody = aboutX.inverse.rotate(.unitY * pitch.rate)
    return yawInBody + pitchInBody + .unitX * roll.rate
  }

  private var aboutY: Rotation<Double> { Rotation(rotationVector: .unitY * pitch.value) }
  private var aboutX: Rotation<Double> { Rotation(rotationVector: .unitX * roll.value) }
}

/// A motion in closed form: attitude, position and their derivatives at any time.
///
/// Time is in seconds, may be negative, and may be requested in any order.
public protocol Trajectory: Sendable {
  /// The exact state at a time in seconds.
  func state(at time: Double) -> KinematicState
  /// The angular rate of that state, in body axes, rad/s; where position and velocity take longer, without them.
  func angularRate(at time: Double) -> Vector3<Double>
  /// Whether the body moves or turns at a time in seconds: the mask of an evaluation.
  func isMoving(at time: Double) -> Bool
}

extension Trajectory {
  /// That of the state.
  public func angularRate(at time: Double) -> Vector3<Double> { state(at: time).angularRate }

  /// True, for a motion without rest.
  public func isMoving(at time: Double) -> Bool { true }

  /// The mean of the angular rate in body axes over an interval, rad/s: the output of an integrating gyroscope.
  ///
  /// Gauss-Legendre quadrature with five points, exact for polynomials of degree 9: on the motions of this module the
  /// error is below 1e-12 rad/s for intervals up to 20 ms, and below 1e-6 rad/s for intervals at the ends of a
  /// transition of 2 s to or from hovering.
  public func meanAngularRate(from start: Double, to end: Double) -> Vector3<Double> {
    GaussLegendre.mean(from: start, to: end) { angularRate(at: $0) }
  }

  /// The constant angular rate from the attitude at `start` to the attitude at `end`, rad/s: the rotation vector of
  /// `startFromEnd` divided by the interval.
  public func equivalentAngularRate(from start: Double, to end: Double) -> Vector3<Double> {
    let startFromEnd = state(at: start).enuFromBody.inverse * state(at: end).enuFromBody
    return startFromEnd.rotationVector / (end - start)
  }
}

/// Gauss-Legendre quadrature with five points, exact for polynomials of degree 9.
enum GaussLegendre {
  /// The mean of a function over an interval.
  static func mean(
    from start: Double, to end: Double, of function: (_ time: Double) -> Vector3<Double>
  ) -> Vector3<Double> {
    let middle = 0.5 * (start + end)
    let half = 0.5 * (end - start)
    var mean = function(middle) * (64.0 / 225.0)
    for (node, weight) in [(0.5384693101056831, 0.23931433524968324), (0.9061798459386640, 0.11846344252809454)] {
      let early = function(middle - half * node)
      let late = function(middle + half * node)
      mean += (early + late) * weight
    }
    return mean
  }
}
