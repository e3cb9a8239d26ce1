import Rotations
import Testing

/// Vectors, matrices and quaternions as numbers, by hand.
struct AlgebraTests {
  private let a: Vector3<Double> = vector(1.0, 2.0, 3.0)
  private let b: Vector3<Double> = vector(-2.0, 0.5, 4.0)

  @Test func vectors() {
    #expect(a + b == vector(-1.0, 2.5, 7.0))
    #expect(a - b == vector(3.0, 1.5, -1.0))
    #expect(2 * a == vector(2.0, 4.0, 6.0) && a * 2 == a / 0.5 && -a == a * -1)
    #expect(a.dot(b) == 11)
    // Right-handed: x cross y is z.
    #expect(Vector3<Double>.unitX.cross(.unitY) == .unitZ)
    #expect(a.cross(b) == vector(6.5, -10.0, 4.5))
    #expect(a.timesElementwise(b) == vector(-2.0, 1.0, 12.0))
    #expect(a.squaredLength == 14 && Vector3<Double>(x: 2, y: -3, z: 6).length == 7)
    #expect(Vector3<Double>(x: 2, y: -6, z: 3).largestMagnitude == 6)
    var c = a
    c[1] = -7
    c += b
    c *= 2
    c -= a
    #expect(c == vector(-3.0, -15.0, 11.0) && c[0] == -3 && c[1] == -15 && c[2] == 11)
  }

  @Test func matrices() throws {
    let matrix = Matrix3<Double>(rows: vector(2.0, 0.0, 1.0), vector(-1.0, 3.0, 0.0), vector(4.0, 1.0, 1.0))
    #expect(matrix * a == vector(5.0, 5.0, 9.0))
    #expect(matrix.transpose * a == vector(12.0, 9.0, 4.0))
    #expect(matrix.transpose == Matrix3(columns: matrix.row0, matrix.row1, matrix.row2))
    #expect(
      matrix * matrix == Matrix3<Double>(rows: vector(8.0, 1.0, 3.0), vector(-5.0, 9.0, -1.0), vector(11.0, 4.0, 5.0)))
    #expect(matrix.determinant == -7 && matrix.trace == 6 && matrix.diagonal == vector(2.0, 3.0, 1.0))
    let factors: Vector3<Double> = vector(2.0, -1.0, 10.0)
    let byRows = Matrix3<Double>(rows: vector(4.0, 0.0, 2.0), vector(1.0, -3.0, 0.0), vector(40.0, 10.0, 10.0))
    #expect(Matrix3<Double>.identity.addingRows(of: matrix, times: factors) == .identity + byRows)
    #expect(
      Matrix3<Double>.identity.addingColumns(of: matrix.transpose, times: factors) == .identity + byRows.transpose)
    #expect(matrix * matrix.adjugate == Matrix3<Double>.identity * -7)
    #expect(try #require(matrix.inverse).largestDifference(from: matrix.adjugate * (-1 / 7)) <= 1e-16)
    #expect(Matrix3(outerProductOf: a, b) * vector(1.0, 1.0, 1.0) == a * 2.5)
    #expect(Matrix3(crossProductBy: a) * b == a.cross(b))
    #expect(matrix[2, 0] == 4 && matrix[1, 2] == 0)
    var changed = matrix
    changed[2, 1] = 5
    changed += .identity
    changed -= matrix
    #expect(changed == Matrix3<Double>(rows: .unitX, .unitY, vector(0.0, 4.0, 1.0)))
    #expect(Matrix3(outerProductOf: a, a).inverse == nil)
    #expect(Matrix3<Double>(diagonal: vector(1.0, .nan, 1.0)).inverse == nil)
  }

  @Test func quaternions() {
    let (p, q) = (Quaternion<Double>(w: 1, x: 2, y: 3, z: 4), Quaternion<Double>(w: -2, x: 1, y: 0, z: 5))
    #expect(p * q == Quaternion(w: -24, x: 12, y: -12, z: -6))
    #expect(q * p == Quaternion(w: -24, x: -18, y: 0, z: 0))
    #expect((p * q).conjugate == q.conjugate * p.conjugate)
    #expect(p.squaredNorm == 30 && p.dot(q) == 20 && (p * q).squaredNorm == 900)
    #expect(p + q == Quaternion(w: -1, x: 3, y: 3, z: 9) && p - q == Quaternion(w: 3, x: 1, y: 3, z: -1))
    #expect(-p == p * -1 && p * .one == p && Quaternion(real: 1, vector: p.vector) == p)
  }

  @Test func squareMatrices() {
    var matrix = SquareMatrix<3, Double>()
    for row in 0..<3 { for column in 0..<3 { matrix[row, column] = Double(3 * row + column + 1) } }
    let original = matrix
    matrix[1, 1] = 0
    #expect(matrix[0, 0] == 1 && matrix[0, 2] == 3 && matrix[2, 0] == 7 && matrix[2, 2] == 9)
    let kept = original.replacing(with: matrix, where: false)
    let taken = original.replacing(with: matrix, where: true)
    #expect(kept[1, 1] == 5 && taken[1, 1] == 0)
  }
}
