/// The normal equations of the smoother, an arrow matrix (33):
///
///     | H  E | |x|   | p   |
///     | Eᵀ S | |z| = | p_z |
///
/// H is block tridiagonal with the 9 unknowns of each knot; E has a column for each of the 19 constant errors. Source: B.
/// Triggs, P. McLauchlan, R. Hartley, A. Fitzgibbon, "Bundle adjustment - a modern synthesis", 2000, section 6.
///
/// The matrix is never stored. Each knot is assembled and eliminated in turn (34), which leaves the constant errors (35).
/// One block row in `chunkLength` is kept; the backward pass eliminates the knots after it again (36).
struct ArrowSystem: ~Copyable {
  /// The number of knots from one kept block row to the next.
  static let chunkLength = 64

  /// The number of knots.
  let knotCount: Int
  private var window = ArrowWindow()
  /// The factored block rows of one chunk.
  private let blocks: UnsafeMutablePointer<Double>

  /// A system of `knotCount` knots.
  init(knotCount: Int) {
    self.knotCount = knotCount
    let count = min(max(knotCount, 1), Self.chunkLength) * BlockRow.count
    blocks = UnsafeMutableRawPointer.allocate(byteCount: 8 * count, alignment: 32)
      .bindMemory(to: Double.self, capacity: count)
    blocks.initialize(repeating: 0, count: count)
  }

  deinit { blocks.deallocate() }

  /// Eliminates the knots of the equations of `terms` (34).
  mutating func eliminate(_ terms: some ArrowTerms) throws(LinearAlgebraError) -> ArrowElimination {
    window.restart()
    window.isReduced = false
    terms.addGlobalPriors(to: window)
    var kept: [Double] = []
    kept.reserveCapacity((knotCount + Self.chunkLength - 1) / Self.chunkLength * BlockRow.count)
    var logarithm = 0.0
    for knot in 0..<knotCount {
      let block = window.current
      if knot % Self.chunkLength == 0 {
        kept.append(contentsOf: UnsafeBufferPointer(start: block.numbers, count: BlockRow.count))
      }
      terms.addFactors(of: knot, to: window)
      do throws(BlockRow.Failure) {
        logarithm += try block.factor(isReduced: false).logarithm
      } catch {
        throw .notPositiveDefinite(order: ArrowWindow.knotSize * knot + error.place + 1)
      }
      block.eliminate(from: window.next, isReduced: false)
      block.eliminate(fromCorner: UnsafeMutableRawPointer(window.corner))
      window.advance()
    }
    return try ArrowElimination(kept: kept, corner: UnsafePointer(window.corner), logDeterminant: 2 * logarithm)
  }

  /// The solution for the knots, 9 numbers each, from the last to the first (36).
  mutating func knots(
    _ elimination: ArrowElimination, _ terms: some ArrowTerms
  ) throws(LinearAlgebraError) -> [Double] {
    let size = ArrowWindow.knotSize
    let last = knotCount - 1
    var solution = [Double](repeating: 0, count: size * knotCount)
    try forEachBlockBackward(elimination, terms, isReduced: true) { knot, block in
      solution.withUnsafeMutableBufferPointer { solution in
        guard let own = solution.baseAddress.map({ $0 + size * knot }) else { return }
        for column in 0..<size {
          var right = block[column, BlockRow.stride - 1]
          if knot < last {
            for row in 0..<size { right -= block[column, BlockRow.couplingStart + row] * own[size + row] }
          }
          own[column] = right
        }
        block.solveTransposed(own)
      }
    }
    return solution
  }

  /// Calls `body` with the factored block rows from the last knot to the first. With `isReduced` the last column of their
  /// border is L⁻¹ (p - E z), otherwise the border is U = L⁻¹ [E p].
  mutating func forEachBlockBackward(
    _ elimination: ArrowElimination, _ terms: some ArrowTerms, isReduced: Bool,
    _ body: (_ knot: Int, _ block: BlockRow) -> Void
  ) throws(LinearAlgebraError) {
    for first in stride(from: 0, to: knotCount, by: Self.chunkLength).reversed() {
      let knots = first..<min(first + Self.chunkLength, knotCount)
      try factorAgain(knots, elimination, terms, isReduced: isReduced)
      for knot in knots.reversed() { body(knot, BlockRow(blocks + BlockRow.count * (knot - first))) }
    }
  }

