import NumericalMethods

/// The normal equations of the smoother, an arrow matrix (33):
///
///     | H  E | |x|   | p   |
///     | Eᵀ S | |z| = | p_z |
///
/// H is block tridiagonal with the 9 unknowns of each knot; E has a column for each of the 19 constant errors. Source: B.
/// Triggs, P. McLauchlan, R. Hartley, A. Fitzgibbon, "Bundle adjustment - a modern synthesis", 2000, section 6.
///
/// The matrix is never stored. Each knot is assembled and eliminated in turn (34), which leaves the constant errors (35); of
/// the factored block rows only own block and coupling are kept, for the solution (36). One whole block row in `chunkLength` is
/// kept too, from which the covariance eliminates the knots after it again.
struct ArrowSystem: ~Copyable {
  /// The number of knots from one kept block row to the next.
  static let chunkLength = 64

  /// The number of knots.
  let knotCount: Int
  private var window = ArrowWindow()
  private var factors = KnotFactors()
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

  /// Eliminates the knots of the equations of `terms` (34). With `keepsFactors` they can be solved for the knots.
  mutating func eliminate(
    _ terms: some ArrowTerms, keepsFactors: Bool
  ) throws(LinearAlgebraError) -> ArrowElimination {
    window.restart()
    window.isReduced = false
    terms.addGlobalPriors(to: window)
    var kept: [Double] = []
    kept.reserveCapacity((knotCount + Self.chunkLength - 1) / Self.chunkLength * BlockRow.count)
    if keepsFactors { factors.makeRoom(knotCount: knotCount) }
    var logarithm = 0.0
    for knot in 0..<knotCount {
      let block = window.current
      if knot % Self.chunkLength == 0 {
        kept.append(contentsOf: UnsafeBufferPointer(start: block.numbers, count: BlockRow.count))
      }
      terms.addFactors(of: knot, to: window)
      logarithm += try Self.factor(block, of: knot).logarithm
      if keepsFactors { factors.keep(block, of: knot) }
      block.eliminate(from: window.next)
      block.eliminate(fromCorner: UnsafeMutableRawPointer(window.corner))
      window.advance()
    }
    return try ArrowElimination(kept: kept, corner: UnsafePointer(window.corner), logDeterminant: 2 * logarithm)
  }

  @inline(__always)
  private static func factor(_ block: BlockRow, of knot: Int) throws(LinearAlgebraError) -> Double {
    do throws(BlockRow.Failure) {
      return try block.factor()
    } catch {
      throw .notPositiveDefinite(order: ArrowWindow.knotSize * knot + error.place + 1)
    }
  }

  /// The solution for the knots, 9 numbers each (36), of the elimination whose factors were kept last.
  func knots(_ elimination: ArrowElimination, _ terms: some ArrowTerms) -> [Double] {
    var solution = [Double](repeating: 0, count: ArrowWindow.knotSize * knotCount)
    elimination.globals.withUnsafeBufferPointer { globals in
      solution.withUnsafeMutableBufferPointer { solution in
        guard let start = solution.baseAddress else { return }
        let right = KnotRightSide(start, globals: globals)
        for knot in 0..<knotCount {
          terms.addFactors(of: knot, to: right)
          factors.solveForward(start, of: knot)
        }
        for knot in (0..<knotCount).reversed() { factors.solveBackward(start, of: knot) }
      }
    }
    return solution
  }

  /// Frees the memory of the factors.
  mutating func removeFactors() { factors = KnotFactors() }

  /// Calls `body` with the factored block rows from the last knot to the first.
  mutating func forEachBlockBackward(
    _ elimination: ArrowElimination, _ terms: some ArrowTerms, _ body: (_ knot: Int, _ block: BlockRow) -> Void
  ) throws(LinearAlgebraError) {
    for first in stride(from: 0, to: knotCount, by: Self.chunkLength).reversed() {
      let knots = first..<min(first + Self.chunkLength, knotCount)
      try factorAgain(knots, elimination, terms)
      for knot in knots.reversed() { body(knot, BlockRow(blocks + BlockRow.count * (knot - first))) }
    }
  }

  /// Eliminates the knots of a chunk again, into `blocks`.
  private mutating func factorAgain(
    _ knots: Range<Int>, _ elimination: ArrowElimination, _ terms: some ArrowTerms
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
      _ = try Self.factor(block, of: knot)
      block.eliminate(from: window.next)
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
