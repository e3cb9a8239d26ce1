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
      let unknowns = vector.count
      return vector.indices.map { row in
        vector.indices.reduce(vector[row]) { $0 - matrix[row * unknowns + $1] * solution[$1] }
      }
    }

    /// The mean square of the residuals.
    func meanSquare(of solution: [Double]) -> Double {
      let rest = rest(of: solution)
      let square = vector.indices.reduce(energy) { $0 - solution[$1] * (vector[$1] + rest[$1]) }
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
    let whole = blocks.filter { 2 * $0.count >= rowsPerBlock }
    guard whole.count >= Self.fewestBlocks else { return nil }
    var weights = [Double](repeating: 1, count: whole.count)
    for round in 1... {
      var sum = Block(unknowns: unknowns)
      for index in whole.indices { sum.add(whole[index], weight: weights[index]) }
      guard let inverse = Self.inverse(of: sum.matrix, unknowns) else { return nil }
      let values = product(inverse, sum.vector)
      if round == Self.rounds {
        // The part of each stretch in the solution: they sum to zero.
        var squares = [Double](repeating: 0, count: unknowns)
        for index in whole.indices {
          let parts = product(inverse, whole[index].rest(of: values))
          for place in 0..<unknowns {
            squares[place] += (weights[index] * parts[place]) * (weights[index] * parts[place])
          }
        }
        let factor = Double(whole.count) / Double(whole.count - 1)
        guard values.allSatisfy({ $0.isFinite }), squares.allSatisfy({ $0.isFinite }) else { return nil }
        return Solution(values: values, standardDeviations: squares.map { ($0 * factor).squareRoot() })
      }
      let residuals = whole.map { $0.meanSquare(of: values) }
      // The median.
      let usual = residuals.filter { value in 2 * residuals.count { $0 <= value } > residuals.count }.min()
      guard let usual, usual > 0 else { return nil }
      weights = residuals.map { 1 / ($0 + 0.25 * usual) }
    }
    return nil
  }

  private func product(_ matrix: [Double], _ vector: [Double]) -> [Double] {
    (0..<unknowns).map { row in (0..<unknowns).reduce(0) { $0 + matrix[row * unknowns + $1] * vector[$1] } }
  }

  /// The inverse of a symmetric matrix that is not negative, by Gauss and Jordan; unknowns without effect stay zero.
  private static func inverse(of matrix: [Double], _ size: Int) -> [Double]? {
    let scales = (0..<size).map { 1 / max(matrix[$0 * (size + 1)], 1e-300).squareRoot() }
    var rest = matrix.indices.map { matrix[$0] * scales[$0 / size] * scales[$0 % size] }
    for place in 0..<size { rest[place * (size + 1)] += 1e-6 }
    var inverse = (0..<size * size).map { $0 % (size + 1) == 0 ? 1.0 : 0 }
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
    return inverse.indices.map { inverse[$0] * scales[$0 / size] * scales[$0 % size] }
  }
}
