/// The factored own block L and the coupling K of every knot (34), with which the equations are solved for the knots (36).
///
/// Packed by columns: L from its diagonal down, then the rows of K that the column can have.
struct KnotFactors {
  private var numbers: [Double] = []

  private static let size = BlockRow.size
  /// The numbers of a knot.
  private static let count = (0..<size).reduce(0) { $0 + size - $1 + BlockRow.couplingCount(ofColumn: $1) }

  /// Makes room for the factors of `knotCount` knots.
  mutating func makeRoom(knotCount: Int) {
    let count = Self.count * knotCount
    if numbers.count != count { numbers = Array(repeating: 0, count: count) }
  }

  /// Keeps the factors of a knot.
  @inline(__always)
  mutating func keep(_ block: BlockRow, of knot: Int) {
    numbers.withUnsafeMutableBufferPointer { numbers in
      guard var place = numbers.baseAddress.map({ $0 + Self.count &* knot }) else { return }
      for column in 0..<Self.size {
        let (own, coupling) = (Self.size &- column, BlockRow.couplingCount(ofColumn: column))
        place.update(from: block.column(column) + column, count: own)
        (place + own).update(from: block.column(column) + BlockRow.couplingStart, count: coupling)
        place += own &+ coupling
      }
    }
  }

  /// Replaces the right side of a knot by L⁻¹ times it, and subtracts K times the result from that of the next knot.
  @inline(__always)
  func solveForward(_ right: UnsafeMutablePointer<Double>, of knot: Int) {
    numbers.withUnsafeBufferPointer { numbers in
      guard var place = numbers.baseAddress.map({ $0 + Self.count &* knot }) else { return }
      let isLast = Self.count &* (knot &+ 1) == numbers.count
      let own = right + Self.size &* knot
      for column in 0..<Self.size {
        let value = own[column] / place[0]
        own[column] = value
        for row in 1..<Self.size &- column { own[column &+ row] -= place[row] * value }
        place += Self.size &- column
        let coupling = BlockRow.couplingCount(ofColumn: column)
        if !isLast { for row in 0..<coupling { own[Self.size &+ row] -= place[row] * value } }
        place += coupling
      }
    }
  }

  /// Replaces the right side of a knot by L⁻ᵀ (it - Kᵀ times the solution of the next knot).
  @inline(__always)
  func solveBackward(_ right: UnsafeMutablePointer<Double>, of knot: Int) {
    numbers.withUnsafeBufferPointer { numbers in
      guard var place = numbers.baseAddress.map({ $0 + Self.count &* (knot &+ 1) }) else { return }
      let isLast = Self.count &* (knot &+ 1) == numbers.count
      let own = right + Self.size &* knot
      for column in (0..<Self.size).reversed() {
        let coupling = BlockRow.couplingCount(ofColumn: column)
        var value = own[column]
        place -= coupling
        if !isLast { for row in 0..<coupling { value -= place[row] * own[Self.size &+ row] } }
        place -= Self.size &- column
        for row in 1..<Self.size &- column { value -= place[row] * own[column &+ row] }
        own[column] = value / place[0]
      }
    }
  }
}

/// The right sides of the knots when the constant errors z are known: p - E z, as the sum of -w J (r + J_z z) over the factors.
struct KnotRightSide: ~Copyable, FactorSum {
  private let numbers: UnsafeMutablePointer<Double>
  private var groups = InlineArray<5, SIMD4<Double>>(repeating: .zero)

  /// Right sides in the caller's memory: 9 numbers a knot, zeros at first.
  init(_ numbers: UnsafeMutablePointer<Double>, globals: UnsafeBufferPointer<Double>) {
    self.numbers = numbers
    for index in globals.indices { groups[index / 4][index % 4] = globals[index] }
  }

  @inline(__always)
  func add(_ factor: LinearFactor) {
    var products = SIMD4<Double>.zero
    for group in factor.globalGroups { products += factor.globalEntries(group) * groups[unchecked: group] }
    let scaled = factor.weight * (factor.residual + products.sum())
    for index in 0..<factor.knotCount {
      numbers[factor.knotColumns[unchecked: index]] -= scaled * factor.knotEntries[unchecked: index]
    }
  }
}
