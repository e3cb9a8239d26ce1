import LogTables
import Rotations

/// The rotation of gravity that the gyroscope predicts, over that which the accelerometer shows; in constant memory.
///
/// Accelerations only add to what the accelerometer shows: a ratio far above one is a gyroscope in another unit, on any carrier.
/// Both sides go through the low-pass of `AxisConsistency`.
package struct RotationRatio: Sendable {
  /// The time constant of the low-pass, s.
  private static let timeConstant = 0.2

  private var average: Vector3<Double>?
  private var lowPassed = Vector3<Double>.zero
  private var predicted = 0.0
  private var shown = 0.0
  private var time = 0.0

  /// A ratio before the first row.
  package init() {}

  /// Begins with the next row, after rows that do not count.
  package mutating func restart() { average = nil }

  /// Adds a row: the rate in rad/s, the specific force in any unit, and the seconds since the row before.
  package mutating func add(angularRate: Vector3<Double>, specificForce: Vector3<Double>, interval: Double) {
    guard angularRate.isFiniteInLane, interval > 0, interval < 0.5, let direction = specificForce.normalized else {
      return restart()
    }
    guard let before = average else {
      (average, lowPassed) = (direction, .zero)
      return
    }
    let gain = interval / (Self.timeConstant + interval)
    let average = before + (direction - before) * gain
    self.average = average
    lowPassed += (direction.cross(angularRate) - lowPassed) * gain
    predicted += lowPassed.squaredLength * interval
    shown += (direction - average).squaredLength * interval
    time += interval
  }

  /// The ratio and the predicted rate in rad/s, root mean square; nil for less than a second, and for a constant direction.
  package var value: (ratio: Double, rate: Double)? {
    guard time > 1, shown > 1e-9 * time, predicted.isFinite else { return nil }
    let rate = (predicted / time).squareRoot()
    return (rate * Self.timeConstant / (shown / time).squareRoot(), rate)
  }
}
