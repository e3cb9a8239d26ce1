/// One block row of a bordered block tridiagonal matrix during elimination: the columns of nine unknowns, each with its
/// own block, the coupling to the next nine unknowns and a border of twenty.
///
/// LAPACK's band routines call BLAS for every column, which at a bandwidth of 17 costs several times the arithmetic. Here
/// a block row stays in the first-level cache and nothing is called.
///
/// Storage: nine columns of 44 numbers, each eleven groups of four lanes. Rows 0-8 are the own block (lower triangle),
/// 12-20 the coupling, 24-43 the border; the rows between are zero. Equations cited by number are those of the article
/// TheSmoother.
struct BlockRow {
  /// Unknowns of a block.
  static let size = 9
  /// Columns of the border.
  static let borderCount = 20
  /// The first row of the coupling within a column.
  static let couplingStart = 12
  /// The first row of the border within a column.
  static let borderStart = 24
  /// The numbers of a column.
  static let stride = 44
  /// The numbers of a block row.
  static let count = size * stride

  private typealias Lanes = SIMD4<Double>
  private static let groupCount = stride / 4
  private static let (couplingGroup, borderGroup, lastGroup) = (3, 6, 10)

  private let memory: UnsafeMutableRawPointer

  /// A block row in the caller's memory: `count` numbers, aligned to 32 bytes.
  @inline(__always)
  init(_ memory: UnsafeMutablePointer<Double>) { self.memory = UnsafeMutableRawPointer(memory) }

  /// The numbers.
  @inline(__always)
  var numbers: UnsafeMutablePointer<Double> { memory.assumingMemoryBound(to: Double.self) }

  /// The numbers of a column.
  @inline(__always)
  func column(_ index: Int) -> UnsafeMutablePointer<Double> { numbers + Self.stride &* index }

  /// An entry by column and row.
  @inline(__always)
  subscript(column: Int, row: Int) -> Double {
    get { numbers[Self.stride &* column &+ row] }
    nonmutating set { numbers[Self.stride &* column &+ row] = newValue }
  }

  /// Four numbers of a column.
  @inline(__always)
  private subscript(lanes column: Int, group: Int) -> Lanes {
    get { memory.load(fromByteOffset: 32 &* (Self.groupCount &* column &+ group), as: Lanes.self) }
    nonmutating set {
      memory.storeBytes(of: newValue, toByteOffset: 32 &* (Self.groupCount &* column &+ group), as: Lanes.self)
    }
  }

  /// Sets everything to zero.
  @inline(__always)
  func clear() { numbers.update(repeating: 0, count: Self.count) }

  /// Subtracts all columns of the border but the last times `solution` from the last: the right side for the
  /// block's unknowns once those of the border are known, p - E z (36). Only the last four columns are valid afterwards.
  @inline(__always)
  func reduceBorder(_ solution: UnsafePointer<Double>) {
    for column in 0..<Self.size {
      var rest = self[column, Self.stride - 1]
      for place in 0..<Self.borderCount - 1 { rest -= self[column, Self.borderStart + place] * solution[place] }
      self[lanes: column, Self.lastGroup] = Lanes(0, 0, 0, rest)
    }
  }

  /// Replaces the own block by its Cholesky factor L, and multiplies coupling and border by L⁻ᵀ from the right (34).
  /// Returns the product of the diagonal of L. Throws the column at which the block is not positive definite.
  @inline(__always)
  func factor(isReduced: Bool) throws(Failure) -> Double {
    var product = 1.0
    for column in 0..<Self.size {
      subtractColumns(before: column, fiveFrom: 0)
      if isReduced {
        subtractColumns(before: column, Self.couplingGroup + 2)
        subtractColumns(before: column, Self.lastGroup)
      } else {
        subtractColumns(before: column, fiveFrom: Self.couplingGroup + 2)
        subtractColumns(before: column, Self.lastGroup)
      }
      let pivot = self[column, column]
      guard pivot > 0 else { throw Failure(place: column) }
      let root = pivot.squareRoot()
      let scale = 1 / root
      product *= root
      for group in 0..<Self.groupCount { self[lanes: column, group] *= scale }
    }
    return product
  }

  /// The block is not positive definite.
  struct Failure: Error {
    /// The column, from 0.
    var place: Int
  }

