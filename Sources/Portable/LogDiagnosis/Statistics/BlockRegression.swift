import LogTables
import Rotations

/// Linear least squares over stretches of time, in constant memory.
///
/// Each stretch keeps its normal equations. Its weight is the inverse of its mean square residual, so that a stretch of strong
/// acceleration or of a disturbed field counts little. The differences between the stretches give the standard deviations. A solution
/// holds the unknowns that it is asked for: what others leave of the residuals shows which of them the recording needs.
struct BlockRegression: Sendable {
  /// The most stretches; two become one when they are full.
  private static let mostBlocks = 32
  /// The fewest stretches of a solution.
  private static let fewestBlocks = 10
  /// The fewest stretches of a log with a step.
  private static let fewestWithStep = 15
  /// The fewest stretches before a step and after it.
  private static let fewestBesideStep = 2
  /// The rounds in which the weights follow the residuals.
  private static let rounds = 5

  /// The normal equations of a stretch of time.
  private struct Block: Sendable {
    /// The lower triangle while rows are added.
    var matrix: [Double]
    var vector: [Double]
    /// The sum of the squared changes.
    var energy = 0.0
    var count = 0

    init(unknowns: Int) {
      matrix = [Double](repeating: 0, count: unknowns * unknowns)
      vector = [Double](repeating: 0, count: unknowns)
    }

    /// Adds a row: a change, and the effect of each unknown on it.
    mutating func add(_ row: borrowing [Vector3<Double>]) {
      Self.accumulate(row, &matrix, &vector)
      energy += row[0].squaredLength
      count += 1
    }

    /// Adds the products of a row, in place: a subscript of a property at a time would ask for each whether it is shared.
    private static func accumulate(
      _ row: borrowing [Vector3<Double>], _ matrix: inout [Double], _ vector: inout [Double]
    ) {
      let unknowns = vector.count
      let row = row.span
      let change = row[0]
      var products = matrix.mutableSpan
      var changes = vector.mutableSpan
      for left in 0..<unknowns {
        let effect = row[left + 1]
        changes[left] += effect.dot(change)
        for right in 0...left { products[left * unknowns + right] += effect.dot(row[right + 1]) }
      }
    }

    mutating func add(_ other: Block, weight: Double = 1) {
      for index in matrix.indices { matrix[index] += weight * other.matrix[index] }
      for index in vector.indices { vector[index] += weight * other.vector[index] }
      energy += weight * other.energy
      count += other.count
    }

    /// The equations of some unknowns, each with a factor; the others are zero.
    func reduced(to unknowns: [(place: Int, factor: Double)]) -> Block {
      var block = Block(unknowns: unknowns.count)
      (block.energy, block.count) = (energy, count)
      for (row, left) in unknowns.enumerated() {
        block.vector[row] = left.factor * vector[left.place]
        for (column, right) in unknowns.enumerated() {
          block.matrix[row * unknowns.count + column] =
            left.factor * right.factor
            * matrix[max(left.place, right.place) * vector.count + min(left.place, right.place)]
        }
      }
      return block
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
    blocks[blocks.count - 1].add(row)
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
    /// The weights of the stretches, and the squared residuals with them.
    fileprivate var weights: [Double]
    fileprivate var remainder: Double

    /// Three values from a place on, and the largest of their standard deviations.
    func vector(from place: Int) -> (value: Vector3<Double>, deviation: Double) {
      let deviation = max(standardDeviations[place], standardDeviations[place + 1], standardDeviations[place + 2])
      return (Vector3(x: values[place], y: values[place + 1], z: values[place + 2]), deviation)
    }
  }

  /// The stretches that count; nil for a short log. The last one does if it is half complete.
  private var complete: ArraySlice<Block>? {
    let isLastShort = 2 * blocks[blocks.count - 1].count < rowsPerBlock
    let complete = isLastShort ? blocks.dropLast() : blocks[...]
    return complete.count >= Self.fewestBlocks ? complete : nil
  }

  /// The stretches for some unknowns, and for others that change by a step at the beginning of a stretch.
  private func reduced(_ places: some Sequence<Int>, steps: Range<Int> = 0..<0, at start: Int = 0) -> [Block]? {
    guard let complete else { return nil }
    return complete.enumerated().map { index, block in
      block.reduced(
        to: places.map { ($0, 1) } + steps.map { ($0, index < start ? -0.5 : 0.5) })
    }
  }

  /// The solution for some of the unknowns, the others being zero; nil for a short log.
  func solution(_ places: some Sequence<Int>) -> Solution? { reduced(places).flatMap { solution(of: $0) } }

