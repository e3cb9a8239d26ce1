// NumericalMethods: linear algebra, least squares and probability distributions.
// The only importer of CLAPACKE. It knows no sensors, attitudes or files; a solver for the structure of one problem belongs to
// that problem.

/// A matrix of real numbers of any size, stored row by row.
public struct DenseMatrix: Equatable, Sendable {
  /// The number of rows.
  public let rowCount: Int
  /// The number of columns.
  public let columnCount: Int
  /// The entries, row by row.
  @inlinable public var entries: [Double] { storage }
  @usableFromInline var storage: [Double]

  /// A matrix of zeros.
  package init(rowCount: Int, columnCount: Int) {
    self.rowCount = rowCount
    self.columnCount = columnCount
    storage = [Double](repeating: 0, count: rowCount * columnCount)
  }

  /// A matrix from its rows · columns entries, row by row.
  public init(rowCount: Int, columnCount: Int, entries: [Double]) {
    precondition(entries.count == rowCount * columnCount, "the number of entries must be rows times columns")
    self.rowCount = rowCount
    self.columnCount = columnCount
    storage = entries
  }

  /// An entry by row and column, both from 0.
  @inlinable public package(set) subscript(row: Int, column: Int) -> Double {
    get { storage[row * columnCount + column] }
    set { storage[row * columnCount + column] = newValue }
  }

  /// The entries on the diagonal.
  public var diagonal: [Double] { (0..<min(rowCount, columnCount)).map { self[$0, $0] } }

  /// The transposed matrix.
  package var transpose: DenseMatrix {
    var result = DenseMatrix(rowCount: columnCount, columnCount: rowCount)
    for row in 0..<rowCount {
      for column in 0..<columnCount { result[column, row] = self[row, column] }
    }
    return result
  }

  /// A block of consecutive rows and columns.
  package func block(rows: Range<Int>, columns: Range<Int>) -> DenseMatrix {
    var result = DenseMatrix(rowCount: rows.count, columnCount: columns.count)
    for row in rows {
      for column in columns { result[row - rows.lowerBound, column - columns.lowerBound] = self[row, column] }
    }
    return result
  }

  /// The matrix product; `left` must have as many columns as `right` has rows.
  package static func * (left: DenseMatrix, right: DenseMatrix) -> DenseMatrix {
    precondition(left.columnCount == right.rowCount, "sizes of a matrix product must fit")
    var result = DenseMatrix(rowCount: left.rowCount, columnCount: right.columnCount)
    for row in 0..<left.rowCount {
      for inner in 0..<left.columnCount {
        let factor = left[row, inner]
        for column in 0..<right.columnCount { result[row, column] += factor * right[inner, column] }
      }
    }
    return result
  }

  /// The matrix scaled by a number.
  package static func * (matrix: DenseMatrix, factor: Double) -> DenseMatrix {
    var result = matrix
    for index in result.storage.indices { result.storage[index] *= factor }
    return result
  }

  /// The difference; both must have the same size.
  package static func - (left: DenseMatrix, right: DenseMatrix) -> DenseMatrix {
    precondition(left.rowCount == right.rowCount && left.columnCount == right.columnCount, "sizes must be equal")
    var result = left
    for index in result.storage.indices { result.storage[index] -= right.storage[index] }
    return result
  }

  /// Throws if an entry is not finite: LAPACK may not terminate on such a matrix.
  package func requireFinite() throws(LinearAlgebraError) {
    guard storage.allSatisfy(\.isFinite) else { throw .notFinite }
  }
}
