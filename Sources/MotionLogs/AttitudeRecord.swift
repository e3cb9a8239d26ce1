import AttitudeFilters
import Rotations

/// One row of output: what a filter made of one sample, in the frame asked for.
public struct AttitudeRecord: Sendable {
  /// The stamp in nanoseconds since the epoch of the log.
  public var timestamp: Int64
  /// The attitude: turns body coordinates into coordinates of the output frame.
  public var outputFromBody: Rotation<Double>
  /// Gravity in body axes, m/s²; at rest it points down.
  public var gravity: Vector3<Double>
  /// Specific force plus gravity in body axes, m/s²; zero at rest. Absent where the sample had no specific force.
  public var userAcceleration: Vector3<Double>
  /// Angular rate in body axes with the bias removed, rad/s.
  public var angularRate: Vector3<Double>
  /// The estimated gyroscope bias, rad/s.
  public var gyroscopeBias: Vector3<Double>
  /// One standard deviation of the direction of up, rad; not-a-number where the filter has none.
  public var tiltStandardDeviation: Double
  /// One standard deviation of the heading, rad; not-a-number where the filter has none.
  public var headingStandardDeviation: Double
  /// What was made of the sample.
  public var flags: OutcomeFlags

  /// A row from its parts.
  public init(
    timestamp: Int64,
    outputFromBody: Rotation<Double>,
    gravity: Vector3<Double>,
    userAcceleration: Vector3<Double>,
    angularRate: Vector3<Double>,
    gyroscopeBias: Vector3<Double>,
    tiltStandardDeviation: Double,
    headingStandardDeviation: Double,
    flags: OutcomeFlags
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
}