  /// Eliminates the knots of a chunk again, into `blocks`.
  private mutating func factorAgain(
    _ knots: Range<Int>, _ elimination: ArrowElimination, _ terms: some ArrowTerms, isReduced: Bool
  ) throws(LinearAlgebraError) {
    // The constant errors are known.
    window.isReduced = true
    elimination.kept.withUnsafeBufferPointer { kept in
      guard let start = kept.baseAddress else { return }
      window.restore(knots.lowerBound, start + knots.lowerBound / Self.chunkLength * BlockRow.count)
    }
    for knot in knots {
      let block = BlockRow(blocks + BlockRow.count * (knot - knots.lowerBound))
      terms.addFactors(of: knot, to: window)
      block.numbers.update(from: window.current.numbers, count: BlockRow.count)
      if isReduced {
        elimination.globals.withUnsafeBufferPointer { if let start = $0.baseAddress { block.reduceBorder(start) } }
      }
      do throws(BlockRow.Failure) {
        _ = isReduced ? try block.factor(isReduced: true) : try block.factor(isReduced: false)
      } catch {
        throw .notPositiveDefinite(order: ArrowWindow.knotSize * knot + error.place + 1)
      }
      if isReduced {
        block.eliminate(from: window.next, isReduced: true)
      } else {
        block.eliminate(from: window.next, isReduced: false)
      }
      window.advance()
    }
  }
}

/// The normal equations after the elimination of the knots: the constant errors, and the start of the backward pass.
struct ArrowElimination {
  /// The block row of the first knot of every chunk, as the knots before left it.
  let kept: [Double]
  /// The corrections z of the constant errors (35).
  let globals: [Double]
  /// The factor of the Schur complement of the knots, whose inverse is the covariance of the constant errors (46).
  let complement: DenseCholesky
  /// The logarithm of the determinant of the whole matrix (37).
  let logDeterminant: Double
  /// Σ w (r + J x)² after the step (37).
  let remainingCost: Double

  /// Solves for the constant errors. `corner` is the Schur complement with its right side, 20 rows of 20 numbers, the last
  /// of which is the cost after elimination; `logDeterminant` is that of the knots.
  init(kept: [Double], corner: UnsafePointer<Double>, logDeterminant: Double) throws(LinearAlgebraError) {
    let count = ArrowWindow.globalCount
    // The upper triangle by rows is the lower triangle by columns.
    var matrix = [Double](repeating: 0, count: count * count)
    var right = [Double](repeating: 0, count: count)
    for row in 0..<count {
      for column in row..<count { matrix[column + count * row] = corner[column + (count + 1) * row] }
      right[row] = corner[count + (count + 1) * row]
    }
    complement = try DenseCholesky(matrix, order: count)
    globals = try complement.solve(right)
    self.kept = kept
    self.logDeterminant = logDeterminant + complement.logDeterminant
    remainingCost = corner[(count + 1) * (count + 1) - 1] - zip(right, globals).reduce(0) { $0 + $1.0 * $1.1 }
  }
}

/// The attitude block of the inverse of the arrow matrix at every knot.
///
/// P is a diagonal block of H⁻¹ and Z a block row of H⁻¹ E; both follow backward from the factored block rows (42). The
/// border adds Z (Schur complement)⁻¹ Zᵀ (43). Source: K. Takahashi, J. Fagan, M. Chin, "Formation of a sparse bus impedance
/// matrix and its application to short circuit study", 1973.
struct ArrowCovariance {
  /// The variances of the attitude error of a knot, rad².
  struct Attitude {
    /// The mean of the variances about the two level axes.
    var tilt: Float
    /// The variance about the vertical.
    var heading: Float
  }

