/// A 3 x 3 matrix, stored by rows. It multiplies column vectors from the left.
@frozen
public struct Matrix3<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// The first row.
  public var row0: Vector3<Scalar>
  /// The second row.
  public var row1: Vector3<Scalar>
  /// The third row.
  public var row2: Vector3<Scalar>

  /// A matrix from its rows.
  @export(implementation) @inline(__always)
  public init(rows row0: Vector3<Scalar>, _ row1: Vector3<Scalar>, _ row2: Vector3<Scalar>) {
    self.row0 = row0
    self.row1 = row1
    self.row2 = row2
  }

  /// A matrix from its columns.
  @export(implementation) @inline(__always)
  public init(columns column0: Vector3<Scalar>, _ column1: Vector3<Scalar>, _ column2: Vector3<Scalar>) {
    row0 = Vector3(x: column0.x, y: column1.x, z: column2.x)
    row1 = Vector3(x: column0.y, y: column1.y, z: column2.y)
    row2 = Vector3(x: column0.z, y: column1.z, z: column2.z)
  }

  /// A diagonal matrix.
  @export(implementation) @inline(__always)
  public init(diagonal: Vector3<Scalar>) {
    row0 = Vector3(x: diagonal.x, y: 0.0, z: 0.0)
    row1 = Vector3(x: 0.0, y: diagonal.y, z: 0.0)
    row2 = Vector3(x: 0.0, y: 0.0, z: diagonal.z)
  }

  /// The matrix that turns v into `vector` cross v.
  @export(implementation) @inline(__always)
  public init(crossProductBy vector: Vector3<Scalar>) {
    row0 = Vector3(x: 0.0, y: -vector.z, z: vector.y)
    row1 = Vector3(x: vector.z, y: 0.0, z: -vector.x)
    row2 = Vector3(x: -vector.y, y: vector.x, z: 0.0)
  }

  /// The product of a column and a row.
  @export(implementation) @inline(__always)
  public init(outerProductOf left: Vector3<Scalar>, _ right: Vector3<Scalar>) {
    row0 = right * left.x
    row1 = right * left.y
    row2 = right * left.z
  }

  /// All entries zero.
  @export(implementation) public static var zero: Self { Self(rows: .zero, .zero, .zero) }
  /// Ones on the diagonal.
  @export(implementation) public static var identity: Self { Self(diagonal: Vector3(repeating: 1.0)) }

  /// An entry by row and column, both counted from 0.
  @export(implementation)
  public subscript(row: Int, column: Int) -> Scalar {
    @inline(__always) get { row == 0 ? row0[column] : row == 1 ? row1[column] : row2[column] }
    @inline(__always) set {
      if row == 0 {
        row0[column] = newValue
      } else if row == 1 {
        row1[column] = newValue
      } else {
        row2[column] = newValue
      }
    }
  }

  @export(implementation) @inline(__always)
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    row0.replace(with: other.row0, where: mask)
    row1.replace(with: other.row1, where: mask)
    row2.replace(with: other.row2, where: mask)
  }
}

extension Matrix3: Equatable where Scalar: Equatable {}

extension Matrix3 {
  /// The sum.
  @export(implementation) @inline(__always)
  public static func + (left: Self, right: Self) -> Self {
    Self(rows: left.row0 + right.row0, left.row1 + right.row1, left.row2 + right.row2)
  }
  /// The difference.
  @export(implementation) @inline(__always)
  public static func - (left: Self, right: Self) -> Self {
    Self(rows: left.row0 - right.row0, left.row1 - right.row1, left.row2 - right.row2)
  }
  /// The matrix scaled by a number.
  @export(implementation) @inline(__always)
  public static func * (matrix: Self, factor: Scalar) -> Self {
    Self(rows: matrix.row0 * factor, matrix.row1 * factor, matrix.row2 * factor)
  }
  /// The matrix applied to a column vector.
  @export(implementation) @inline(__always)
  public static func * (matrix: Self, vector: Vector3<Scalar>) -> Vector3<Scalar> {
    Vector3(x: matrix.row0.dot(vector), y: matrix.row1.dot(vector), z: matrix.row2.dot(vector))
  }
  /// The matrix product.
  @export(implementation) @inline(__always)
  public static func * (left: Self, right: Self) -> Self {
    Self(rows: right.timesRow(left.row0), right.timesRow(left.row1), right.timesRow(left.row2))
  }
  /// The row vector times the matrix.
  @export(implementation) @inline(__always)
  func timesRow(_ row: Vector3<Scalar>) -> Vector3<Scalar> {
    (row0 * row.x).adding(row1, times: row.y).adding(row2, times: row.z)
  }
  /// The matrix plus another one whose rows are scaled, each by a coordinate of `factors`.
  @export(implementation) @inline(__always)
  public func addingRows(of other: Self, times factors: Vector3<Scalar>) -> Self {
    Self(
      rows: row0.adding(other.row0, times: factors.x), row1.adding(other.row1, times: factors.y),
      row2.adding(other.row2, times: factors.z))
  }
  /// The matrix plus another one whose columns are scaled, each by a coordinate of `factors`.
  @export(implementation) @inline(__always)
  public func addingColumns(of other: Self, times factors: Vector3<Scalar>) -> Self {
    Self(
      rows: row0.addingElementwise(other.row0, factors), row1.addingElementwise(other.row1, factors),
      row2.addingElementwise(other.row2, factors))
  }
  /// Adds a matrix.
  @export(implementation) @inline(__always)
  public static func += (left: inout Self, right: Self) { left = left + right }
  /// Subtracts a matrix.
  @export(implementation) @inline(__always)
  public static func -= (left: inout Self, right: Self) { left = left - right }

  /// Rows and columns exchanged.
  @export(implementation) @inline(__always)
  public var transpose: Self { Self(columns: row0, row1, row2) }
  /// The sum of the diagonal.
  @export(implementation) @inline(__always)
  public var trace: Scalar { row0.x + row1.y + row2.z }
  /// The three diagonal entries.
  @export(implementation) @inline(__always)
  public var diagonal: Vector3<Scalar> { Vector3(x: row0.x, y: row1.y, z: row2.z) }
  /// The determinant.
  @export(implementation) @inline(__always)
  public var determinant: Scalar { row0.dot(row1.cross(row2)) }
  /// The matrix of cofactors, transposed; divided by the determinant it is the inverse.
  @export(implementation) @inline(__always)
  public var adjugate: Self { Self(columns: row1.cross(row2), row2.cross(row0), row0.cross(row1)) }
}

extension Matrix3 where Scalar: LaneElement {
  /// The inverse; nil where the determinant is zero or not finite.
  @export(implementation)
  public var inverse: Self? {
    let determinant = self.determinant
    guard determinant.isFinite, determinant != 0 else { return nil }
    let inverse = adjugate * (1 / determinant)
    return inverse.row0.isFiniteInLane && inverse.row1.isFiniteInLane && inverse.row2.isFiniteInLane ? inverse : nil
  }
}
