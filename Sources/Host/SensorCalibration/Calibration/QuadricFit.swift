import NumericalMethods
import Rotations

/// The ellipsoid a x² + b y² + c z² + 2f yz + 2g xz + 2h xy + 2p x + 2q y + 2r z + d = 0 through readings: the initial value of
/// `EllipsoidFit`.
///
/// Source: Q. Li and J. Griffiths, "Least squares ellipsoid specific fitting", Geometric Modeling and Processing 2004,
/// with k = 4: the constraint 4 J - I² = 1 makes every solution an ellipsoid.
struct QuadricFit: Sendable {
  private let origin: Vector3<Double>
  private let unit: Double
  private let coefficients: [Double]

  /// Fits a quadric to at least ten readings.
  init(_ points: [Vector3<Double>]) throws(LinearAlgebraError) {
    (origin, unit) = Self.extent(of: points)
    guard unit > 0, unit.isFinite else { throw .singular(pivot: 1) }
    var scatter = NormalEquations(unknownCount: 10)
    for point in points {
      let p = (point - origin) / unit
      let row = [
        p.x * p.x, p.y * p.y, p.z * p.z, 2 * p.y * p.z, 2 * p.x * p.z, 2 * p.x * p.y, 2 * p.x, 2 * p.y, 2 * p.z, 1,
      ]
      scatter.add(row: row[...], right: 0)
    }
    coefficients = try Self.solve(scatter.symmetricMatrix)
  }

  /// S₁₁ v₁ + S₁₂ v₂ = λ C v₁ and S₁₂ᵀ v₁ + S₂₂ v₂ = 0 (equations 11 to 15 of the paper).
  private static func solve(_ scatter: DenseMatrix) throws(LinearAlgebraError) -> [Double] {
    let upper = scatter.block(rows: 0..<6, columns: 0..<6)
    let mixed = scatter.block(rows: 0..<6, columns: 6..<10)
    let lower = NormalEquations(matrix: scatter.block(rows: 6..<10, columns: 6..<10))
    let elimination = try lower.inverse() * mixed.transpose
    let pairs = try GeneralizedEigen(upper - mixed * elimination, constraint).pairs
    // Exactly one solution has vᵀ C v > 0, as C has one positive eigenvalue.
    let quadratic = pairs.map(\.vector).max { constraintValue($0) < constraintValue($1) }
    guard let quadratic, constraintValue(quadratic) > 0 else { throw .notConverged(missing: 1) }
    let linear = elimination * DenseMatrix(rowCount: 6, columnCount: 1, entries: quadratic)
    return quadratic + linear.entries.map { -$0 }
  }

  /// vᵀ C v = 4 J - I², with J = ab + bc + ca - f² - g² - h² and I = a + b + c.
  private static let constraint = DenseMatrix(
    rowCount: 6, columnCount: 6,
    entries: [
      -1, 1, 1, 0, 0, 0,
      1, -1, 1, 0, 0, 0,
      1, 1, -1, 0, 0, 0,
      0, 0, 0, -4, 0, 0,
      0, 0, 0, 0, -4, 0,
      0, 0, 0, 0, 0, -4,
    ])

  private static func constraintValue(_ v: [Double]) -> Double {
    let mixed = v[0] * v[1] + v[1] * v[2] + v[2] * v[0] - v[3] * v[3] - v[4] * v[4] - v[5] * v[5]
    let sum = v[0] + v[1] + v[2]
    return 4 * mixed - sum * sum
  }

  /// The center h and the symmetric response S with |S (m - h)| = 1; nil if the quadric is not an ellipsoid.
  var ellipsoid: (center: Vector3<Double>, response: Matrix3<Double>)? {
    let sign = coefficients[0] + coefficients[1] + coefficients[2] < 0 ? -1.0 : 1.0
    let v = coefficients.map { $0 * sign }
    let form = Matrix3(
      rows: Vector3(x: v[0], y: v[5], z: v[4]), Vector3(x: v[5], y: v[1], z: v[3]), Vector3(x: v[4], y: v[3], z: v[2]))
    let linear = Vector3(x: v[6], y: v[7], z: v[8])
    guard let inverse = form.inverse else { return nil }
    let center = -(inverse * linear)
    let level = center.dot(form * center) - v[9]
    guard level > 0, let root = (form * (1 / level)).symmetricSquareRoot else { return nil }
    return (origin + center * unit, root * (1 / unit))
  }

  /// The sphere x² + y² + z² = 2 x·c + (r² - c²) through readings, by linear least squares.
  static func sphere(
    through points: [Vector3<Double>]
  ) throws(LinearAlgebraError) -> (center: Vector3<Double>, radius: Double) {
    let (origin, unit) = extent(of: points)
    guard unit > 0, unit.isFinite, points.count >= 4 else { throw .singular(pivot: 1) }
    var rows = DenseMatrix(rowCount: points.count, columnCount: 4)
    var squares: [Double] = []
    for (place, point) in points.enumerated() {
      let p = (point - origin) / unit
      for axis in 0..<3 { rows[place, axis] = 2 * p[axis] }
      rows[place, 3] = 1
      squares.append(p.squaredLength)
    }
    let solution = try LeastSquares.solve(rows, squares)
    let center = Vector3(x: solution[0], y: solution[1], z: solution[2])
    let squaredRadius = solution[3] + center.squaredLength
    guard squaredRadius > 0 else { throw .singular(pivot: 4) }
    return (origin + center * unit, squaredRadius.squareRoot() * unit)
  }

  /// The mean of the readings and their root mean square distance from it.
  private static func extent(of points: [Vector3<Double>]) -> (origin: Vector3<Double>, unit: Double) {
    let count = Double(max(1, points.count))
    let mean = points.reduce(Vector3.zero, +) / count
    return (mean, (points.reduce(0) { $0 + ($1 - mean).squaredLength } / count).squareRoot())
  }
}

extension Matrix3 where Scalar == Double {
  /// The symmetric square root of a symmetric positive definite matrix; nil if the matrix is not positive definite.
  var symmetricSquareRoot: Matrix3? {
    let entries = (0..<9).map { self[$0 / 3, $0 % 3] }
    guard let eigen = try? SymmetricEigen(DenseMatrix(rowCount: 3, columnCount: 3, entries: entries)),
      eigen.values[0] > 0
    else { return nil }
    return (0..<3).reduce(into: .zero) { root, place in
      let vector = eigen.vector(place)
      let direction = Vector3(x: vector[0], y: vector[1], z: vector[2])
      root += Matrix3(outerProductOf: direction, direction) * eigen.values[place].squareRoot()
    }
  }
}
