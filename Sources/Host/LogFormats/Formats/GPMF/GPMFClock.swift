import FileAccess
import LogTables
import MotionSamples

/// The times of the readings of one sensor, from the times of the first reading in each payload.
///
/// Payloads have no rate, and their times have jitter of some ms. Readings between two payloads that are up to a minute apart
/// are evenly distributed; where payloads are farther apart than their readings last, the sensor paused.
struct GPMFClock {
  /// The readings of a payload.
  struct Piece {
    /// The time of the first, in ns.
    var start: Int64
    /// Nanoseconds from one to the next.
    var interval: Double
  }

  /// The times of each payload.
  private(set) var pieces: [Piece] = []

  /// Payloads between two times that are relied on.
  private static let payloadsPerKnot = 60

  /// The times of payloads of `count` readings each; `number` is the number of the payload in the file, and nil stands for an
  /// unknown time. Empty if they have no rate.
  init(_ payloads: [(number: Int, time: Int64?, count: Int)]) {
    var steps: [Double] = []
    for (first, second) in zip(payloads, payloads.dropFirst()) where second.number > first.number {
      // Payloads between them may be damaged.
      if let step = Self.step((first.time, first.count), second.time) {
        steps.append(step / Double(second.number - first.number))
      }
    }
    steps.sort()
    let isSingle = payloads.allSatisfy { $0.count <= 1 }
    guard let typical = steps.isEmpty ? (isSingle ? 0 : nil) : steps[(steps.count - 1) / 2] else { return }
    let firstTime = payloads.lazy.compactMap(\.time).first ?? 0
    var times = [Int64](repeating: 0, count: payloads.count)
    for index in payloads.indices {
      func predicted() -> Int64 {
        index == 0 ? firstTime : times[index - 1] &+ Int64(saturating: typical * Double(payloads[index - 1].count))
      }
      times[index] = payloads[index].time ?? predicted()
      // A time is wrong if its neighbours agree without it.
      if index > 0, index + 1 < payloads.count, let after = payloads[index + 1].time {
        let count = payloads[index - 1].count + payloads[index].count
        let isWrong =
          !Self.isRegular((times[index - 1], payloads[index - 1].count), times[index], typical)
          && Self.isRegular((times[index - 1], count), after, typical)
        if isWrong { times[index] = predicted() }
      }
    }
    var start = 0
    while start < payloads.count {
      var end = start + 1
      while end < payloads.count, end - start < Self.payloadsPerKnot,
        Self.isRegular((times[end - 1], payloads[end - 1].count), times[end], typical)
      { end += 1 }
      let isContinued =
        end < payloads.count
        && Self.isRegular((times[end - 1], payloads[end - 1].count), times[end], typical)
      // The time of the next knot, or of the last payload before a pause, ends what is distributed.
      let knot = isContinued ? end : end - 1
      let count = payloads[start..<knot].reduce(0) { $0 + $1.count }
      let interval = count > 0 ? Double(times[knot] &- times[start]) / Double(count) : typical
      var sum = 0
      for index in start..<end {
        pieces.append(
          Piece(start: times[start] &+ Int64(saturating: (Double(sum) * interval).rounded()), interval: interval))
        sum += payloads[index].count
      }
      start = end
    }
  }

  /// The time from one reading to the next in a payload up to the start of another; nil for times out of order.
  private static func step(_ first: (time: Int64?, count: Int), _ second: Int64?) -> Double? {
    guard let start = first.time, let end = second, end > start, first.count > 0 else { return nil }
    return (Double(end) - Double(start)) / Double(first.count)
  }

  /// Whether a payload begins where the readings of the one before end, to half of their duration.
  private static func isRegular(_ first: (time: Int64?, count: Int), _ second: Int64, _ typical: Double) -> Bool {
    guard let step = step(first, second) else { return false }
    return step > 0.5 * typical && step < 1.5 * typical
  }
}
