import MotionSamples
import Rotations

/// The motion of a body after one sample, in SI units.
///
/// specific force = user acceleration − gravity. Tilt errors leak gravity into the acceleration: 0.17 m/s² per degree.
@frozen
public struct Motion<Scalar: LaneElement>: Sendable {
  /// The time of the sample; zero for samples with intervals only.
  public var timestamp: Timestamp
  /// The attitude: turns body coordinates into coordinates of the requested frame.
  public var outputFromBody: Rotation<Scalar>
  /// Gravity in body axes, m/s²; it points down: (0, 0, −9.81) for a body that lies face up.
  public var gravity: Vector3<Scalar>
  /// Acceleration without gravity in body axes, m/s²: zero at rest, +x when the body is pushed toward +x. Absent if the
  /// specific force is absent.
  public var userAcceleration: Vector3<Scalar>
  /// Angular rate in body axes without the gyroscope's estimated errors, rad/s.
  public var angularRate: Vector3<Scalar>
  /// Estimated gyroscope bias, rad/s; zero if the filter does not estimate it.
  public var gyroscopeBias: Vector3<Scalar>
  /// Standard deviation of the tilt, rad; NaN if the filter has none.
  public var tiltStandardDeviation: Scalar
  /// Standard deviation of the heading, rad; of the heading since the start while north is unknown; NaN if the filter has none.
  public var headingStandardDeviation: Scalar
  /// The outcome flags of the clock and the filter for the sample.
  public var flags: OutcomeFlags
  /// What is doubtful about the readings so far.
  public var doubts: InputDoubts

  /// A motion from its parts; omitted parts are unknown.
  @export(implementation) @inline(__always)
  public init(
    timestamp: Timestamp = Timestamp(nanoseconds: 0), outputFromBody: Rotation<Scalar>,
    gravity: Vector3<Scalar> = .absent, userAcceleration: Vector3<Scalar> = .absent,
    angularRate: Vector3<Scalar> = .absent, gyroscopeBias: Vector3<Scalar> = .absent,
    tiltStandardDeviation: Scalar = Scalar(Double.nan), headingStandardDeviation: Scalar = Scalar(Double.nan),
    flags: OutcomeFlags = OutcomeFlags(rawValue: 0), doubts: InputDoubts = InputDoubts(rawValue: 0)
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
    self.doubts = doubts
  }

  /// The acceleration without gravity in output axes, m/s².
  @export(implementation)
  public var userAccelerationInOutput: Vector3<Scalar> { outputFromBody.rotate(userAcceleration) }

  /// Gravity in body axes, m/s², for an attitude in a frame with z up: the third row of the matrix, times −magnitude.
  @export(implementation) @inline(__always)
  public static func gravity(
    inBodyOf enuFromBody: Rotation<Scalar>, magnitude: Scalar = .standardGravity
  ) -> Vector3<Scalar> { enuFromBody.matrix.row2 * -magnitude }
}
