// LogTables: a recording row by row, and tables of text or columns as recordings.
// Names, units and conventions of columns, numbers and lines, errors with their place. It opens no file: bytes come from a
// `ByteSource`.

import MotionSamples
import Rotations

/// One row of a recording, in SI units and sensor axes.
public struct LogRecord: Sendable {
  /// The timestamp in nanoseconds since an epoch of the log's own.
  public var timestamp: Int64
  /// Angular rate in rad/s; `absent` where the row has none.
  public var angularRate: Vector3<Double>
  /// Specific force in m/s²; `absent` where the row has none.
  public var specificForce: Vector3<Double>
  /// Magnetic field in µT; `absent` where the row has none.
  public var magneticField: Vector3<Double>
  /// Temperature of the gyroscope in degrees Celsius; not-a-number where the row has none.
  public var temperature: Double
  /// Velocity over ground in ENU, m/s; `absent` where the row has none. The upward part is not-a-number in logs without it.
  public var velocityOverGround: Vector3<Double>
  /// Speed along body x, of wheels or through the air, m/s; not-a-number where the row has none.
  public var forwardSpeed: Double
  /// The load of the motors: the current of the battery in A, or the thrust as a share; not-a-number in logs without it.
  public var motorLoad: Double
  /// The true attitude, ENU from body, where the recording has it for this row.
  public var trueENUFromBody: Rotation<Double>?
  /// Whether the row counts in an evaluation: the recording's own mark of movement; true where it has none.
  public var isMoving: Bool

  /// A row from its parts.
  @inlinable
  public init(
    timestamp: Int64,
    angularRate: Vector3<Double> = .absent,
    specificForce: Vector3<Double> = .absent,
    magneticField: Vector3<Double> = .absent,
    temperature: Double = .nan,
    velocityOverGround: Vector3<Double> = .absent,
    forwardSpeed: Double = .nan,
    motorLoad: Double = .nan,
    trueENUFromBody: Rotation<Double>? = nil,
    isMoving: Bool = true
  ) {
    self.timestamp = timestamp
    self.angularRate = angularRate
    self.specificForce = specificForce
    self.magneticField = magneticField
    self.temperature = temperature
    self.velocityOverGround = velocityOverGround
    self.forwardSpeed = forwardSpeed
    self.motorLoad = motorLoad
    self.trueENUFromBody = trueENUFromBody
    self.isMoving = isMoving
  }

  /// What was measured, for the filters; without velocities if they are not to be used.
  @inlinable @inline(__always)
  package func measured(usesVelocity: Bool = true) -> TimedSample<Double> {
    TimedSample(
      timestamp: Timestamp(nanoseconds: timestamp),
      sample: MotionSample(
        interval: 0, angularRate: angularRate, specificForce: specificForce, magneticField: magneticField),
      temperature: temperature,
      velocity: usesVelocity ? GroundVelocity(east: velocityOverGround.x, north: velocityOverGround.y) : .absent,
      speed: usesVelocity ? ForwardSpeed(forwardSpeed) : .absent)
  }
}
