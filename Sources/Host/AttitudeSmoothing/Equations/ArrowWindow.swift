/// The source of the normal equations; it must make the same equations every time a knot is visited.
protocol ArrowTerms {
  /// The number of knots.
  var knotCount: Int { get }
  /// Adds the factors of a knot, alone and with the next.
  func addFactors<Sum: FactorSum & ~Copyable>(of knot: Int, to sum: borrowing Sum)
  /// Adds the priors of the constant errors.
  func addGlobalPriors(to window: borrowing ArrowWindow)
}

/// What sums the factors of knots.
protocol FactorSum: ~Copyable {
  /// Adds a factor of the knot whose turn it is.
  func add(_ factor: LinearFactor)
}

/// The part of the normal equations (33) under elimination: a knot, the next knot, and the constant errors.
///
/// The last row and column of border and corner are the right side; the last number of the corner is Σ w r².
struct ArrowWindow: ~Copyable, FactorSum {
  /// Unknowns per knot.
  static let knotSize = BlockRow.size
  /// Constant errors.
  static let globalCount = BlockRow.borderCount - 1

  /// The knot whose factors are being added.
  private(set) var knot = 0
  /// Whether the equations of the constant errors stay unchanged.
  var isReduced = false
  private let memory: UnsafeMutablePointer<Double>

  /// A window of zeros.
  init() {
    let count = 2 * BlockRow.count + Self.cornerCount
    let raw = UnsafeMutableRawPointer.allocate(byteCount: 8 * count, alignment: 32)
    memory = raw.bindMemory(to: Double.self, capacity: count)
    memory.initialize(repeating: 0, count: count)
  }

  deinit { memory.deallocate() }

  private static let cornerCount = BlockRow.borderCount * BlockRow.borderCount

  /// The block row of the knot, and of the next.
  @inline(__always)
  var current: BlockRow { BlockRow(memory + (knot & 1) * BlockRow.count) }
  @inline(__always)
  var next: BlockRow { BlockRow(memory + (1 - knot & 1) * BlockRow.count) }
  /// The equations of the constant errors, 20 rows of 20 numbers, of which the upper triangle is used.
  @inline(__always)
  var corner: UnsafeMutablePointer<Double> { memory + 2 * BlockRow.count }

  /// Moves to the first knot and sets everything to zero.
  mutating func restart() {
    knot = 0
    current.clear()
    next.clear()
    corner.update(repeating: 0, count: Self.cornerCount)
  }

  /// Moves back to a knot; `block` is its block row as the knots before left it.
  mutating func restore(_ knot: Int, _ block: UnsafePointer<Double>) {
    self.knot = knot
    current.numbers.update(from: block, count: BlockRow.count)
    next.clear()
  }

  /// Moves to the next knot.
  @inline(__always)
  mutating func advance() {
    current.clear()
    knot += 1
  }

  /// Adds a factor: w Jᵀ J to the matrix, -w Jᵀ r to the right side.
  @inline(__always)
  func add(_ factor: LinearFactor) {
    let base = Self.knotSize &* knot
    for a in 0..<factor.knotCount {
      let place = factor.knotColumns[unchecked: a] &- base
      let scaled = factor.weight * factor.knotEntries[unchecked: a]
      let isNext = place >= Self.knotSize
      // A column of the next knot starts with its own block; one of this knot has the coupling to the next further down.
      let column = isNext ? next.column(place &- Self.knotSize) : current.column(place)
      let shift = isNext ? Self.knotSize : Self.knotSize &- BlockRow.couplingStart
      for b in a..<factor.knotCount {
        let other = factor.knotColumns[unchecked: b] &- base
        let row = other >= Self.knotSize ? other &- shift : other
        column[row] += scaled * factor.knotEntries[unchecked: b]
      }
      column[BlockRow.stride - 1] -= scaled * factor.residual
      if !factor.globalGroups.isEmpty { addBorder(to: column, factor, scaled) }
    }
    guard !isReduced else { return }
    corner[Self.cornerCount - 1] += factor.weight * factor.residual * factor.residual
    if !factor.globalGroups.isEmpty { addCorner(factor) }
  }

  /// Adds the entries of the constant errors to the border of a column.
  @inline(__always)
  private func addBorder(to column: UnsafeMutablePointer<Double>, _ factor: LinearFactor, _ scaled: Double) {
    let border = UnsafeMutableRawPointer(column + BlockRow.borderStart)
    for group in factor.globalGroups { Self.add(factor.globalEntries(group) * scaled, to: border, group) }
  }

  /// Adds the entries of the constant errors to the corner.
  @inline(__always)
  private func addCorner(_ factor: LinearFactor) {
    for ownGroup in factor.globalGroups {
      let own = factor.globalEntries(ownGroup) * factor.weight
      for lane in 0..<4 {
        let line = corner + BlockRow.borderCount &* (4 &* ownGroup &+ lane)
        for group in ownGroup..<factor.globalGroups.upperBound {
          Self.add(factor.globalEntries(group) * own[lane], to: UnsafeMutableRawPointer(line), group)
        }
        line[Self.globalCount] -= factor.residual * own[lane]
      }
    }
  }

  /// Adds four numbers to a group of a row.
  @inline(__always)
  private static func add(_ value: SIMD4<Double>, to row: UnsafeMutableRawPointer, _ group: Int) {
    let sum = row.load(fromByteOffset: 32 &* group, as: SIMD4<Double>.self) + value
    row.storeBytes(of: sum, toByteOffset: 32 &* group, as: SIMD4<Double>.self)
  }

  /// Adds the prior of a constant error (32).
  func addPrior(global: Int, value: Double, weight: Double) {
    corner[(BlockRow.borderCount + 1) * global] += weight
    corner[BlockRow.borderCount * global + Self.globalCount] -= weight * value
    corner[Self.cornerCount - 1] += weight * value * value
  }
}
