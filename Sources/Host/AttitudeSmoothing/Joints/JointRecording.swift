import MotionSamples
import Rotations

/// The readings of a sensor on one of two bodies that a joint connects.
///
/// Held in memory as a whole: 88 bytes a row here, about 250 bytes while it is smoothed.
public struct JointRecording: Sendable {
  private(set) var timestamps: [Timestamp] = []
  private(set) var samples: [MotionSample<Double>] = []
  private var clock = SampleClock()

  /// A recording without rows.
  public init() {}

  /// Whether it has no rows.
  public var isEmpty: Bool { samples.isEmpty }

  /// Adds a row: angular rate in rad/s, specific force in m/s², magnetic field in µT, absent where there is none. A row whose
  /// timestamp is not later than that before is ignored.
  public mutating func add(
    angularRate: Vector3<Double>, specificForce: Vector3<Double>, magneticField: Vector3<Double> = .absent,
    at timestamp: Timestamp
  ) {
    if let last = timestamps.last, timestamp <= last { return }
    timestamps.append(timestamp)
    samples.append(
      MotionSample(
        interval: clock.read(timestamp).interval, angularRate: angularRate, specificForce: specificForce,
        magneticField: magneticField))
  }
}
