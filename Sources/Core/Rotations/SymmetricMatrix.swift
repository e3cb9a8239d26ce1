/// A symmetric n x n matrix of fixed size without heap storage: the covariance of a filter.
///
/// Only the entries on and above the diagonal are kept; an entry below it is read and written as its mirror image, so
/// the matrix cannot lose its symmetry. Entries are addressed without a bounds check in release builds; `row` and
/// `column` must lie in `0 ..< n`.
@frozen
public struct SymmetricMatrix<let n: Int, Scalar: RealLanes>: LaneReplaceable, Sendable {
  @usableFromInline var rows: InlineArray<n, InlineArray<n, Scalar>>

  /// All entries zero.
  @export(implementation)
  public init() { rows = InlineArray(repeating: InlineArray(repeating: 0.0)) }

  #if hasFeature(Embedded) && CARDAN_HOSTED
    /// An entry by row and column, both counted from 0.
    ///
    /// Read and changed in place: where Embedded Swift compiles lanes too, it would copy the whole matrix for each entry that a
    /// getter reads. Elsewhere it copies nothing, and a getter takes fewer instructions.
    @export(implementation)
    public subscript(row: Int, column: Int) -> Scalar {
      @inline(__always) _read {
        yield rows[unchecked: row <= column ? row : column][unchecked: row <= column ? column : row]
      }
      @inline(__always) _modify {
        yield &rows[unchecked: row <= column ? row : column][unchecked: row <= column ? column : row]
      }
    }
  #else
    /// An entry by row and column, both counted from 0.
    @export(implementation)
    public subscript(row: Int, column: Int) -> Scalar {
      @inline(__always) get {
        row <= column ? rows[unchecked: row][unchecked: column] : rows[unchecked: column][unchecked: row]
      }
      @inline(__always) set {
        if row <= column {
          rows[unchecked: row][unchecked: column] = newValue
        } else {
          rows[unchecked: column][unchecked: row] = newValue
        }
      }
    }
  #endif

  /// The 3 x 3 block whose first entry is at `row`, `column`.
  @export(implementation) @inline(__always)
  public func block(_ row: Int, _ column: Int) -> Matrix3<Scalar> {
    Matrix3(
      rows: Vector3(x: self[row, column], y: self[row, column + 1], z: self[row, column + 2]),
      Vector3(x: self[row + 1, column], y: self[row + 1, column + 1], z: self[row + 1, column + 2]),
      Vector3(x: self[row + 2, column], y: self[row + 2, column + 1], z: self[row + 2, column + 2]))
  }

  /// Sets the 3 x 3 block whose first entry is at `row`, `column`, and with it its mirror image. Of a block on the
  /// diagonal the part above the diagonal counts.
  @export(implementation) @inline(__always)
  public mutating func setBlock(_ row: Int, _ column: Int, _ block: Matrix3<Scalar>) {
    for i in 0..<3 {
      for j in (row == column ? i : 0)..<3 { self[row + i, column + j] = block[i, j] }
    }
  }

  /// A column, which is also a row.
  @export(implementation) @inline(__always)
  public func column(_ index: Int) -> InlineArray<n, Scalar> {
    var column = rows[unchecked: index]
    for row in 0..<index { column[unchecked: row] = rows[unchecked: row][unchecked: index] }
    return column
  }

  /// Subtracts the scaled square of a vector, P - v vᵀ `factor`, from the entries in the given rows and columns on or above
  /// the diagonal.
  @export(implementation) @inline(__always)
  public mutating func subtractSquare(
    of vector: InlineArray<n, Scalar>, times factor: Scalar, inRows rowRange: Range<Int>, columns: Range<Int>
  ) {
    for row in rowRange {
      let scaled = vector[unchecked: row] * factor
      for column in max(row, columns.lowerBound)..<columns.upperBound {
        let entry = rows[unchecked: row][unchecked: column]
        rows[unchecked: row][unchecked: column] = Scalar.subtractProduct(
          scaled, vector[unchecked: column], from: entry)
      }
    }
  }

