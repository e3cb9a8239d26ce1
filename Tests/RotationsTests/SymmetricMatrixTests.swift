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

  @Test func eachLaneIsJudgedAlone() {
    var lanes = SymmetricMatrix<3, Lanes<DoubleBy8<AnyProcessor>>>()
    for index in 0..<3 { lanes[index, index] = 1.0 }
    for lane in 0..<8 { lanes[0, 1][lane] = Double(lane) * 0.3 }
    let mask = lanes.isCovariance(within: 0.0)
    for lane in 0..<8 { #expect(mask[lane] == (lane < 4)) }
  }
}
