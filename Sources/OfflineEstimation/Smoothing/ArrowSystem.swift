/// The normal equations of the smoother: a band of knots bordered by the constant errors of the sensors, the arrow matrix
///
///     | H  E | x   | y |
///     | Eᵀ S | g = | s |
///
/// H has the 9 unknowns of each knot and couples neighbours; E has a column for each of the 15 constant errors. Source: B.
/// Triggs, P. McLauchlan, R. Hartley, A. Fitzgibbon, "Bundle adjustment - a modern synthesis", 2000, section 6.
///
/// The matrix is never held: knot after knot is assembled and eliminated, which leaves the constant errors; one block row
/// in `chunkLength` is kept, and going backward, the knots after it are eliminated once more.
struct ArrowSystem: ~Copyable {
  /// Knots between two block rows that are kept.
  static let chunkLength = 64

  /// How many knots there are.
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

  /// Eliminates the knots of the equations that `terms` makes.
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

  /// The solution for the knots, 9 numbers each, going backward; `terms` must make the same equations again.
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

  /// Gives the factored block rows from the last knot to the first. With `isReduced` the last column of their border is the
  /// right side for the knots alone; else the border is W = L⁻¹ [E y].
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

  /// Eliminates the knots of a chunk once more, into `blocks`.
  private mutating func factorAgain(
    _ knots: Range<Int>, _ elimination: ArrowElimination, _ terms: some ArrowTerms, isReduced: Bool
  ) throws(LinearAlgebraError) {
    // The constant errors are known by now.
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
