import MotionSamples
import Rotations

/// Tells gravity from the acceleration of the device, by the attitude.
///
/// An accelerometer measures specific force, f = a − g: what holds the device up, and what pushes it. The attitude says
/// where down is, and so a = f + g. Tilt errors leak gravity into the acceleration, 0.17 m/s² a degree; the attitude
/// must be the output of a filter, whose gyroscope bias is taken out.
///
/// The frame level with the ground is the reference frame of the attitude: z is up, and the heading of x is whatever it
/// is there (east for ENU, free for a filter without magnetometer).
@frozen
public struct GravitySeparator<Scalar: RealLanes>: Sendable {
  /// The size of gravity in m/s²; default: standard gravity, 9.80665. Local gravity, between 9.76 and 9.84 on land, makes
  /// the acceleration at rest zero where the accelerometer is calibrated. (The default filter is defined with 9.81
  /// inside, which its attitude does not show.)
  public var gravityMagnitude: Scalar

  /// A separator for a place.
  @inlinable
  public init(gravityMagnitude: Scalar = .standardGravity) { self.gravityMagnitude = gravityMagnitude }

  /// Gravity in body axes, in m/s²: the third row of the rotation's matrix, times −g.
  @inlinable @inline(__always)
  public func gravity(inBodyOf enuFromBody: Rotation<Scalar>) -> Vector3<Scalar> {
    enuFromBody.matrix.row2 * -gravityMagnitude
  }

  /// Gravity and user acceleration from a specific force in body axes, in m/s², and the attitude, whose reference frame
  /// must have z up.
  @inlinable @inline(__always)
  public func separate(
    specificForce: Vector3<Scalar>, enuFromBody: Rotation<Scalar>
  ) -> MotionEstimate<Scalar> {
    let gravityInBody = gravity(inBodyOf: enuFromBody)
    let gravityInLevel = Vector3(x: 0.0, y: 0.0, z: -gravityMagnitude)
    return MotionEstimate(
      gravityInBody: gravityInBody,
      userAccelerationInBody: specificForce + gravityInBody,
      gravityInLevel: gravityInLevel,
      userAccelerationInLevel: enuFromBody.rotate(specificForce) + gravityInLevel)
  }
}