  /// What some unknowns leave of the squared residuals of a solution, with its weights; one for a short log.
  func remainder(_ places: some Sequence<Int>, of solution: Solution) -> Double {
    reduced(places).map { remainder($0, of: solution) } ?? 1
  }

  private func remainder(_ blocks: [Block], of given: Solution) -> Double {
    guard let found = weighted(blocks, given.weights), given.remainder > 0 else { return 1 }
    return Self.squares(blocks, found.values, given.weights) / given.remainder
  }

  /// The weighted sum of the squared residuals.
  private static func squares(_ blocks: [Block], _ values: [Double], _ weights: [Double]) -> Double {
    zip(blocks, weights).reduce(0) { $0 + $1.1 * $1.0.meanSquare(of: values) * Double($1.0.count) }
  }

  /// The step of some unknowns that leaves least beside the unknowns of a solution.
  struct Step: Sendable {
    /// The change of each.
    var values: [Double]
    /// Their standard deviations.
    var standardDeviations: [Double]
    /// The share of the log before it.
    var share: Double
    /// What is left of the squared residuals of the solution.
    var remainder: Double
  }

  /// The best step of some unknowns beside a solution for others; nil for a short log.
  func step(of steps: Range<Int>, beside solution: Solution, _ places: some Sequence<Int>) -> Step? {
    guard let count = complete?.count, count >= Self.fewestWithStep else { return nil }
    let starts = Self.fewestBesideStep...(count - Self.fewestBesideStep)
    let remainders = starts.map { start in
      reduced(places, steps: steps, at: start).map { remainder($0, of: solution) } ?? 1
    }
    guard let best = remainders.indices.min(by: { remainders[$0] < remainders[$1] }),
      let found = reduced(places, steps: steps, at: starts.lowerBound + best).flatMap({ self.solution(of: $0) })
    else { return nil }
    return Step(
      values: found.values.suffix(steps.count), standardDeviations: found.standardDeviations.suffix(steps.count),
      share: Double(starts.lowerBound + best) / Double(count), remainder: remainders[best])
  }

  /// The values with given weights, and the inverse of the equations.
  private func weighted(_ blocks: [Block], _ weights: [Double]) -> (values: [Double], inverse: [Double])? {
    let size = blocks[0].vector.count
    var sum = Block(unknowns: size)
    for (block, weight) in zip(blocks, weights) { sum.add(block, weight: weight) }
    return Self.inverse(of: sum.matrix, size).map { (Self.product($0, sum.vector), $0) }
  }

  private func solution(of blocks: [Block]) -> Solution? {
    var weights = [Double](repeating: 1, count: blocks.count)
    for round in 1... {
      guard let (values, inverse) = weighted(blocks, weights) else { return nil }
      if round == Self.rounds { return solution(blocks, values, inverse, weights) }
      let residuals = blocks.map { $0.meanSquare(of: values) }
      let usual = residuals[residuals.ascendingIndices[blocks.count / 2]]
      guard usual > 0 else { return nil }
      weights = residuals.map { 1 / ($0 + 0.25 * usual) }
    }
    return nil
  }

  /// The values with their standard deviations; nil if one is not finite.
  private func solution(
    _ blocks: [Block], _ values: [Double], _ inverse: [Double], _ weights: [Double]
  ) -> Solution? {
    // The part of each stretch in the solution: they sum to zero.
    var deviations = [Double](repeating: 0, count: values.count)
    for (block, weight) in zip(blocks, weights) {
      let part = Self.product(inverse, block.rest(of: values))
      for index in values.indices { deviations[index] += (weight * part[index]) * (weight * part[index]) }
    }
    let factor = Double(weights.count) / Double(weights.count - 1)
    for index in values.indices {
      deviations[index] = (deviations[index] * factor).squareRoot()
      guard values[index].isFinite, deviations[index].isFinite else { return nil }
    }
    return Solution(
      values: values, standardDeviations: deviations, weights: weights,
      remainder: Self.squares(blocks, values, weights))
  }

  static func product(_ matrix: [Double], _ vector: [Double]) -> [Double] {
    vector.indices.map { row in
      vector.indices.reduce(0) { $0 + matrix[row * vector.count + $1] * vector[$1] }
    }
  }

  /// The inverse of a symmetric matrix that is not negative, by Gauss and Jordan; unknowns without effect stay zero.
  static func inverse(of matrix: [Double], _ size: Int) -> [Double]? {
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
