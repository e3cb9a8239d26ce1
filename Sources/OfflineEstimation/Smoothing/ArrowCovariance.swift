/// The attitude block of the inverse of the arrow matrix at every knot, from its factors.
///
/// With D_k and C_k the diagonal and subdiagonal 9 x 9 blocks of the band's factor, the diagonal blocks of the band's
/// inverse follow backward, P_k = D_k⁻ᵀ (I + C_kᵀ P_{k+1} C_k) D_k⁻¹, and the rows of Z = H⁻¹ E likewise,
/// Z_k = D_k⁻ᵀ (W_k - C_kᵀ Z_{k+1}); the border adds Z_k (Schur complement)⁻¹ Z_kᵀ.
/// Source: K. Takahashi, J. Fagan, M. Chin, "Formation of a sparse bus impedance matrix and its application to short
/// circuit study", 1973.
struct ArrowCovariance {
  /// The variances of the attitude error of a knot, rad².
  struct Attitude {
    /// The mean of the variances about the two level axes.
    var tilt: Double
    /// The variance about the vertical.
    var heading: Double
  }

  private static let size = ArrowSystem.knotSize
  private static let globals = ArrowSystem.globalCount
  private static let stride = ArrowSystem.bandwidth + 1

  // Column after column, 9 x 9 and 9 x 15.
  private var covariance = [Double](repeating: 0, count: size * size)
  private var sensitivity = [Double](repeating: 0, count: size * globals)
  private var product = [Double](repeating: 0, count: size * size)
  private var inverseFactor: [Double]

  /// The variances at every knot of a system that was solved.
  static func attitudes(
    of system: borrowing ArrowSystem, _ solution: ArrowSolution
  ) throws(LinearAlgebraError) -> [Attitude] {
    var pass = try ArrowCovariance(inverseFactor: solution.complement.inverseFactor())
    var attitudes = [Attitude](repeating: Attitude(tilt: 0, heading: 0), count: system.knotCount)
    for knot in attitudes.indices.reversed() {
      pass.stepBack(to: knot, system, isLast: knot == attitudes.count - 1)
      attitudes[knot] = Attitude(
        tilt: 0.5 * (pass.variance(0) + pass.variance(1)), heading: pass.variance(2))
    }
    return attitudes
  }

  private init(inverseFactor: [Double]) { self.inverseFactor = inverseFactor }

  /// P and Z of a knot from those of the next.
  private mutating func stepBack(to knot: Int, _ system: borrowing ArrowSystem, isLast: Bool) {
    let size = Self.size
    let first = size * knot
    // Entry (row, column) of D is at diagonal + row + 17 column, and of C nine rows below.
    let diagonal = Self.stride * first
    let factor = system.band
    let border = system.border
    let order = system.order
    if !isLast {
      multiplyBySubdiagonal(factor, diagonal)
      carrySensitivity(factor, diagonal)
    } else {
      for index in covariance.indices { covariance[index] = 0 }
    }
    for index in 0..<size { covariance[index * (size + 1)] += 1 }
    for column in 0..<Self.globals {
      for row in 0..<size {
        let carried = isLast ? 0 : sensitivity[row + size * column]
        sensitivity[row + size * column] = border[order * column + first + row] - carried
      }
    }
    covariance.withUnsafeMutableBufferPointer { covariance in
      for column in 0..<size { Self.solveTransposed(factor, diagonal, covariance, size * column, 1) }
      for row in 0..<size { Self.solveTransposed(factor, diagonal, covariance, row, size) }
    }
    sensitivity.withUnsafeMutableBufferPointer { sensitivity in
      for column in 0..<Self.globals { Self.solveTransposed(factor, diagonal, sensitivity, size * column, 1) }
    }
  }

  /// Replaces P by Cᵀ P C.
  private mutating func multiplyBySubdiagonal(_ factor: UnsafeMutableBufferPointer<Double>, _ diagonal: Int) {
    let size = Self.size
    for column in 0..<size {
      let below = diagonal + size + (Self.stride - 1) * column
      for row in 0..<size {
        var sum = 0.0
        for inner in 0..<size { sum += covariance[inner + size * row] * factor[below + inner] }
        product[row + size * column] = sum
      }
    }
    for row in 0..<size {
      let below = diagonal + size + (Self.stride - 1) * row
      for column in row..<size {
        var sum = 0.0
        for inner in 0..<size { sum += factor[below + inner] * product[inner + size * column] }
        covariance[row + size * column] = sum
        covariance[column + size * row] = sum
      }
    }
  }

  /// Replaces Z by Cᵀ Z.
  private mutating func carrySensitivity(_ factor: UnsafeMutableBufferPointer<Double>, _ diagonal: Int) {
    let size = Self.size
    var carried = InlineArray<9, Double>(repeating: 0)
    for column in 0..<Self.globals {
      for row in 0..<size {
        let below = diagonal + size + (Self.stride - 1) * row
        var sum = 0.0
        for inner in 0..<size { sum += factor[below + inner] * sensitivity[inner + size * column] }
        carried[row] = sum
      }
      for row in 0..<size { sensitivity[row + size * column] = carried[row] }
    }
  }

  /// Replaces nine numbers x, `step` apart from `start`, by D⁻ᵀ x.
  @inline(__always)
  private static func solveTransposed(
    _ factor: UnsafeMutableBufferPointer<Double>, _ diagonal: Int, _ values: UnsafeMutableBufferPointer<Double>,
    _ start: Int, _ step: Int
  ) {
    for row in (0..<size).reversed() {
      let column = diagonal + (stride - 1) * row
      var value = values[start + step * row]
      for other in row + 1..<size { value -= factor[column + other] * values[start + step * other] }
      values[start + step * row] = value / factor[column + row]
    }
  }

  /// The variance of unknown `row` of the knot: P plus what the border adds.
  private func variance(_ row: Int) -> Double {
    var variance = covariance[row * (Self.size + 1)]
    for index in 0..<Self.globals {
      var sum = 0.0
      for column in 0...index {
        sum += inverseFactor[index + Self.globals * column] * sensitivity[row + Self.size * column]
      }
      variance += sum * sum
    }
    return variance
  }
}