  /// Eliminates the columns before `column` from five of its groups.
  @inline(__always)
  private func subtractColumns(before column: Int, fiveFrom group: Int) {
    var (a, b, c) = (self[lanes: column, group], self[lanes: column, group + 1], self[lanes: column, group + 2])
    var (d, e) = (self[lanes: column, group + 3], self[lanes: column, group + 4])
    for other in 0..<column {
      let factor = self[other, column]
      a -= self[lanes: other, group] * factor
      b -= self[lanes: other, group + 1] * factor
      c -= self[lanes: other, group + 2] * factor
      d -= self[lanes: other, group + 3] * factor
      e -= self[lanes: other, group + 4] * factor
    }
    self[lanes: column, group] = a
    self[lanes: column, group + 1] = b
    self[lanes: column, group + 2] = c
    self[lanes: column, group + 3] = d
    self[lanes: column, group + 4] = e
  }

  /// Eliminates the columns before `column` from one of its groups.
  @inline(__always)
  private func subtractColumns(before column: Int, _ group: Int) {
    var sum = self[lanes: column, group]
    for other in 0..<column { sum -= self[lanes: other, group] * self[other, column] }
    self[lanes: column, group] = sum
  }

  /// Eliminates this factored block row from the next one (34).
  @inline(__always)
  func eliminate(from next: BlockRow, isReduced: Bool) {
    for column in 0..<Self.size {
      let row = Self.couplingStart + column
      var (a, b, c) = (next[lanes: column, 0], next[lanes: column, 1], next[lanes: column, 2])
      var last = next[lanes: column, Self.lastGroup]
      for other in 0..<Self.size {
        let factor = self[other, row]
        a -= self[lanes: other, Self.couplingGroup] * factor
        b -= self[lanes: other, Self.couplingGroup + 1] * factor
        c -= self[lanes: other, Self.couplingGroup + 2] * factor
        last -= self[lanes: other, Self.lastGroup] * factor
      }
      (next[lanes: column, 0], next[lanes: column, 1], next[lanes: column, 2]) = (a, b, c)
      next[lanes: column, Self.lastGroup] = last
      if !isReduced { eliminateBorder(from: next, column) }
    }
  }

  /// Eliminates this factored block row from a column of the next one's border, without the last four rows.
  @inline(__always)
  private func eliminateBorder(from next: BlockRow, _ column: Int) {
    let (row, group) = (Self.couplingStart + column, Self.borderGroup)
    var (a, b) = (next[lanes: column, group], next[lanes: column, group + 1])
    var (c, d) = (next[lanes: column, group + 2], next[lanes: column, group + 3])
    for other in 0..<Self.size {
      let factor = self[other, row]
      a -= self[lanes: other, group] * factor
      b -= self[lanes: other, group + 1] * factor
      c -= self[lanes: other, group + 2] * factor
      d -= self[lanes: other, group + 3] * factor
    }
    (next[lanes: column, group], next[lanes: column, group + 1]) = (a, b)
    (next[lanes: column, group + 2], next[lanes: column, group + 3]) = (c, d)
  }

  /// Eliminates this factored block row from the corner, 20 rows of 20 numbers of which the upper triangle is used (34).
  @inline(__always)
  func eliminate(fromCorner corner: UnsafeMutableRawPointer) {
    for row in 0..<Self.borderCount {
      for group in row >> 2..<Self.borderCount / 4 {
        let offset = 32 * (Self.borderCount / 4 * row + group)
        var sum = corner.load(fromByteOffset: offset, as: Lanes.self)
        for column in 0..<Self.size {
          sum -= self[lanes: column, Self.borderGroup + group] * self[column, Self.borderStart + row]
        }
        corner.storeBytes(of: sum, toByteOffset: offset, as: Lanes.self)
      }
    }
  }

  /// Multiplies nine values, `step` numbers apart, by L⁻ᵀ.
  @inline(__always)
  func solveTransposed(_ values: UnsafeMutablePointer<Double>, step: Int = 1) {
    for column in (0..<Self.size).reversed() {
      var value = values[step * column]
      for row in column + 1..<Self.size { value -= self[column, row] * values[step * row] }
      values[step * column] = value / self[column, column]
    }
  }
}
