import MotionSamples

/// A value of a service: the counterpart of Core Motion's `CMLogItem`.
public protocol MotionItem: Sendable {
  /// The time of the value, in nanoseconds since the epoch of the source (in Core Motion: seconds since the device
  /// started). The time between two values is `later.timestamp.seconds(since: earlier.timestamp)`.
  var timestamp: Timestamp { get }
}
