import Foundation
import MotionSamples

/// Where the threads that empty the buffers of devices leave readings for the one that reads the source.
///
/// Bounded: where nobody takes them the threads wait, and the kernel then drops what it has no room for.
final class CaptureInbox: @unchecked Sendable {
  /// What is there.
  enum Content {
    case readings([SensorReading<Double>])
    /// A device gives no more, and why.
    case ended(String)
  }

  private let condition = NSCondition()
  private var readings: [SensorReading<Double>] = []
  private var end: String?
  private var isClosed = false

  private static let capacity = 4096

  /// Adds readings, and waits while there are too many. False where nobody wants them any more.
  func put(_ new: [SensorReading<Double>]) -> Bool {
    condition.withLock {
      while readings.count > Self.capacity && !isClosed { condition.wait() }
      readings += new
      condition.broadcast()
      return !isClosed
    }
  }

  /// Says that a device gives no more, and why.
  func finish(_ reason: String) {
    condition.withLock {
      end = end ?? reason
      condition.broadcast()
    }
  }

  /// Wants no more.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  /// Takes all that is there, after waiting for something at most so many seconds.
  func take(waiting time: Double) -> Content {
    condition.withLock {
      if readings.isEmpty && end == nil { _ = condition.wait(until: Date(timeIntervalSinceNow: time)) }
      if readings.isEmpty, let end { return .ended(end) }
      defer {
        readings = []
        condition.broadcast()
      }
      return .readings(readings)
    }
  }
}
