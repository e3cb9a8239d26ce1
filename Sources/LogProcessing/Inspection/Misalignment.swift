import Rotations

/// The small rotation between the axes of the gyroscope and those of a vector sensor, by blocks of time, in constant memory.
///
/// In dr/dt = -(A ω) × r of `AxisConsistency`, A = s (1 + [φ]×) for a rotation by the small angle φ and a scale s: linear
/// in s and s φ. The differences between the blocks give the standard deviation, which counts motion that only seems to be
/// a rotation: acceleration, and a field that differs from place to place.
public struct Misalignment: Sendable {
  /// The most blocks; two become one when they are full.
  private static let mostBlocks = 16

  /// The normal equations of a stretch of time.
  private struct Block {
    var matrix: [Double]
    var vector: [Double]
    /// The sum of the squared changes.
    var energy = 0.0
    var count = 0

    init(unknowns: Int) {
      matrix = [Double](repeating: 0, count: unknowns * unknowns)
      vector = [Double](repeating: 0, count: unknowns)
    }

    static func += (left: inout Block, right: Block) {
      for index in left.matrix.indices { left.matrix[index] += right.matrix[index] }
      for index in left.vector.indices { left.vector[index] += right.vector[index] }
      left.energy += right.energy
      left.count += right.count
    }
  }

  /// The scale if it is estimated, and the scale times each component of the angle.
  private let unknowns: Int
  private var blocks: [Block]
  private var rowsPerBlock: Int

  /// An estimate before its first row; without a scale it is one.
  init(hasScale: Bool = true, rowsPerBlock: Int = 256) {
    unknowns = hasScale ? 4 : 3
    blocks = [Block(unknowns: unknowns)]
    self.rowsPerBlock = rowsPerBlock
  }

  /// Adds a row: for each entry of A by rows its effect on the change of the reading, and the change.
  mutating func add(_ columns: [Vector3<Double>], change: Vector3<Double>) {
    add(
      effects: [
        columns[0] + columns[4] + columns[8], columns[7] - columns[5], columns[2] - columns[6], columns[3] - columns[1],
      ], change: change)
  }

  /// Adds a row: the effect of each unknown on a change, and the change.
  mutating func add(effects: [Vector3<Double>], change: Vector3<Double>) {
    if blocks[blocks.count - 1].count == rowsPerBlock { beginBlock() }
    let last = blocks.count - 1
    for row in 0..<unknowns {
      blocks[last].vector[row] += effects[row].dot(change)
      for column in 0..<unknowns {
        blocks[last].matrix[row * unknowns + column] += effects[row].dot(effects[column])
      }
    }
    blocks[last].energy += change.squaredLength
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
    blocks.append(Block(unknowns: unknowns))
  }

  /// A small rotation between two sensors.
  public struct Estimate: Sendable {
    /// The angle φ in rad, which turns vectors of the gyroscope's axes into those of the sensor.
    public var angle: Vector3<Double>
    /// The largest standard deviation of a component, rad.
    public var standardDeviation: Double
    /// The share of the change that scale and angle explain, 0 to 1.
    public var share: Double
  }

  /// The rotation; nil for a short log, and where the motion does not show all components.
  public var estimate: Estimate? {
    let whole = blocks.filter { $0.count >= rowsPerBlock / 2 }
    guard whole.count >= 6 else { return nil }
    let sum = whole.reduce(into: Block(unknowns: unknowns)) { $0 += $1 }
    guard let inverse = inverse(of: sum.matrix) else { return nil }
    func product(_ matrix: [Double], _ vector: [Double]) -> [Double] {
      (0..<unknowns).map { row in
        (0..<unknowns).reduce(0) { $0 + matrix[row * unknowns + $1] * vector[$1] }
      }
    }
    let solution = product(inverse, sum.vector)
    let scale = unknowns == 4 ? solution[0] : 1
    guard scale > 0.5, scale < 2 else { return nil }
    // Each block's part of the solution: they sum to zero.
    var squares = [Double](repeating: 0, count: unknowns)
    for block in whole {
      let residual = zip(block.vector, product(block.matrix, solution)).map { $0 - $1 }
      for (index, part) in product(inverse, residual).enumerated() { squares[index] += part * part }
    }
    let factor = Double(whole.count) / Double(whole.count - 1) / (scale * scale)
    let deviation = squares.suffix(3).map { ($0 * factor).squareRoot() }.max() ?? .infinity
    let parts = solution.suffix(3).map { $0 / scale }
    let angle = Vector3(x: parts[0], y: parts[1], z: parts[2])
    let explained = zip(solution, sum.vector).reduce(0) { $0 + $1.0 * $1.1 }
    guard angle.isFiniteInLane, deviation.isFinite, sum.energy > 0 else { return nil }
    return Estimate(angle: angle, standardDeviation: deviation, share: min(1, max(0, explained / sum.energy)))
  }

  /// The inverse of a symmetric matrix, by Gauss and Jordan; nil for one that is nearly singular.
  private func inverse(of matrix: [Double]) -> [Double]? {
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
