/// An n x n matrix of fixed size without heap storage: eigenvectors, transition matrices.
///
/// Entries are addressed without a bounds check in release builds; `row` and `column` must lie in `0 ..< n`.
@frozen
public struct SquareMatrix<let n: Int, Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// The entries, row after row.
  public var rows: InlineArray<n, InlineArray<n, Scalar>>

  /// All entries zero.
  @export(implementation)
  public init() { rows = InlineArray(repeating: InlineArray(repeating: 0.0)) }

  /// An entry by row and column, both counted from 0.
  @export(implementation)
  public subscript(row: Int, column: Int) -> Scalar {
    @inline(__always) get { rows[unchecked: row][unchecked: column] }
    @inline(__always) set { rows[unchecked: row][unchecked: column] = newValue }
  }

  @export(implementation)
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    for row in 0..<n {
      for column in 0..<n {
        self[row, column].replace(with: other[row, column], where: mask)
      }
    }
  }
}
