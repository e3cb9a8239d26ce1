import FileAccess
import LogTables
import Rotations

/// An attitude at a time.
struct TimedAttitude {
  /// The time in nanoseconds.
  var timestamp: Int64
  /// The attitude, ENU from body.
  var enuFromBody: Rotation<Double>

  /// The longest gap to interpolate over, in nanoseconds.
  static let longestGap: Int64 = 100_000_000

  /// The attitude between two neighbours; nil outside of them and in long gaps.
  ///
  /// Linear interpolation, normalized: over 0.1 s it differs from the arc by less than the accuracy of the attitudes.
  static func interpolated(
    at timestamp: Int64, from earlier: Self?, to later: Self?, over longestGap: Int64 = longestGap
  ) -> Rotation<Double>? {
    if let later, later.timestamp == timestamp { return later.enuFromBody }
    if let earlier, earlier.timestamp == timestamp { return earlier.enuFromBody }
    guard let earlier, let later, earlier.timestamp < timestamp, timestamp < later.timestamp else { return nil }
    let (gap, overflows) = later.timestamp.subtractingReportingOverflow(earlier.timestamp)
    guard !overflows, gap <= longestGap else { return nil }
    let fraction = Double(timestamp - earlier.timestamp) / Double(gap)
    let start = earlier.enuFromBody.quaternion
    let end = later.enuFromBody.quaternion
    let near = start.dot(end) < 0 ? -end : end
    return Rotation(normalizing: start * (1 - fraction) + near * fraction)
  }
}

/// Attitudes that arrive ahead of the rows they belong to.
struct AttitudeQueue {
  private var waiting: [TimedAttitude] = []
  private var first = 0
  private var earlier: TimedAttitude?
  /// The shortest step between two attitudes, in nanoseconds.
  private var step = Int64.max

  /// The longest gap to interpolate over: two steps of slow attitudes, up to half a second.
  private var longestGap: Int64 {
    max(TimedAttitude.longestGap, min(500_000_000, step > 250_000_000 ? step : 2 * step))
  }

  /// The most attitudes to keep; the oldest are dropped.
  private static let capacity = 4096

  /// Adds an attitude, and drops waiting ones that are not earlier: their timestamps, or its own, are wrong.
  mutating func add(_ attitude: TimedAttitude) {
    while waiting.count > first, let last = waiting.last, last.timestamp >= attitude.timestamp { waiting.removeLast() }
    if waiting.count == Self.capacity {
      let cut = max(first, Self.capacity / 2)
      earlier = waiting[cut - 1]
      waiting.removeFirst(cut)
      first = 0
    }
    if let last = waiting.count > first ? waiting.last : earlier {
      let (gap, overflows) = attitude.timestamp.subtractingReportingOverflow(last.timestamp)
      if !overflows, gap > 0 { step = min(step, gap) }
    }
    waiting.append(attitude)
  }

  /// The attitude at a time; nil outside of the attitudes and in long gaps. Call with increasing times.
  mutating func enuFromBody(at timestamp: Int64) -> Rotation<Double>? {
    while first < waiting.count, waiting[first].timestamp < timestamp {
      earlier = waiting[first]
      first += 1
    }
    let result = TimedAttitude.interpolated(
      at: timestamp, from: earlier, to: first < waiting.count ? waiting[first] : nil, over: longestGap)
    if first == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      first = 0
    }
    return result
  }
}
