import Rotations

/// Estimates the axes and unit of the gyroscope relative to those of another sensor, from the motion alone.
///
/// A vector that is constant in the world, gravity or the magnetic field, rotates in the sensor by dr/dt = -(A ω) × r, where ω
/// is the measured rate and A should be the identity. The equation is linear in A, so least squares over the log gives A:
/// exchanged columns, wrong signs, and degrees mistaken for radians then show. Both sides go through the same first-order
/// low-pass, which replaces the derivative: r - lowpass(r) = time constant · lowpass(dr/dt).
public struct AxisConsistency: Sendable {
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
  public init() {}

  /// Adds a sample: the rate in rad/s, the reading in any unit (NaN without one), and the seconds since the previous sample.
  public mutating func add(angularRate: Vector3<Double>, reading: Vector3<Double>, interval: Double) {
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
        lowPassedColumns[3 * row + column] += (cross * rate[column] - lowPassedColumns[3 * row + column]) * gain
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

  /// The matrix from gyroscope to sensor axes, times the ratio of the units; nil if the log rotates too little about some axis,
  /// or if no matrix explains the readings.
  public var sensorFromGyroscope: Matrix3<Double>? {
    guard let solution = solved() else { return nil }
    let explained = zip(solution, normalVector).reduce(0) { $0 + $1.0 * $1.1 }
    guard explained > 0.5 * energy else { return nil }
    return Matrix3(
      rows: Vector3(x: solution[0], y: solution[1], z: solution[2]),
      Vector3(x: solution[3], y: solution[4], z: solution[5]),
      Vector3(x: solution[6], y: solution[7], z: solution[8]))
  }

  /// Solves the normal equations by Cholesky factorisation; nil if they are nearly singular.
  private func solved() -> [Double]? {
    let count = Self.unknowns
    var factor = normalMatrix
    let largest = (0..<count).map { normalMatrix[$0 * count + $0] }.max() ?? 0
    for column in 0..<count {
      for row in column..<count {
        let inner = (0..<column).reduce(0) { $0 + factor[row * count + $1] * factor[column * count + $1] }
        let rest = factor[row * count + column] - inner
        if row == column {
          guard rest > 1e-3 * largest else { return nil }
          factor[row * count + column] = rest.squareRoot()
        } else {
          factor[row * count + column] = rest / factor[column * count + column]
        }
      }
    }
    var solution = normalVector
    for row in 0..<count {
      for column in 0..<row { solution[row] -= factor[row * count + column] * solution[column] }
      solution[row] /= factor[row * count + row]
    }
    for row in (0..<count).reversed() {
      for column in (row + 1)..<count { solution[row] -= factor[column * count + row] * solution[column] }
      solution[row] /= factor[row * count + row]
    }
    return solution
  }
}

/// A signed permutation of axes with one scale.
public struct AxisAssignment: Equatable, Sendable {
  /// For x, y and z of one sensor, the axis (0 to 2) of the other.
  public var axes: [Int]
  /// The signs of the axes, +1 or -1.
  public var signs: [Double]
  /// The common scale, positive.
  public var scale: Double

  /// The assignment close to a matrix; nil if no assignment is.
  public init?(nearestTo matrix: Matrix3<Double>) {
    var axes: [Int] = []
    var signs: [Double] = []
    var scales: [Double] = []
    for row in 0..<3 {
      let entries = (0..<3).map { matrix[row, $0] }
      guard let axis = (0..<3).max(by: { abs(entries[$0]) < abs(entries[$1]) }) else { return nil }
      axes.append(axis)
      signs.append(entries[axis] < 0 ? -1 : 1)
      scales.append(abs(entries[axis]))
    }
    scale = scales.reduce(0, +) / 3
    guard Set(axes).count == 3, scale > 0, scale.isFinite else { return nil }
    let mean = scale
    for row in 0..<3 {
      for column in 0..<3 {
        let expected = axes[row] == column ? signs[row] : 0
        guard abs(matrix[row, column] / mean - expected) < 0.35 else { return nil }
      }
    }
    (self.axes, self.signs) = (axes, signs)
  }

  /// Whether axes and signs are unchanged.
  public var isIdentity: Bool { axes == [0, 1, 2] && signs == [1, 1, 1] }

  /// The assignment as text: "y,-x,z".
  public var text: String {
    zip(axes, signs).map { axis, sign in (sign < 0 ? "-" : "") + ["x", "y", "z"][axis] }.joined(separator: ",")
  }
}
