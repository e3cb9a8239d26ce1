/// A matrix of real numbers whose size is known at run time, stored row after row.
public struct DenseMatrix: Equatable, Sendable {
  /// The number of rows.
  public let rowCount: Int
  /// The number of columns.
  public let columnCount: Int
  /// The entries, row after row.
  public internal(set) var entries: [Double]

  /// A matrix of zeros.
  public init(rowCount: Int, columnCount: Int) {
    self.rowCount = rowCount
    self.columnCount = columnCount
    entries = [Double](repeating: 0, count: rowCount * columnCount)
  }

  /// A matrix from its entries, row after row; their number must be that of the rows times that of the columns.
  public init(rowCount: Int, columnCount: Int, entries: [Double]) {
    precondition(entries.count == rowCount * columnCount, "a matrix has rows times columns entries")
    self.rowCount = rowCount
    self.columnCount = columnCount
    self.entries = entries
  }

  /// An entry by row and column, both counted from 0.
  public subscript(row: Int, column: Int) -> Double {
    get { entries[row * columnCount + column] }
    set { entries[row * columnCount + column] = newValue }
  }

  /// The entries on the diagonal.
  public var diagonal: [Double] { (0..<min(rowCount, columnCount)).map { self[$0, $0] } }

  /// Rows and columns exchanged.
  public var transpose: DenseMatrix {
    var result = DenseMatrix(rowCount: columnCount, columnCount: rowCount)
    for row in 0..<rowCount {
      for column in 0..<columnCount { result[column, row] = self[row, column] }
    }
    return result
  }

  /// The rows and columns of the given numbers, in their order.
  public func block(rows: Range<Int>, columns: Range<Int>) -> DenseMatrix {
    var result = DenseMatrix(rowCount: rows.count, columnCount: columns.count)
    for row in rows {
      for column in columns { result[row - rows.lowerBound, column - columns.lowerBound] = self[row, column] }
    }
    return result
  }

  /// The matrix product; the columns of `left` must be as many as the rows of `right`.
  public static func * (left: DenseMatrix, right: DenseMatrix) -> DenseMatrix {
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
  public static func * (matrix: DenseMatrix, factor: Double) -> DenseMatrix {
    var result = matrix
    for index in result.entries.indices { result.entries[index] *= factor }
    return result
  }

  /// The difference; both must have the same size.
  public static func - (left: DenseMatrix, right: DenseMatrix) -> DenseMatrix {
    precondition(left.rowCount == right.rowCount && left.columnCount == right.columnCount, "sizes must be equal")
    var result = left
    for index in result.entries.indices { result.entries[index] -= right.entries[index] }
    return result
  }

  /// Throws where an entry is not finite: LAPACK may not end on such a matrix.
  func requireFinite() throws(LinearAlgebraError) {
    guard entries.allSatisfy(\.isFinite) else { throw .notFinite }
  }
}
