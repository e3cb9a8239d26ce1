/// The normal equations of the smoother: a band of knots bordered by the constant errors of the sensors, the arrow matrix
///
///     | H  E | x   | y |
///     | Eᵀ S | g = | s |
///
/// H has the 9 unknowns of each knot and couples neighbours; E has a column for each of the 15 constant errors, and y is
/// kept as its 16th. Source: B. Triggs, P. McLauchlan, R. Hartley, A. Fitzgibbon, "Bundle adjustment - a modern synthesis",
/// 2000, section 6. Memory is taken once and used again for every solution.
struct ArrowSystem: ~Copyable {
  /// Unknowns per knot.
  static let knotSize = 9
  /// Constant errors.
  static let globalCount = 15
  /// Diagonals of H below the main one.
  static let bandwidth = 2 * knotSize - 1

  /// How many knots there are.
  let knotCount: Int
  /// H, lower band; after `solve` its factor.
  let band: UnsafeMutableBufferPointer<Double>
  /// E and y, column after column; after `solve` L⁻¹ of both.
  let border: UnsafeMutableBufferPointer<Double>
  /// S, column after column, lower triangle.
  private(set) var corner = [Double](repeating: 0, count: globalCount * globalCount)
  /// s.
  private(set) var cornerRight = [Double](repeating: 0, count: globalCount)
  /// Σ w r² of all factors.
  private(set) var cost = 0.0

  /// The rows of H.
  var order: Int { Self.knotSize * knotCount }

  /// A system of `knotCount` knots, all zero.
  init(knotCount: Int) {
    self.knotCount = knotCount
    let order = Self.knotSize * knotCount
    band = .allocate(capacity: order * (Self.bandwidth + 1))
    border = .allocate(capacity: order * (Self.globalCount + 1))
    band.initialize(repeating: 0)
    border.initialize(repeating: 0)
  }

  deinit {
    band.deallocate()
    border.deallocate()
  }

  /// Sets everything to zero.
  mutating func clear() {
    band.update(repeating: 0)
    border.update(repeating: 0)
    for index in corner.indices { corner[index] = 0 }
    for index in cornerRight.indices { cornerRight[index] = 0 }
    cost = 0
  }

  /// Adds a factor: w Jᵀ J to the matrix, -w Jᵀ r to the right side.
  @inline(__always)
  mutating func add(_ factor: LinearFactor) {
    let weighted = factor.weight * factor.residual
    cost += weighted * factor.residual
    let rows = order
    for a in 0..<factor.knotCount {
      let row = factor.knotColumns[unchecked: a]
      let entry = factor.knotEntries[unchecked: a]
      let scaled = factor.weight * entry
      for b in 0...a {
        let column = factor.knotColumns[unchecked: b]
        let place = row - column + (Self.bandwidth + 1) * column
        band[place] += scaled * factor.knotEntries[unchecked: b]
      }
      for b in 0..<factor.globalCount {
        border[row + rows * (factor.firstGlobal + b)] += scaled * factor.globalEntries[unchecked: b]
      }
      border[row + rows * Self.globalCount] -= entry * weighted
    }
    guard factor.globalCount > 0 else { return }
    corner.withUnsafeMutableBufferPointer { corner in
      for a in 0..<factor.globalCount {
        let scaled = factor.weight * factor.globalEntries[unchecked: a]
        let row = factor.firstGlobal + a
        for b in 0...a {
          corner[row + Self.globalCount * (factor.firstGlobal + b)] += scaled * factor.globalEntries[unchecked: b]
        }
      }
    }
    for a in 0..<factor.globalCount {
      cornerRight[factor.firstGlobal + a] -= factor.globalEntries[unchecked: a] * weighted
    }
  }

  /// Adds what is known of a constant error.
  mutating func addPrior(global: Int, value: Double, weight: Double) {
    corner[global * (Self.globalCount + 1)] += weight
    cornerRight[global] -= weight * value
    cost += weight * value * value
  }
}
