import MotionSamples
import Rotations

/// What is known of the motion of a body after one sample, in SI units: the result of the straight path.
///
/// specific force = user acceleration − gravity. Tilt errors leak gravity into the acceleration, 0.17 m/s² a degree.
@frozen
public struct Motion<Scalar: LaneElement>: Sendable {
  /// When the sample was taken; zero for samples that come with intervals only.
  public var timestamp: Timestamp
  /// The attitude: turns body coordinates into coordinates of the frame that was asked for.
  public var outputFromBody: Rotation<Scalar>
  /// Gravity in body axes, m/s²; it points down, so a body that lies face up has (0, 0, −9.81).
  public var gravity: Vector3<Scalar>
  /// Acceleration without gravity in body axes, m/s²: zero at rest, +x when the body is pushed to +x. Absent where the
  /// specific force is.
  public var userAcceleration: Vector3<Scalar>
  /// Angular rate in body axes without the gyroscope's estimated errors, rad/s.
  public var angularRate: Vector3<Scalar>
  /// Estimated bias of the gyroscope, rad/s; zero where the filter estimates none.
  public var gyroscopeBias: Vector3<Scalar>
  /// Standard deviation of the direction of up, rad; not-a-number where the filter has none.
  public var tiltStandardDeviation: Scalar
  /// Standard deviation of the heading, rad; not-a-number where the filter has none, or has no heading yet.
  public var headingStandardDeviation: Scalar
  /// What the clock and the filter made of the sample.
  public var flags: OutcomeFlags

  /// A motion from its parts; those left out are unknown.
  @inlinable @inline(__always)
  public init(
    timestamp: Timestamp = Timestamp(nanoseconds: 0), outputFromBody: Rotation<Scalar>,
    gravity: Vector3<Scalar> = .absent, userAcceleration: Vector3<Scalar> = .absent,
    angularRate: Vector3<Scalar> = .absent, gyroscopeBias: Vector3<Scalar> = .absent,
    tiltStandardDeviation: Scalar = Scalar(Double.nan), headingStandardDeviation: Scalar = Scalar(Double.nan),
    flags: OutcomeFlags = OutcomeFlags(rawValue: 0)
  ) {
    self.timestamp = timestamp
    self.outputFromBody = outputFromBody
    self.gravity = gravity
    self.userAcceleration = userAcceleration
    self.angularRate = angularRate
    self.gyroscopeBias = gyroscopeBias
    self.tiltStandardDeviation = tiltStandardDeviation
    self.headingStandardDeviation = headingStandardDeviation
    self.flags = flags
  }

  /// The acceleration without gravity in the axes of the output frame, m/s².
  @inlinable
  public var userAccelerationInOutput: Vector3<Scalar> { outputFromBody.rotate(userAcceleration) }

  /// Gravity in body axes, m/s², for an attitude whose frame has z up: the third row of the matrix, times −magnitude.
  @inlinable @inline(__always)
  public static func gravity(
    inBodyOf enuFromBody: Rotation<Scalar>, magnitude: Scalar = .standardGravity
  ) -> Vector3<Scalar> { enuFromBody.matrix.row2 * -magnitude }
}
