import LogTables
import Rotations

/// The products of the directions of specific force and magnetic field, in constant memory. The sum of the products of
/// equal axes is the sine of the field's angle above the horizon: constant where the axes of both sensors agree.
///
/// Rows whose force is near its average over the last 0.3 s count; where such rows are rare, all rows do.
package struct DipStatistics: Sendable {
  private static let timeConstant = 0.3
  /// The largest distance from the average, relative to it.
  private static let steadyShare = 0.15

  /// Sums over rows.
  private struct Moments {
    var count = 0
    /// The products by rows: axis of the force, then of the field.
    var sum = [Double](repeating: 0, count: 9)
    /// The products of two of them.
    var squares = [Double](repeating: 0, count: 81)

    mutating func add(_ products: [Double]) {
      count += 1
      for row in 0..<9 {
        sum[row] += products[row]
        for column in 0...row { squares[9 * row + column] += products[row] * products[column] }
      }
    }
  }

  private var average: Vector3<Double>?
  private var steady = Moments()
  private var all = Moments()

  /// Statistics before the first row.
  package init() {}

  /// Adds a row, and the seconds since the row before; rows without one of the readings are ignored.
  package mutating func add(specificForce: Vector3<Double>, magneticField: Vector3<Double>, interval: Double) {
    guard let up = specificForce.normalized else { return }
    let before = average ?? specificForce
    let average = before + (specificForce - before) * (interval / (Self.timeConstant + interval))
    self.average = average
    guard let field = magneticField.normalized else { return }
    let products = (0..<9).map { up[$0 / 3] * field[$0 % 3] }
    all.add(products)
    if (specificForce - average).length < Self.steadyShare * average.length { steady.add(products) }
  }

  /// The rows that count.
  private var moments: Moments { steady.count * 20 > all.count ? steady : all }

  /// The sine of the angle of the field above the horizon, if the force's axes are assigned by `force` and the field's by
  /// `field`, as body from sensor, and the variance of the sine. Nil without rows.
  package func sineAboveHorizon(
    force: AxisAssignment = .identity, field: AxisAssignment = .identity
  ) -> (mean: Double, variance: Double)? {
    sine(
      of: (0..<3).map { axis in
        let place = 3 * force.axes[axis] + field.axes[axis]
        return (place, force.signs[axis] * field.signs[axis])
      })
  }

  /// The same for a field that a matrix turns, as body from sensor.
  package func sineAboveHorizon(field: Matrix3<Double>) -> (mean: Double, variance: Double)? {
    sine(of: (0..<9).map { (place: $0, sign: field[$0 / 3, $0 % 3]) })
  }

  /// Mean and variance of a sum of products with signs.
  private func sine(of terms: [(place: Int, sign: Double)]) -> (mean: Double, variance: Double)? {
    let moments = moments
    guard moments.count > 0 else { return nil }
    let count = Double(moments.count)
    let mean = terms.reduce(0) { $0 + $1.sign * moments.sum[$1.place] } / count
    var square = 0.0
    for left in terms {
      for right in terms {
        let place = 9 * max(left.place, right.place) + min(left.place, right.place)
        square += left.sign * right.sign * moments.squares[place]
      }
    }
    return (mean, max(0, square / count - mean * mean))
  }
}
