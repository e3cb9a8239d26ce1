import LogTables
import Rotations

/// Linear least squares over stretches of time, in constant memory.
///
/// Each stretch keeps its normal equations. Its weight is the inverse of its mean square residual, so that a stretch of strong
/// acceleration or of a disturbed field counts little. The differences between the stretches give the standard deviations.
struct BlockRegression: Sendable {
  /// The most stretches; two become one when they are full.
  private static let mostBlocks = 32
  /// The fewest stretches of a solution.
  private static let fewestBlocks = 10
  /// The rounds in which the weights follow the residuals.
  private static let rounds = 5

  /// The normal equations of a stretch of time.
  private struct Block: Sendable {
    var matrix: [Double]
    var vector: [Double]
    /// The sum of the squared changes.
    var energy = 0.0
    var count = 0

    init(unknowns: Int) {
      matrix = [Double](repeating: 0, count: unknowns * unknowns)
      vector = [Double](repeating: 0, count: unknowns)
    }

    mutating func add(_ other: Block, weight: Double = 1) {
      for index in matrix.indices { matrix[index] += weight * other.matrix[index] }
      for index in vector.indices { vector[index] += weight * other.vector[index] }
      energy += weight * other.energy
      count += other.count
    }

    /// The gradient of the squared residuals: what a solution leaves.
    func rest(of solution: [Double]) -> [Double] {
      var rest = vector
      for row in rest.indices {
        for column in rest.indices { rest[row] -= matrix[row * rest.count + column] * solution[column] }
      }
      return rest
    }

    /// The mean square of the residuals.
    func meanSquare(of solution: [Double]) -> Double {
      let rest = rest(of: solution)
      var square = energy
      for index in rest.indices { square -= solution[index] * (vector[index] + rest[index]) }
      return max(0, square) / Double(count)
    }
  }

  private let unknowns: Int
  private var rowsPerBlock: Int
  private var blocks: [Block]

  /// A regression before its first row.
  init(unknowns: Int, rowsPerBlock: Int) {
    (self.unknowns, self.rowsPerBlock) = (unknowns, rowsPerBlock)
    blocks = [Block(unknowns: unknowns)]
  }

  /// Adds a row: a change, and the effect of each unknown on it.
  mutating func add(_ row: [Vector3<Double>]) {
    if blocks[blocks.count - 1].count == rowsPerBlock { beginBlock() }
    let (last, change) = (blocks.count - 1, row[0])
    for left in 0..<unknowns {
      blocks[last].vector[left] += row[left + 1].dot(change)
      for right in 0...left {
        let product = row[left + 1].dot(row[right + 1])
        blocks[last].matrix[left * unknowns + right] += product
        if right < left { blocks[last].matrix[right * unknowns + left] += product }
      }
    }
    blocks[last].energy += change.squaredLength
    blocks[last].count += 1
  }

  private mutating func beginBlock() {
    if blocks.count == Self.mostBlocks {
      for index in 0..<(Self.mostBlocks / 2) {
        var merged = blocks[2 * index]
        merged.add(blocks[2 * index + 1])
        blocks[index] = merged
      }
      blocks.removeLast(Self.mostBlocks / 2)
      rowsPerBlock *= 2
    }
    blocks.append(Block(unknowns: unknowns))
  }

  /// The unknowns by least squares.
  struct Solution: Sendable {
    /// The values.
    var values: [Double]
    /// Their standard deviations.
    var standardDeviations: [Double]

    /// Three values from a place on, and the largest of their standard deviations.
    func vector(from place: Int) -> (value: Vector3<Double>, deviation: Double) {
      let deviation = max(standardDeviations[place], standardDeviations[place + 1], standardDeviations[place + 2])
      return (Vector3(x: values[place], y: values[place + 1], z: values[place + 2]), deviation)
    }
  }

  /// The solution; nil for a short log.
  var solution: Solution? {
    // The last stretch counts if it is half complete.
    let isLastShort = 2 * blocks[blocks.count - 1].count < rowsPerBlock
    let count = blocks.count - (isLastShort ? 1 : 0)
    guard count >= Self.fewestBlocks else { return nil }
    var weights = [Double](repeating: 1, count: count)
    for round in 1... {
      var sum = Block(unknowns: unknowns)
      for index in 0..<count { sum.add(blocks[index], weight: weights[index]) }
      guard let inverse = Self.inverse(of: sum.matrix, unknowns) else { return nil }
      let values = product(inverse, sum.vector)
      if round == Self.rounds { return solution(values, inverse, weights) }
      var residuals = weights
      for index in 0..<count { residuals[index] = blocks[index].meanSquare(of: values) }
      let usual = residuals[residuals.ascendingIndices[count / 2]]
      guard usual > 0 else { return nil }
      for index in 0..<count { weights[index] = 1 / (residuals[index] + 0.25 * usual) }
    }
    return nil
  }

  /// The values with their standard deviations; nil if one is not finite.
  private func solution(_ values: [Double], _ inverse: [Double], _ weights: [Double]) -> Solution? {
    // The part of each stretch in the solution: they sum to zero.
    var deviations = [Double](repeating: 0, count: unknowns)
    for place in weights.indices {
      let part = product(inverse, blocks[place].rest(of: values))
      for index in 0..<unknowns { deviations[index] += (weights[place] * part[index]) * (weights[place] * part[index]) }
    }
    let factor = Double(weights.count) / Double(weights.count - 1)
    for index in 0..<unknowns {
      deviations[index] = (deviations[index] * factor).squareRoot()
      guard values[index].isFinite, deviations[index].isFinite else { return nil }
    }
    return Solution(values: values, standardDeviations: deviations)
  }

  private func product(_ matrix: [Double], _ vector: [Double]) -> [Double] {
    var product = [Double](repeating: 0, count: unknowns)
    for row in 0..<unknowns {
      for column in 0..<unknowns { product[row] += matrix[row * unknowns + column] * vector[column] }
    }
    return product
  }

  /// The inverse of a symmetric matrix that is not negative, by Gauss and Jordan; unknowns without effect stay zero.
  private static func inverse(of matrix: [Double], _ size: Int) -> [Double]? {
    var scales = [Double](repeating: 0, count: size)
    for place in 0..<size { scales[place] = 1 / max(matrix[place * (size + 1)], 1e-300).squareRoot() }
    var (rest, inverse) = (matrix, [Double](repeating: 0, count: size * size))
    for place in rest.indices { rest[place] *= scales[place / size] * scales[place % size] }
    for place in 0..<size {
      rest[place * (size + 1)] += 1e-6
      inverse[place * (size + 1)] = 1
    }
    for pivot in 0..<size {
      // Positive definite: no exchange of rows is needed.
      let divisor = rest[pivot * (size + 1)]
      guard divisor > 0 else { return nil }
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
    for place in inverse.indices { inverse[place] *= scales[place / size] * scales[place % size] }
    return inverse
  }
}
