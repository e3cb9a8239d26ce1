import LogTables
import Rotations

/// Counts the readings that leave one end of an axis' range and go on at the other end, as integers do that overflow; in constant
/// memory.
package struct OverflowCount: Sendable {
  /// The least height of such a jump, over the largest magnitude of the axis: 2 but for the steps before and after it. The alternation
  /// of a vibration at a quarter of the rate has 1.4.
  private static let leastHeight = 1.6
  /// The largest steps before and after it, over its height.
  private static let largestStep = 0.25

  private struct Axis: Sendable {
    var last = (Double.nan, Double.nan, Double.nan)
    var least = 0.0
    var most = 0.0
    var largest = 0.0
    var count = 0

    mutating func add(_ value: Double) {
      let (first, second, third) = last
      last = (second, third, value)
      if abs(value) > largest {
        // Jumps of a smaller range were none.
        if abs(value) > 1.1 * largest { count = 0 }
        largest = abs(value)
      }
      (least, most) = (min(least, value), max(most, value))
      let (before, height, after) = (second - first, abs(third - second), value - third)
      // A saturated sensor goes from one limit to the other.
      if second != third, [second, third].allSatisfy({ $0 == least || $0 == most }) { return }
      // An overflow goes on in its direction; without it the jump is a step like those beside it.
      guard height > OverflowCount.leastHeight * largest, before * second >= 0, after * second >= 0,
        max(abs(before), abs(after)) < OverflowCount.largestStep * height,
        2 * largest - height < abs(before) + abs(after) + 0.02 * largest
      else { return }
      count += 1
    }
  }

  private var axes = [Axis](repeating: Axis(), count: 3)

  /// Adds the next reading.
  mutating func add(_ reading: Vector3<Double>) {
    for axis in 0..<3 { axes[axis].add(reading[axis]) }
  }

  /// The axis (0 to 2) with the most jumps, their number, and the end of its range.
  package var most: (axis: Int, count: Int, limit: Double) {
    let axis = (0..<3).max { axes[$0].count < axes[$1].count } ?? 0
    return (axis, axes[axis].count, axes[axis].largest)
  }
}
