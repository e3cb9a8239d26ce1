import Rotations
import TestSupport
import Testing

/// Jacobi's method on matrices with distinct, equal, tiny, huge and no eigenvalues worth the name.
struct EigenvectorTests {
  private typealias Matrix = SquareMatrix<4, Double>

  private func matrix(_ scale: Double = 1, _ entry: (Int, Int) -> Double) -> Matrix {
    var matrix = Matrix()
    for row in 0..<4 { for column in 0..<4 { matrix[row, column] = entry(row, column) * scale } }
    return matrix
  }

  private func samples() -> [(String, Matrix)] {
    var generator = SplitMix64(seed: 10)
    var samples = [
      ("zero", Matrix()), ("identity", matrix { $0 == $1 ? 1 : 0 }), ("ones", matrix { _, _ in 1 }),
      ("diagonal", matrix { $0 == $1 ? Double($0) - 1.5 : 0 }),
      ("nearly diagonal", matrix { $0 == $1 ? 1 : 1e-15 }),
      ("antidiagonal", matrix { $0 + $1 == 3 ? 1 : 0 }),
      ("graded", matrix { row, column in 1 / Double((row + column + 1) * (row + column + 1)) }),
    ]
    for index in 0..<50 {
      let numbers = (0..<10).map { _ in generator.signedUnit() }
      let scale = [1.0, 1e-150, 1e150][index % 3]
      samples.append(
        (
          "random \(index)",
          matrix(scale) { row, column in numbers[max(row, column) * (max(row, column) + 1) / 2 + min(row, column)] }
        ))
    }
    return samples
  }

  @Test func decomposition() {
    for (name, matrix) in samples() {
      let decomposition = SymmetricEigenvectors(matrix)
      let (values, vectors) = (decomposition.values, decomposition.vectors)
      var size = 0.0
      for row in 0..<4 { for column in 0..<4 { size = max(size, abs(matrix[row, column])) } }
      for column in 0..<4 {
        if column > 0 { #expect(values[column - 1] >= values[column], "\(name)") }
        for row in 0..<4 {
          let product = (0..<4).reduce(0.0) { $0 + matrix[row, $1] * vectors[$1, column] }
          #expect(abs(product - values[column] * vectors[row, column]) <= 4e-15 * size, "\(name)")
        }
        for other in 0..<4 {
          let dot = (0..<4).reduce(0.0) { $0 + vectors[$1, column] * vectors[$1, other] }
          #expect(abs(dot - (column == other ? 1 : 0)) <= 4e-15, "\(name)")
        }
      }
    }
  }

  @Test func knownEigenvalues() {
    // 2 on the diagonal and -1 beside it: 2 - 2 cos(k pi / 4) for n = 3.
    var matrix = SquareMatrix<3, Double>()
    for row in 0..<3 {
      for column in 0..<3 { matrix[row, column] = row == column ? 2 : abs(row - column) == 1 ? -1 : 0 }
    }
    let values = SymmetricEigenvectors(matrix).values
    let root = 2.0.squareRoot()
    #expect(abs(values[0] - (2 + root)) <= 2e-15)
    #expect(abs(values[1] - 2) <= 2e-15)
    #expect(abs(values[2] - (2 - root)) <= 2e-15)
  }

  @Test func endsForNotANumber() {
    let values = SymmetricEigenvectors(matrix { $0 == 1 && $1 == 2 || $0 == 2 && $1 == 1 ? .nan : 1 }).values
    #expect(values[0].isNaN || values[1].isNaN)
  }
}
