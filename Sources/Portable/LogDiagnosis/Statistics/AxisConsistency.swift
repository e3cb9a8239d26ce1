import LogTables
import Rotations

/// Estimates the axes and unit of the gyroscope relative to those of another sensor, from the motion alone.
///
/// A vector that is constant in the world, gravity or the magnetic field, rotates in the sensor by dr/dt = -(A ω) × r, where ω
/// is the measured rate and A should be the identity. The equation is linear in A, so the normal equations of least squares
/// score every signed permutation with its best scale: exchanged columns, wrong signs, and degrees mistaken for radians then
/// show. Both sides go through the same first-order low-pass, which replaces the derivative:
/// r - lowpass(r) = time constant · lowpass(dr/dt).
///
/// A sensor whose own axes are assigned by M shows A = det(M) M: its mirrored axes look like a turn, while a mirrored A is
/// that of the gyroscope. A sensor with all signs reversed shows the identity.
package struct AxisConsistency: Sendable {
  /// The time constant of the low-pass, in seconds: longer than a sensor's delay, shorter than a turn.
  private static let timeConstant = 0.2
  /// Nine unknowns: the entries of A by rows.
  private static let unknowns = 9

  private var normalMatrix = [Double](repeating: 0, count: Self.unknowns * Self.unknowns)
  private var normalVector = [Double](repeating: 0, count: Self.unknowns)
  private var energy = 0.0
  private var lowPassedReading: Vector3<Double>?
  private var lowPassedColumns = [Vector3<Double>](repeating: .zero, count: Self.unknowns)
  private var turned = Vector3<Double>.zero
  private var elapsed = 0.0

  /// An estimate before its first sample.
  package init() {}

  /// Adds a sample: the rate in rad/s, the reading in any unit (NaN without one), and the seconds since the previous sample.
  package mutating func add(angularRate: Vector3<Double>, reading: Vector3<Double>, interval: Double) {
    guard angularRate.isFiniteInLane, interval > 0, interval < 0.5 else {
      lowPassedReading = nil
      return
    }
    turned += angularRate * interval
    elapsed += interval
    guard let direction = reading.normalized else { return }
    defer {
      turned = .zero
      elapsed = 0
    }
    guard let before = lowPassedReading else {
      lowPassedReading = direction
      lowPassedColumns = Array(repeating: .zero, count: Self.unknowns)
      return
    }
    let gain = elapsed / (Self.timeConstant + elapsed)
    let rate = turned / elapsed
    for row in 0..<3 {
      var axis = Vector3<Double>.zero
      axis[row] = Self.timeConstant
      let cross = direction.cross(axis)
      for column in 0..<3 {
        let excess = cross * rate[column] - lowPassedColumns[3 * row + column]
        lowPassedColumns[3 * row + column] += excess * gain
      }
    }
    let lowPassed = before + (direction - before) * gain
    lowPassedReading = lowPassed
    accumulate(direction - lowPassed)
  }

  private mutating func accumulate(_ change: Vector3<Double>) {
    energy += change.squaredLength
    for row in 0..<Self.unknowns {
      normalVector[row] += lowPassedColumns[row].dot(change)
      for column in 0...row {
        normalMatrix[row * Self.unknowns + column] += lowPassedColumns[row].dot(lowPassedColumns[column])
      }
    }
  }

  /// How well the 48 assignments of the gyroscope's axes to those of the sensor explain the rotation of the reading.
  package struct Fit: Equatable, Sendable {
    /// The assignment that explains most, with the ratio of the rotation to the rate as its scale.
    package var best: AxisAssignment
    /// The share of the rotation that it explains, 0 to 1.
    package var share: Double
    /// The largest share of another assignment.
    package var nextShare: Double
    /// The assignments that explain as much but for a tenth of the rotation, the best first: a rotation about one axis leaves
    /// others open.
    package var candidates: [AxisAssignment]
    /// The share that equal axes explain.
    package var identityShare: Double
    /// The ratio of the rotation to the rate for equal axes; not-a-number if the best scale is not positive.
    package var identityScale: Double
  }

  /// The fit over the log; nil without rotation.
  package var fit: Fit? {
    guard energy > 0, energy.isFinite else { return nil }
    let scores = AxisAssignment.all.map { score(of: $0) }
    guard let best = scores.indices.max(by: { scores[$0].share < scores[$1].share }), scores[best].share > 0 else {
      return nil
    }
    let next = scores.indices.lazy.filter { $0 != best }.map { scores[$0].share }.max() ?? 0
    var assignment = AxisAssignment.all[best]
    assignment.scale = scores[best].scale
    let near = scores.map { -$0.share }.ascendingIndices.filter { scores[$0].share > scores[best].share - 0.1 }
    return Fit(
      best: assignment, share: scores[best].share, nextShare: next, candidates: near.map { AxisAssignment.all[$0] },
      identityShare: scores[0].share,
      identityScale: scores[0].scale)
  }

  /// The matrix A that explains most, and the share of the rotation that it explains, 0 to 1; nil without rotation about all axes.
  package var gain: (matrix: Matrix3<Double>, share: Double)? {
    guard energy > 0, energy.isFinite else { return nil }
    var full = normalMatrix
    for row in 0..<Self.unknowns {
      for column in 0..<row { full[column * Self.unknowns + row] = full[row * Self.unknowns + column] }
    }
    guard let inverse = BlockRegression.inverse(of: full, Self.unknowns) else { return nil }
    let entries = BlockRegression.product(inverse, normalVector)
    let explained = (0..<Self.unknowns).reduce(0) { $0 + entries[$1] * normalVector[$1] }
    let rows = (0..<3).map { Vector3(x: entries[3 * $0], y: entries[3 * $0 + 1], z: entries[3 * $0 + 2]) }
    return (Matrix3(rows: rows[0], rows[1], rows[2]), explained / energy)
  }

  /// The share of the rotation that an assignment explains with its best scale, 0 to 1.
  package func share(of assignment: AxisAssignment) -> Double { energy > 0 ? score(of: assignment).share : 0 }

  /// The share of the rotation that a matrix A explains with its best scale, 0 to 1.
  package func share(of matrix: Matrix3<Double>) -> Double {
    guard energy > 0 else { return 0 }
    let entries = (0..<Self.unknowns).map { (place: $0, sign: matrix[$0 / 3, $0 % 3]) }
    return score(of: entries).share
  }

  /// The least-squares scale of an assignment, and the share of the rotation that it then explains; zero for a negative scale.
  private func score(of assignment: AxisAssignment) -> (share: Double, scale: Double) {
    score(of: (0..<3).map { (place: 3 * $0 + assignment.axes[$0], sign: assignment.signs[$0]) })
  }

  /// The same for entries of A by rows.
  private func score(of entries: [(place: Int, sign: Double)]) -> (share: Double, scale: Double) {
    let projection = entries.reduce(0) { $0 + normalVector[$1.place] * $1.sign }
    var square = 0.0
    for left in entries {
      for right in entries {
        let (row, column) = (max(left.place, right.place), min(left.place, right.place))
        square += normalMatrix[row * Self.unknowns + column] * left.sign * right.sign
      }
    }
    guard projection > 0, square > 0 else { return (0, .nan) }
    return (min(1, projection * projection / (square * energy)), projection / square)
  }
}
