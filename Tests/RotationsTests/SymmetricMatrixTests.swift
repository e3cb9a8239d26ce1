import Rotations
import Testing

@Suite struct SymmetricMatrixTests {
  /// A 3 x 3 matrix by its entries on and above the diagonal, row by row.
  private func matrix(_ entries: Double...) -> SymmetricMatrix<3, Double> {
    var (matrix, rest) = (SymmetricMatrix<3, Double>(), entries[...])
    for row in 0..<3 {
      for column in row..<3 { matrix[row, column] = rest.removeFirst() }
    }
    return matrix
  }

  @Test func covariancesHaveNoNegativeSquare() {
    #expect(matrix(0, 0, 0, 0, 0, 0).isCovariance(within: 0))
    #expect(matrix(4, 2, 0, 1, 0, 0).isCovariance(within: 0), "full correlation")
    #expect(matrix(1e18, 0, 0, 1e-18, 0, 1).isCovariance(within: 0))
    #expect(!matrix(0, 1e-9, 0, 1, 0, 1).isCovariance(within: 0.1), "a known state with a correlation")
    #expect(!matrix(1, 1.01, 0, 1, 0, 1).isCovariance(within: 0))
    #expect(matrix(1, 1.01, 0, 1, 0, 1).isCovariance(within: 0.02))
    #expect(!matrix(1, 0, 0, -1e-9, 0, 1).isCovariance(within: 0.1))
    // Three states cannot be opposed to each other in pairs: the sum would have the variance 3 - 6 * 0.6.
    #expect(!matrix(1, -0.6, -0.6, 1, -0.6, 1).isCovariance(within: 0))
    #expect(matrix(1, -0.4, -0.4, 1, -0.4, 1).isCovariance(within: 0))
    #expect(!matrix(1, .infinity, 0, 1, 0, 1).isCovariance(within: 0))
    #expect(!matrix(1, 0, 0, .nan, 0, 1).isCovariance(within: 0))
  }

  @Test func squaresOfVectorsAreSubtractedFromEveryEntry() {
    func vector(_ factor: Int) -> InlineArray<14, Double> { InlineArray { Double(($0 * factor + 3) % 17) - 8 } }
    let (u, v) = (vector(5), vector(7))
    var (one, two, part) = (SymmetricMatrix<14, Double>(), SymmetricMatrix<14, Double>(), SymmetricMatrix<14, Double>())
    for row in 0..<14 {
      for column in row..<14 { one[row, column] = Double(100 * row + column) }
    }
    (two, part) = (one, one)
    one.subtractSquare(of: u, times: 2, inRows: 0..<14, columns: 0..<14)
    two.subtractSquares(of: u, times: 2, and: v, times: -0.5)
    part.subtractSquares(of: u, times: 2, and: v, times: -0.5, inRows: 2..<9, columns: 6..<12)
    for row in 0..<14 {
      for column in row..<14 {
        let (before, square) = (Double(100 * row + column), 2 * u[row] * u[column])
        #expect(one[row, column] == before - square)
        #expect(two[column, row] == before - square + 0.5 * v[row] * v[column])
        let isInPart = (2..<9).contains(row) && (6..<12).contains(column)
        #expect(part[row, column] == (isInPart ? two[row, column] : before))
      }
    }
  }

  @Test func threeRowsHaveAClosedFormOfTheInverse() {
    let symmetric = matrix(4, -1, 2, 3, 0.5, 5)
    let full = symmetric.block(0, 0)
    let row = Vector3(x: 4.0, y: -1.0, z: 2.0)
    #expect(full.row0 == row && symmetric.row0 == row && symmetric.diagonal == Vector3(x: 4.0, y: 3.0, z: 5.0))
    #expect(full == full.transpose && symmetric.adjugate.block(0, 0) == full.adjugate)
    #expect(symmetric.row0.dot(symmetric.adjugate.row0) == full.determinant)
    #expect(symmetric * row == full * row)
    #expect(symmetric.scaled(by: 2, addingToDiagonal: 7).block(0, 0) == full * 2 + Matrix3.identity * 7)

    let other = Matrix3<Double>(rows: row, Vector3(x: 0.0, y: 3.0, z: -2.0), Vector3(x: 1.0, y: 1.0, z: 8.0))
    var learned = symmetric
    learned.keep(0.5, addingSquareOf: other, times: 4)
    #expect(learned.block(0, 0) == full * 0.5 + other.transpose * other * 4)
  }

  @Test func eachLaneIsJudgedAlone() {
    var lanes = SymmetricMatrix<3, Lanes<DoubleBy8<AnyProcessor>>>()
    for index in 0..<3 { lanes[index, index] = 1.0 }
    for lane in 0..<8 { lanes[0, 1][lane] = Double(lane) * 0.3 }
    let mask = lanes.isCovariance(within: 0.0)
    for lane in 0..<8 { #expect(mask[lane] == (lane < 4)) }
  }
}
