/// The solution of the normal equations, and what the evidence needs of them.
struct ArrowSolution {
  /// θ, v, b of every knot.
  var knots: [Double]
  /// The corrections of the constant errors.
  var globals: [Double]
  /// log det of the whole matrix.
  var logDeterminant: Double
  /// Right side times solution: by how much the step lowers Σ w (r + J x)².
  var decrease: Double
  /// The factor of the Schur complement of the knots.
  var complement: DenseCholesky
}

extension ArrowSystem {
  /// Solves the equations by Cholesky factorisation of the band and of the Schur complement of the border. The band is
  /// replaced by its factor L, the border by W = L⁻¹ [E y].
  mutating func solve() throws(LinearAlgebraError) -> ArrowSolution {
    let cholesky = BandedCholesky(order: order, bandwidth: Self.bandwidth)
    guard let columns = border.baseAddress else { throw .notFinite }
    try cholesky.factor(band)
    try cholesky.solve(band, columns, columnCount: Self.globalCount + 1)

    // [S s] - Wᵀ W: the Schur complement and its right side.
    let products = borderProducts()
    let count = Self.globalCount
    var matrix = corner
    var right = cornerRight
    for column in 0..<count {
      for row in column..<count { matrix[row + count * column] -= products[row + (count + 1) * column] }
      right[column] -= products[count + (count + 1) * column]
    }
    let complement = try DenseCholesky(matrix, order: count)
    let globals = try complement.solve(right)

    // x = L⁻ᵀ (L⁻¹ y - W g).
    var knots = [Double](border[(order * count)...])
    for (column, value) in globals.enumerated() {
      let start = order * column
      for row in 0..<order { knots[row] -= border[start + row] * value }
    }
    try knots.withUnsafeMutableBufferPointer { knots throws(LinearAlgebraError) in
      guard let knots = knots.baseAddress else { return }
      try cholesky.solve(band, knots, columnCount: 1, isTransposed: true)
    }
    let ofKnots = products[count + (count + 1) * count]
    let ofGlobals = zip(right, globals).reduce(0) { $0 + $1.0 * $1.1 }
    return ArrowSolution(
      knots: knots, globals: globals,
      logDeterminant: cholesky.logDeterminant(band) + complement.logDeterminant, decrease: ofKnots + ofGlobals,
      complement: complement)
  }

  /// Wᵀ W, lower triangle: the products of the 16 columns of the border, block by block of rows, as many as the cache
  /// holds.
  private func borderProducts() -> [Double] {
    let count = Self.globalCount + 1
    let blockSize = 128
    var products = [Double](repeating: 0, count: count * count)
    for start in stride(from: 0, to: order, by: blockSize) {
      let rows = start..<min(start + blockSize, order)
      for column in 0..<count {
        for other in column..<count {
          products[other + count * column] += Self.product(border, order * column, order * other, rows)
        }
      }
    }
    return products
  }

  /// The scalar product of some rows of two columns that start at `left` and `right`.
  @inline(__always)
  private static func product(
    _ border: UnsafeMutableBufferPointer<Double>, _ left: Int, _ right: Int, _ rows: Range<Int>
  ) -> Double {
    var sums = SIMD4<Double>(repeating: 0)
    var row = rows.lowerBound
    while row + 4 <= rows.upperBound {
      let a = SIMD4(
        border[left + row], border[left + row + 1], border[left + row + 2], border[left + row + 3])
      let b = SIMD4(
        border[right + row], border[right + row + 1], border[right + row + 2], border[right + row + 3])
      sums += a * b
      row += 4
    }
    var sum = sums.sum()
    while row < rows.upperBound {
      sum += border[left + row] * border[right + row]
      row += 1
    }
    return sum
  }
}
