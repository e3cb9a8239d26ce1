import MotionSamples

/// What a service delivers: the counterpart of Core Motion's `CMLogItem`.
public protocol MotionItem: Sendable {
  /// When it was taken, in nanoseconds since the epoch of the source. (Core Motion's is in seconds since the device was
  /// started.) Two of them differ by `later.timestamp.seconds(since: earlier.timestamp)`.
  var timestamp: Timestamp { get }
}
