import Rotations

/// The small rotation between the axes of the gyroscope and those of a vector sensor, by blocks of time, in constant memory.
///
/// In dr/dt = -(A ω) × r of `AxisConsistency`, A = s (1 + [φ]×) for a rotation by the small angle φ and a scale s: linear
/// in s and s φ. The differences between the blocks give the standard deviation, which counts motion that only seems to be
/// a rotation: acceleration, and a field that differs from place to place.
public struct Misalignment: Sendable {
  /// Four unknowns: the scale, and the scale times each component of the angle.
  private static let unknowns = 4
  /// The most blocks; two become one when they are full.
  private static let mostBlocks = 16

  /// The normal equations of a stretch of time.
  private struct Block {
    var matrix = [Double](repeating: 0, count: Misalignment.unknowns * Misalignment.unknowns)
    var vector = [Double](repeating: 0, count: Misalignment.unknowns)
    var count = 0

    static func += (left: inout Block, right: Block) {
      for index in left.matrix.indices { left.matrix[index] += right.matrix[index] }
      for index in left.vector.indices { left.vector[index] += right.vector[index] }
      left.count += right.count
    }
  }

  private var blocks = [Block()]
  private var rowsPerBlock = 256

  /// Adds a row: for each entry of A by rows its effect on the change of the reading, and the change.
  mutating func add(_ columns: [Vector3<Double>], change: Vector3<Double>) {
    let effects = [
      columns[0] + columns[4] + columns[8], columns[7] - columns[5], columns[2] - columns[6], columns[3] - columns[1],
    ]
    if blocks[blocks.count - 1].count == rowsPerBlock { beginBlock() }
    let last = blocks.count - 1
    for row in 0..<Self.unknowns {
      blocks[last].vector[row] += effects[row].dot(change)
      for column in 0..<Self.unknowns {
        blocks[last].matrix[row * Self.unknowns + column] += effects[row].dot(effects[column])
      }
    }
    blocks[last].count += 1
  }

  private mutating func beginBlock() {
    if blocks.count == Self.mostBlocks {
      for index in 0..<(Self.mostBlocks / 2) {
        var merged = blocks[2 * index]
        merged += blocks[2 * index + 1]
        blocks[index] = merged
      }
      blocks.removeLast(Self.mostBlocks / 2)
      rowsPerBlock *= 2
    }
    blocks.append(Block())
  }

  /// The angle φ in rad, which turns vectors of the gyroscope's axes into those of the sensor, and the largest standard
  /// deviation of a component; nil for a short log, and where the motion does not show all components.
  public var estimate: (angle: Vector3<Double>, standardDeviation: Double)? {
    let whole = blocks.filter { $0.count >= rowsPerBlock / 2 }
    guard whole.count >= 6 else { return nil }
    let sum = whole.reduce(into: Block()) { $0 += $1 }
    guard let inverse = Self.inverse(of: sum.matrix) else { return nil }
    func product(_ vector: [Double]) -> [Double] {
      (0..<Self.unknowns).map { row in
        (0..<Self.unknowns).reduce(0) { $0 + inverse[row * Self.unknowns + $1] * vector[$1] }
      }
    }
    let solution = product(sum.vector)
    guard solution[0] > 0.5, solution[0] < 2 else { return nil }
    // Each block's part of the solution: they sum to zero.
    var squares = [Double](repeating: 0, count: Self.unknowns)
    for block in whole {
      let residual = (0..<Self.unknowns).map { row in
        block.vector[row]
          - (0..<Self.unknowns).reduce(0) { $0 + block.matrix[row * Self.unknowns + $1] * solution[$1] }
      }
      for (index, part) in product(residual).enumerated() { squares[index] += part * part }
    }
    let factor = Double(whole.count) / Double(whole.count - 1) / (solution[0] * solution[0])
    let deviation = squares[1...].map { ($0 * factor).squareRoot() }.max() ?? .infinity
    let angle = Vector3(x: solution[1], y: solution[2], z: solution[3]) * (1 / solution[0])
    return angle.isFiniteInLane && deviation.isFinite ? (angle, deviation) : nil
  }

  /// The inverse of a symmetric matrix, by Gauss and Jordan; nil for one that is nearly singular.
  private static func inverse(of matrix: [Double]) -> [Double]? {
    let size = unknowns
    var rest = matrix
    var inverse = (0..<size * size).map { $0 % (size + 1) == 0 ? 1.0 : 0 }
    let largest = (0..<size).map { matrix[$0 * (size + 1)] }.max() ?? 0
    for pivot in 0..<size {
      // Positive definite: no exchange of rows is needed.
      let divisor = rest[pivot * (size + 1)]
      guard divisor > 1e-6 * largest else { return nil }
      for column in 0..<size {
        rest[pivot * size + column] /= divisor
        inverse[pivot * size + column] /= divisor
      }
      for row in 0..<size where row != pivot {
        let factor = rest[row * size + pivot]
        for column in 0..<size {
          rest[row * size + column] -= factor * rest[pivot * size + column]
          inverse[row * size + column] -= factor * inverse[pivot * size + column]
        }
      }
    }
    return inverse
  }
}
