/// The attitude block of the inverse of the arrow matrix at every knot.
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
    var tilt: Float
    /// The variance about the vertical.
    var heading: Float
  }

  private static let size = ArrowWindow.knotSize
  private static let globals = ArrowWindow.globalCount

  // P and C column after column; Z row after row, as the border is stored.
  private var covariance = [Double](repeating: 0, count: size * size)
  private var sensitivity = [Double](repeating: 0, count: size * globals)
  private var product = [Double](repeating: 0, count: size * size)
  private var carried = [Double](repeating: 0, count: size * globals)
  private let inverseFactor: [Double]

  /// The variances at every knot, from the elimination and the equations that it was made of.
  static func attitudes(
    of system: inout ArrowSystem, _ elimination: ArrowElimination, _ terms: some ArrowTerms
  ) throws(LinearAlgebraError) -> [Attitude] {
    var pass = try ArrowCovariance(inverseFactor: elimination.complement.inverseFactor())
    var attitudes = [Attitude](repeating: Attitude(tilt: 0, heading: 0), count: system.knotCount)
    try system.forEachBlockBackward(elimination, terms, isReduced: false) { knot, block in
      pass.stepBack(block)
      attitudes[knot] = Attitude(
        tilt: Float(0.5 * (pass.variance(0) + pass.variance(1))), heading: Float(pass.variance(2)))
    }
    return attitudes
  }

  private init(inverseFactor: [Double]) { self.inverseFactor = inverseFactor }

  /// P and Z of a knot from those of the next. They begin as zero, and so does the coupling of the last knot.
  private mutating func stepBack(_ block: BlockRow) {
    let (size, globals) = (Self.size, Self.globals)
    multiplyByCoupling(block)
    covariance.withUnsafeMutableBufferPointer { covariance in
      guard let start = covariance.baseAddress else { return }
      for index in 0..<size { start[index * (size + 1)] += 1 }
      for column in 0..<size { block.solveTransposed(start + size * column) }
      for row in 0..<size { block.solveTransposed(start + row, step: size) }
    }
    carrySensitivity(block)
    sensitivity.withUnsafeMutableBufferPointer { sensitivity in
      guard let start = sensitivity.baseAddress else { return }
      for column in 0..<globals { block.solveTransposed(start + column, step: globals) }
    }
  }

  /// Replaces P by Cᵀ P C.
  private mutating func multiplyByCoupling(_ block: BlockRow) {
    let size = Self.size
    for column in 0..<size {
      for row in 0..<size {
        var sum = 0.0
        for inner in 0..<size { sum += covariance[inner + size * row] * block[column, BlockRow.couplingStart + inner] }
        product[row + size * column] = sum
      }
    }
    for row in 0..<size {
      for column in row..<size {
        var sum = 0.0
        for inner in 0..<size { sum += block[row, BlockRow.couplingStart + inner] * product[inner + size * column] }
        covariance[row + size * column] = sum
        covariance[column + size * row] = sum
      }
    }
  }

  /// Replaces Z by W - Cᵀ Z.
  private mutating func carrySensitivity(_ block: BlockRow) {
    let (size, globals) = (Self.size, Self.globals)
    for row in 0..<size {
      for column in 0..<globals { carried[globals * row + column] = block[row, BlockRow.borderStart + column] }
      for inner in 0..<size {
        let factor = block[row, BlockRow.couplingStart + inner]
        for column in 0..<globals { carried[globals * row + column] -= factor * sensitivity[globals * inner + column] }
      }
    }
    swap(&carried, &sensitivity)
  }

  /// The variance of unknown `row` of the knot: P plus what the border adds.
  private func variance(_ row: Int) -> Double {
    var variance = covariance[row * (Self.size + 1)]
    for index in 0..<Self.globals {
      var sum = 0.0
      for column in 0...index {
        sum += inverseFactor[index + Self.globals * column] * sensitivity[Self.globals * row + column]
      }
      variance += sum * sum
    }
    return variance
  }
}