  /// Subtracts the scaled squares of two vectors in one pass, P - u uᵀ `uFactor` - v vᵀ `vFactor`.
  ///
  /// In parts of three rows, which the compiler unrolls; one loop over all rows takes 2.5 times as many instructions.
  @export(implementation) @inline(__always)
  public mutating func subtractSquares(
    of u: InlineArray<n, Scalar>, times uFactor: Scalar, and v: InlineArray<n, Scalar>, times vFactor: Scalar
  ) {
    subtractSquares(of: u, times: uFactor, and: v, times: vFactor, inRows: 0..<min(3, n), columns: 0..<n)
    subtractSquares(of: u, times: uFactor, and: v, times: vFactor, inRows: min(3, n)..<min(6, n), columns: 0..<n)
    subtractSquares(of: u, times: uFactor, and: v, times: vFactor, inRows: min(6, n)..<min(9, n), columns: 0..<n)
    subtractSquares(of: u, times: uFactor, and: v, times: vFactor, inRows: min(9, n)..<n, columns: 0..<n)
  }

  /// The same for the entries in the given rows and columns on or above the diagonal.
  @export(implementation) @inline(__always)
  public mutating func subtractSquares(
    of u: InlineArray<n, Scalar>, times uFactor: Scalar, and v: InlineArray<n, Scalar>, times vFactor: Scalar,
    inRows rowRange: Range<Int>, columns: Range<Int>
  ) {
    for row in rowRange {
      let scaledU = u[unchecked: row] * uFactor
      let scaledV = v[unchecked: row] * vFactor
      for column in max(row, columns.lowerBound)..<columns.upperBound {
        let entry = Scalar.subtractProduct(
          scaledU, u[unchecked: column], from: rows[unchecked: row][unchecked: column])
        rows[unchecked: row][unchecked: column] = Scalar.subtractProduct(scaledV, v[unchecked: column], from: entry)
      }
    }
  }

  /// Subtracts the scaled product of two vectors, P - u vᵀ `factor`, from the entries in the given rows and columns, all above the
  /// diagonal, and with them from their mirror images.
  @export(implementation) @inline(__always)
  public mutating func subtractProduct(
    of left: InlineArray<n, Scalar>, _ right: InlineArray<n, Scalar>, times factor: Scalar, inRows rowRange: Range<Int>,
    columns: Range<Int>
  ) {
    for row in rowRange {
      let scaled = left[unchecked: row] * factor
      for column in columns {
        let entry = rows[unchecked: row][unchecked: column]
        rows[unchecked: row][unchecked: column] = Scalar.subtractProduct(scaled, right[unchecked: column], from: entry)
      }
    }
  }

  /// Whether this can be a covariance: vᵀPv ≥ 0 for every v, where each diagonal element may be too small by `share` of itself.
  ///
  /// Gaussian elimination, whose pivots all are positive, or zero in a row of zeros.
  @export(implementation) @inline(never)
  public func isCovariance(within share: Scalar) -> Scalar.Mask {
    var (rest, isPossible) = (self, Scalar.Mask(repeating: true))
    for index in 0..<n { rest[index, index] *= 1.0 + share }
    for index in 0..<n {
      let column = rest.column(index)
      let pivot = column[unchecked: index]
      var isZero = pivot .== 0.0
      for other in index + 1..<n { isZero = isZero .& (column[unchecked: other] .== 0.0) }
      isPossible = isPossible .& ((pivot .> 0.0) .| isZero)
      let inverse = (1.0 / pivot).replacing(with: 0.0, where: isZero)
      rest.subtractSquare(of: column, times: inverse, inRows: index + 1..<n, columns: index + 1..<n)
    }
    return isPossible
  }

  /// Sets row and column `index` to zero: the state is known and independent of the others.
  @export(implementation) @inline(__always)
  public mutating func clear(_ index: Int) {
    for other in 0..<n { self[index, other] = 0.0 }
  }

  /// Makes the state `index` independent of the others, with the variance `variance`.
  @export(implementation) @inline(__always)
  public mutating func isolate(_ index: Int, variance: Scalar) {
    clear(index)
    self[index, index] = variance
  }

  /// As `clear(_:)`, in the lanes of `mask`.
  @export(implementation) @inline(__always)
  public mutating func clear(_ index: Int, where mask: Scalar.Mask) {
    guard mask.isTrueInAnyLane else { return }
    for other in 0..<n { self[index, other].replace(with: 0.0, where: mask) }
  }

  /// As `isolate(_:variance:)`, in the lanes of `mask`.
  @export(implementation) @inline(__always)
  public mutating func isolate(_ index: Int, variance: Scalar, where mask: Scalar.Mask) {
    clear(index, where: mask)
    self[index, index].replace(with: variance, where: mask)
  }

  @export(implementation)
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    for row in 0..<n {
      for column in row..<n { self[row, column].replace(with: other[row, column], where: mask) }
    }
  }
}