  private static let size = ArrowWindow.knotSize
  private static let globals = ArrowWindow.globalCount

  // P by columns; Z by rows, as the border is stored.
  private var covariance = [Double](repeating: 0, count: size * size)
  private var sensitivity = [Double](repeating: 0, count: size * globals)
  private var product = [Double](repeating: 0, count: size * size)
  private var carried = [Double](repeating: 0, count: size * globals)
  private let inverseFactor: [Double]

  /// The variances at every knot, from the elimination and its equations.
  static func attitudes(
    of system: inout ArrowSystem, _ elimination: ArrowElimination, _ terms: some ArrowTerms
  ) throws(LinearAlgebraError) -> [Attitude] {
    var pass = try ArrowCovariance(inverseFactor: elimination.complement.inverseFactor())
    var attitudes = [Attitude](repeating: Attitude(tilt: 0, heading: 0), count: system.knotCount)
    try system.forEachBlockBackward(elimination, terms, isReduced: false) { knot, block in
      pass.stepBack(block)
      attitudes[knot] = Attitude(
        tilt: Float(0.5 * (pass.variance(Unknown.attitude(0, 0)) + pass.variance(Unknown.attitude(0, 1)))),
        heading: Float(pass.variance(Unknown.attitude(0, 2))))
    }
    return attitudes
  }

  private init(inverseFactor: [Double]) { self.inverseFactor = inverseFactor }

  /// P and Z of a knot from those of the next (42). They start at zero, as the coupling of the last knot is zero.
  private mutating func stepBack(_ block: BlockRow) {
    let (size, globals) = (Self.size, Self.globals)
    multiplyByCoupling(block)
    covariance.withUnsafeMutableBufferPointer { covariance in
      guard let start = covariance.baseAddress else { return }
      for index in 0..<size { start[index * (size + 1)] += 1 }
      for column in 0..<size { block.solveTransposed(start + size * column) }
      for row in 0..<size { block.solveTransposed(start + row, step: size) }
    }
    carrySensitivity(block)
    sensitivity.withUnsafeMutableBufferPointer { sensitivity in
      guard let start = sensitivity.baseAddress else { return }
      for column in 0..<globals { block.solveTransposed(start + column, step: globals) }
    }
  }

  /// Replaces P by Kᵀ P K.
  private mutating func multiplyByCoupling(_ block: BlockRow) {
    let size = Self.size
    for column in 0..<size {
      for row in 0..<size {
        var sum = 0.0
        for inner in 0..<size { sum += covariance[inner + size * row] * block[column, BlockRow.couplingStart + inner] }
        product[row + size * column] = sum
      }
    }
    for row in 0..<size {
      for column in row..<size {
        var sum = 0.0
        for inner in 0..<size { sum += block[row, BlockRow.couplingStart + inner] * product[inner + size * column] }
        covariance[row + size * column] = sum
        covariance[column + size * row] = sum
      }
    }
  }

  /// Replaces Z by U - Kᵀ Z.
  private mutating func carrySensitivity(_ block: BlockRow) {
    let (size, globals) = (Self.size, Self.globals)
    for row in 0..<size {
      for column in 0..<globals { carried[globals * row + column] = block[row, BlockRow.borderStart + column] }
      for inner in 0..<size {
        let factor = block[row, BlockRow.couplingStart + inner]
        for column in 0..<globals { carried[globals * row + column] -= factor * sensitivity[globals * inner + column] }
      }
    }
    swap(&carried, &sensitivity)
  }

  /// The variance of unknown `row` of the knot (43).
  private func variance(_ row: Int) -> Double {
    var variance = covariance[row * (Self.size + 1)]
    for index in 0..<Self.globals {
      var sum = 0.0
      for column in 0...index {
        sum += inverseFactor[index + Self.globals * column] * sensitivity[Self.globals * row + column]
      }
      variance += sum * sum
    }
    return variance
  }
}
