import CLAPACKE

/// Linear least squares by orthogonal transformation, for problems small enough to hold their rows (LAPACK: dgels).
public enum LeastSquares {
  /// The x that makes the length of `rows` x - `right` least.
  ///
  /// There must be at least as many rows as columns. Throws `singular` where a column depends on the others to rounding.
  public static func solve(_ rows: DenseMatrix, _ right: [Double]) throws(LinearAlgebraError) -> [Double] {
    precondition(rows.rowCount == right.count, "each row has one right side")
    precondition(rows.rowCount >= rows.columnCount, "least squares needs as many rows as unknowns")
    try rows.requireFinite()
    guard right.allSatisfy(\.isFinite) else { throw .notFinite }
    var factor = rows
    var solution = right
    let columns = Int32(rows.columnCount)
    let info = LAPACKE_dgels(
      LAPACK_ROW_MAJOR, CChar(UInt8(ascii: "N")), Int32(rows.rowCount), columns, 1, &factor.entries, columns,
      &solution, 1)
    guard info == 0 else { throw .singular(pivot: Int(info)) }
    // dgels calls a column dependent only where its pivot is exactly zero; rounding seldom leaves it so.
    let pivots = factor.diagonal.map(\.magnitude)
    let largest = pivots.max() ?? 0
    if let lost = pivots.firstIndex(where: { $0 <= 1e-13 * largest }) { throw .singular(pivot: lost + 1) }
    return Array(solution.prefix(rows.columnCount))
  }
}
