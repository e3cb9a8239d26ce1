import MotionLogs
import MotionSamples

extension LogRecord {
  /// A row from a sample.
  init(_ stamped: StampedSample<Double>) {
    self.init(
      timestamp: stamped.timestamp.nanoseconds, angularRate: stamped.sample.angularRate,
      specificForce: stamped.sample.specificForce, magneticField: stamped.sample.magneticField,
      temperature: stamped.temperature)
  }
}
