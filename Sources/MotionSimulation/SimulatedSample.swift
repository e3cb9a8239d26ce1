import MotionSamples
import Rotations

/// One row of a simulated recording: what the sensors say, and the truth.
public struct SimulatedSample: Sendable {
  /// The stamp as the recording has it, in nanoseconds from its beginning.
  public var timestamp: Int64
  /// Seconds since the row before, by the stamps; 0 for the first row.
  public var interval: Double
  /// What the gyroscope reads, rad/s; `absent` where it has no reading.
  public var angularRate: Vector3<Double>
  /// What the accelerometer reads, m/s²; `absent` where it has no reading.
  public var specificForce: Vector3<Double>
  /// What the magnetometer reads, µT; `absent` where it has no reading.
  public var magneticField: Vector3<Double>
  /// The true attitude at the instant of the sample: turns body coordinates into ENU.
  public var trueENUFromBody: Rotation<Double>
  /// The gyroscope's true bias, constant and wandering part, rad/s.
  public var trueGyroscopeBias: Vector3<Double>
  /// Whether the body moves: the mask of an evaluation.
  public var isMoving: Bool

  /// The sensors' part, as filters take it, in the number type they use.
  @inlinable
  public func motionSample<Scalar: LaneElement>(as type: Scalar.Type = Double.self) -> MotionSample<Scalar> {
    func converted(_ vector: Vector3<Double>) -> Vector3<Scalar> {
      Vector3(x: Scalar(vector.x), y: Scalar(vector.y), z: Scalar(vector.z))
    }
    return MotionSample(
      interval: Scalar(interval), angularRate: converted(angularRate), specificForce: converted(specificForce),
      magneticField: converted(magneticField))
  }
}
