import NumericalMethods

/// The attitude block of the inverse of the arrow matrix at every knot.
///
/// P is a diagonal block of H⁻¹ and Z a block row of H⁻¹ E; both follow backward from the factored block rows (42). The
/// border adds Z (Schur complement)⁻¹ Zᵀ (43). Source: K. Takahashi, J. Fagan, M. Chin, "Formation of a sparse bus impedance
/// matrix and its application to short circuit study", 1973.
struct ArrowCovariance: ~Copyable {
  /// The variances of the attitude error of a knot, rad².
  struct Attitude {
    /// The mean of the variances about the two level axes.
    var tilt: Float
    /// The variance about the vertical.
    var heading: Float
  }

  private static let size = BlockRow.size
  private static let globals = ArrowWindow.globalCount

  // P and what it is made of have three groups of lanes a row, Z has five; its last column is that of the right sides.
  private var covariance = LaneRows(count: size, groupCount: 3)
  private var product = LaneRows(count: size, groupCount: 3)
  private var coupling = LaneRows(count: size, groupCount: 3)
  private var sensitivity = LaneRows(count: size, groupCount: 5)
  private var carried = LaneRows(count: size, groupCount: 5)
  /// L_S⁻¹ by columns, and its product with a row of Z.
  private let inverseFactor = LaneRows(count: globals, groupCount: 5)
  private let sum = LaneRows(count: 1, groupCount: 5)

  /// The variances at every knot, from the elimination and its equations.
  static func attitudes(
    of system: inout ArrowSystem, _ elimination: ArrowElimination, _ terms: some ArrowTerms
  ) throws(LinearAlgebraError) -> [Attitude] {
    var pass = ArrowCovariance(inverseFactor: try elimination.complement.inverseFactor())
    var attitudes = [Attitude](repeating: Attitude(tilt: 0, heading: 0), count: system.knotCount)
    try system.forEachBlockBackward(elimination, terms) { knot, block in
      pass.stepBack(block)
      attitudes[knot] = Attitude(
        tilt: Float(0.5 * (pass.variance(Unknown.attitude(0, 0)) + pass.variance(Unknown.attitude(0, 1)))),
        heading: Float(pass.variance(Unknown.attitude(0, 2))))
    }
    return attitudes
  }

  private init(inverseFactor columns: [Double]) {
    for column in 0..<Self.globals {
      for row in 0..<Self.globals { inverseFactor[column, row] = columns[row + Self.globals * column] }
    }
  }

  /// P and Z of a knot from those of the next (42). They start at zero, as the coupling of the last knot is zero.
  @inline(__always)
  private mutating func stepBack(_ block: BlockRow) {
    let size = Self.size
    for column in 0..<size {
      for row in 0..<size { coupling[row, column] = block[column, BlockRow.couplingStart + row] }
    }
    // -Kᵀ P, then I + Kᵀ P K.
    for row in 0..<size {
      product.clear(row)
      product.subtract(from: row, BlockRow.couplingCount(ofColumn: row), Self.coupling(block, row), covariance, 0)
    }
    for row in 0..<size {
      covariance.clear(row)
      covariance[row, row] = 1
      covariance.subtract(from: row, size, product.row(row), coupling, 0)
    }
    // The result of the first solution is transposed, the second is symmetric.
    covariance.solveTransposed(block)
    covariance.transpose(size)
    covariance.solveTransposed(block)

    for row in 0..<size {
      carried.set(row, block.column(row) + BlockRow.borderStart)
      carried.subtract(from: row, BlockRow.couplingCount(ofColumn: row), Self.coupling(block, row), sensitivity, 0)
    }
    swap(&carried, &sensitivity)
    sensitivity.solveTransposed(block)
  }

  @inline(__always)
  private static func coupling(_ block: BlockRow, _ column: Int) -> UnsafeMutablePointer<Double> {
    block.column(column) + BlockRow.couplingStart
  }

  /// The variance of unknown `row` of the knot (43).
  @inline(__always)
  private func variance(_ row: Int) -> Double {
    sum.clear(0)
    sum.subtract(from: 0, Self.globals, sensitivity.row(row), inverseFactor, 0)
    return covariance[row, row] + sum.squaredLength(0)
  }
}

/// Rows of numbers in groups of four lanes.
private struct LaneRows: ~Copyable {
  private typealias Lanes = SIMD4<Double>
  private let count: Int
  private let groupCount: Int
  private let memory: UnsafeMutablePointer<Double>

  /// Rows of zeros.
  init(count: Int, groupCount: Int) {
    (self.count, self.groupCount) = (count, groupCount)
    memory = UnsafeMutableRawPointer.allocate(byteCount: 32 * groupCount * count, alignment: 32)
      .bindMemory(to: Double.self, capacity: 4 * groupCount * count)
    memory.initialize(repeating: 0, count: 4 * groupCount * count)
  }

  deinit { memory.deallocate() }

  /// The numbers of a row.
  @inline(__always)
  func row(_ row: Int) -> UnsafeMutablePointer<Double> { memory + 4 &* groupCount &* row }

  @inline(__always)
  subscript(row: Int, column: Int) -> Double {
    get { self.row(row)[column] }
    nonmutating set { self.row(row)[column] = newValue }
  }

  @inline(__always)
  private subscript(lanes row: Int, group: Int) -> Lanes {
    get { UnsafeRawPointer(self.row(row)).load(fromByteOffset: 32 &* group, as: Lanes.self) }
    nonmutating set {
      UnsafeMutableRawPointer(self.row(row)).storeBytes(of: newValue, toByteOffset: 32 &* group, as: Lanes.self)
    }
  }

  @inline(__always)
  func clear(_ row: Int) { for group in 0..<groupCount { self[lanes: row, group] = .zero } }

  @inline(__always)
  func set(_ row: Int, _ numbers: UnsafeMutablePointer<Double>) {
    self.row(row).update(from: numbers, count: 4 &* groupCount)
  }

  /// Subtracts from a row `count` rows of `others`, from row `first` on, each times its factor.
  @inline(__always)
  func subtract(
    from row: Int, _ count: Int, _ factors: UnsafeMutablePointer<Double>, _ others: borrowing LaneRows, _ first: Int
  ) {
    for group in 0..<groupCount {
      var sum = self[lanes: row, group]
      for index in 0..<count { sum -= others[lanes: first &+ index, group] * factors[index] }
      self[lanes: row, group] = sum
    }
  }

  /// Multiplies the rows, those of a factored block, by L⁻ᵀ from the left.
  @inline(__always)
  func solveTransposed(_ block: BlockRow) {
    for row in (0..<count).reversed() {
      subtract(from: row, count &- 1 &- row, block.column(row) + row + 1, self, row &+ 1)
      let scale = 1 / block[row, row]
      for group in 0..<groupCount { self[lanes: row, group] *= scale }
    }
  }

  /// Transposes the first `size` columns of as many rows.
  @inline(__always)
  func transpose(_ size: Int) {
    for row in 0..<size {
      for column in 0..<row {
        let entry = self[row, column]
        self[row, column] = self[column, row]
        self[column, row] = entry
      }
    }
  }

  /// The sum of the squares of a row.
  @inline(__always)
  func squaredLength(_ row: Int) -> Double {
    var sum = Lanes.zero
    for group in 0..<groupCount { sum += self[lanes: row, group] * self[lanes: row, group] }
    return sum.sum()
  }
}
