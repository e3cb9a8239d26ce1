/// One block row of a bordered block tridiagonal matrix during elimination: the columns of nine unknowns, each with its
/// own block, the coupling to the next nine unknowns and a border of twenty.
///
/// LAPACK's band routines call BLAS for every column, which at a bandwidth of 17 costs several times the arithmetic. Here
/// a block row stays in the first-level cache and nothing is called.
///
/// Storage: nine columns of 44 numbers, each eleven groups of four lanes. Rows 0-8 are the own block (lower triangle),
/// 12-20 the coupling, 24-43 the border; the rows between are zero. In the coupling, unknowns in threes touch only the next
/// three of their own place and of the places before (`couplingCount`), which elimination preserves. Equations cited by number
/// are those of the article TheSmoother.
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
  /// The number of rows of the coupling that a column can have.
  @inline(__always)
  static func couplingCount(ofColumn column: Int) -> Int { column / 3 * 3 + 3 }
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

  /// Replaces the own block by its Cholesky factor L, and multiplies coupling and border by L⁻ᵀ from the right (34).
  /// Returns the product of the diagonal of L. Throws the column at which the block is not positive definite.
  @inline(__always)
  func factor() throws(Failure) -> Double {
    var product = 1.0
    for column in 0..<Self.size {
      if column < 4 {
        subtractColumns(before: column, fiveFrom: 0)
        subtractColumns(before: column, fiveFrom: 5)
        subtractColumns(before: column, Self.lastGroup)
      } else {
        // The first four rows are above the diagonal.
        subtractColumns(before: column, fiveFrom: 1)
        subtractColumns(before: column, fiveFrom: Self.borderGroup)
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
  func eliminate(from next: BlockRow) {
    for column in 0..<Self.size {
      eliminate(from: next, column, 0, 1, 2, Self.borderGroup)
      eliminate(
        from: next, column, Self.borderGroup + 1, Self.borderGroup + 2, Self.borderGroup + 3, Self.lastGroup)
    }
  }

  /// Eliminates this factored block row from four groups of a column of the next one. The first three are those of its own
  /// block, which take the coupling.
  @inline(__always)
  private func eliminate(from next: BlockRow, _ column: Int, _ g0: Int, _ g1: Int, _ g2: Int, _ g3: Int) {
    let shift = g0 == 0 ? Self.couplingGroup : 0
    var (a, b) = (next[lanes: column, g0], next[lanes: column, g1])
    var (c, d) = (next[lanes: column, g2], next[lanes: column, g3])
    for other in column / 3 * 3..<Self.size {
      let factor = self[other, Self.couplingStart + column]
      a -= self[lanes: other, g0 + shift] * factor
      b -= self[lanes: other, g1 + shift] * factor
      c -= self[lanes: other, g2 + shift] * factor
      d -= self[lanes: other, g3] * factor
    }
    (next[lanes: column, g0], next[lanes: column, g1]) = (a, b)
    (next[lanes: column, g2], next[lanes: column, g3]) = (c, d)
  }

  /// Eliminates this factored block row from the corner, 20 rows of 20 numbers of which the upper triangle is used (34).
  @inline(__always)
  func eliminate(fromCorner corner: UnsafeMutableRawPointer) {
    for row in 0..<Self.borderCount {
      let line = corner + 8 * Self.borderCount * row
      // From the last group to that of the diagonal, two at a time.
      var end = Self.borderCount / 4
      while end - 2 >= row >> 2 {
        eliminate(fromCorner: line, row, end - 2, end - 1)
        end -= 2
      }
      if end > row >> 2 { eliminate(fromCorner: line, row, end - 1) }
    }
  }

  /// Eliminates this factored block row from two groups of a row of the corner.
  @inline(__always)
  private func eliminate(fromCorner line: UnsafeMutableRawPointer, _ row: Int, _ g0: Int, _ g1: Int) {
    var a = line.load(fromByteOffset: 32 * g0, as: Lanes.self)
    var b = line.load(fromByteOffset: 32 * g1, as: Lanes.self)
    for column in 0..<Self.size {
      let factor = self[column, Self.borderStart + row]
      a -= self[lanes: column, Self.borderGroup + g0] * factor
      b -= self[lanes: column, Self.borderGroup + g1] * factor
    }
    line.storeBytes(of: a, toByteOffset: 32 * g0, as: Lanes.self)
    line.storeBytes(of: b, toByteOffset: 32 * g1, as: Lanes.self)
  }

  /// Eliminates this factored block row from one group of a row of the corner.
  @inline(__always)
  private func eliminate(fromCorner line: UnsafeMutableRawPointer, _ row: Int, _ group: Int) {
    var sum = line.load(fromByteOffset: 32 * group, as: Lanes.self)
    for column in 0..<Self.size {
      sum -= self[lanes: column, Self.borderGroup + group] * self[column, Self.borderStart + row]
    }
    line.storeBytes(of: sum, toByteOffset: 32 * group, as: Lanes.self)
  }
}
