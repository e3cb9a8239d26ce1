import NumericalMethods
import Rotations
import SystemLibrary

/// The part of a sensor's response that is fitted to readings of a vector of constant length.
public enum EllipsoidShape: String, CaseIterable, Codable, Sendable {
  /// The offset: 3 parameters.
  case offset
  /// Offset and a scale for each axis: 6 parameters.
  case scales
  /// Offset and a symmetric matrix: 9 parameters.
  case full

  /// The number of parameters, without the field strength.
  var parameterCount: Int {
    switch self {
    case .offset: 3
    case .scales: 6
    case .full: 9
    }
  }
}

/// Fits an ellipsoid to readings of a vector of constant length: the sensor's response.
///
/// The model is |S · (m - h)| = r with a symmetric S; a rotation before S does not change the lengths and is not determined
/// here. The fit minimizes the distance of the readings from the ellipsoid, in which their noise is. The difference of the
/// lengths would also shrink with the response, so that readings from half of the directions would fit an infinite ellipsoid.
///
/// Goals, in order: an unbiased estimate with a realistic covariance (the algebraic fit alone is biased by noise); robustness
/// against a few disturbed readings; bounded time.
struct EllipsoidFit: Sendable {
  /// The symmetric response S, with the offset h.
  let matrix: Matrix3<Double>
  /// The offset h, in the unit of the readings.
  let offset: Vector3<Double>
  /// The length r that calibrated readings have.
  let radius: Double
  /// Whether the radius was fitted; `matrix` then has the determinant 1, which keeps the scale of the readings.
  let fitsRadius: Bool
  /// The shape that was fitted.
  let shape: EllipsoidShape
  /// The distance of each reading from the ellipsoid, positive outside, in the unit of the readings.
  let residuals: [Double]
  /// The standard deviation of the residuals without outliers.
  let residualScale: Double
  /// The Bayesian information criterion (BIC); smaller is better.
  let informationCriterion: Double
  /// The ratio of the variances to those of independent residuals; see `GroupedJackknife`.
  let correlationFactor: Double
  /// The covariance of the parameters: h, then, by shape, nothing or one scale, the diagonal, or xx, yy, zz, yz, xz, xy of S.
  let covariance: DenseMatrix

  /// Fits a shape.
  ///
  /// - Parameters:
  ///   - points: The readings.
  ///   - shape: The shape to fit.
  ///   - radius: The known length; nil to fit it.
  ///   - robustness: The threshold of `RobustLeastSquares`.
  ///   - isSequence: Whether the readings are in time order, so that correlated errors of neighbours can be found.
  init(
    _ points: [Vector3<Double>], shape: EllipsoidShape, radius: Double? = nil, robustness: Double = 1.5,
    isSequence: Bool = false
  ) throws(LinearAlgebraError) {
    let start = try Self.start(points, shape: shape, radius: radius)
    var search = RobustLeastSquares()
    search.threshold = robustness
    search.smallestScale = 1e-10 * start.radius
    let layout = ResponseLayout(shape: shape, hasCommonScale: shape == .offset && radius == nil)
    let model = { (parameters: [Double], radius: Double) in
      Self.linearize(points, parameters, layout, radius)
    }
    let first = try search.minimize(from: layout.parameters(start.offset, start.matrix)) { model($0, start.radius) }
    var scale = 1.0
    if radius == nil {
      // The same ellipsoid with a response of determinant 1.
      let determinant = layout.matrix(first.parameters).determinant
      guard determinant > 0, determinant.isFinite else { throw .notFinite }
      scale = cbrt(determinant)
    }
    let settled = start.radius / scale
    let rescaled = layout.parameters(layout.offset(first.parameters), layout.matrix(first.parameters) * (1 / scale))
    let solution = try search.minimize(from: rescaled) { model($0, settled) }
    matrix = layout.matrix(solution.parameters)
    offset = layout.offset(solution.parameters)
    self.radius = settled
    fitsRadius = radius == nil
    self.shape = shape
    residuals = solution.residuals
    residualScale = solution.residualScale
    correlationFactor =
      isSequence && points.count >= 20 * layout.parameterCount
      ? GroupedJackknife.varianceFactor(count: points.count, variances: solution.covariance.diagonal) { group in
        let rest = points.leavingOut(group)
        return try? search.minimize(from: solution.parameters) { Self.linearize(rest, $0, layout, settled) }.parameters
      } : 1
    covariance = solution.covariance * correlationFactor
    let count = Double(points.count)
    informationCriterion =
      count * log(max(solution.loss, search.smallestScale.squared) / count)
      + Double(layout.parameterCount) * log(count)
  }

  private static func start(
    _ points: [Vector3<Double>], shape: EllipsoidShape, radius: Double?
  ) throws(LinearAlgebraError) -> (offset: Vector3<Double>, matrix: Matrix3<Double>, radius: Double) {
    if shape == .full, let quadric = try? QuadricFit(points), let ellipsoid = quadric.ellipsoid {
      let determinant = ellipsoid.response.determinant
      let fitted = 1 / cbrt(determinant)
      let length = radius ?? fitted
      return (ellipsoid.center, ellipsoid.response * length, length)
    }
    let sphere = try QuadricFit.sphere(through: points)
    let length = radius ?? sphere.radius
    let scale = shape == .offset ? 1 : length / sphere.radius
    return (sphere.center, Matrix3.identity * scale, length)
  }

  private static func linearize(
    _ points: [Vector3<Double>], _ parameters: [Double], _ layout: ResponseLayout, _ radius: Double
  ) -> RobustLeastSquares.Linearization {
    let (offset, matrix) = (layout.offset(parameters), layout.matrix(parameters))
    let responseDerivatives = layout.responseDerivatives
    var residuals: [Double] = []
    var jacobian: [Double] = []
    residuals.reserveCapacity(points.count)
    jacobian.reserveCapacity(points.count * layout.parameterCount)
    for point in points {
      let distance = EllipsoidDistance(of: point - offset, matrix: matrix, radius: radius)
      residuals.append(distance.value)
      for axis in 0..<3 {
        var unit = Vector3<Double>.zero
        unit[axis] = 1
        jacobian.append(distance.derivative(calibrated: -(matrix * unit), normal: .zero))
      }
      for change in responseDerivatives {
        jacobian.append(
          distance.derivative(calibrated: change * distance.centered, normal: change * distance.direction))
      }
    }
    return RobustLeastSquares.Linearization(residuals: residuals, jacobian: jacobian)
  }
}

extension EllipsoidFit {
  /// The directions of the faces, edges and corners of a cube.
  static let directions: [Vector3<Double>] = (0..<27).compactMap { (place: Int) -> Vector3<Double>? in
    let (column, row, layer) = (place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1)
    return Vector3(x: Double(column), y: Double(row), z: Double(layer)).normalized
  }

  /// The directions of calibrated readings.
  func coverage(of points: [Vector3<Double>]) -> SphereCoverage {
    points.reduce(into: SphereCoverage()) { $0.add(matrix * ($1 - offset)) }
  }

  /// The ratio of the largest to the smallest eigenvalue of the response; infinite if it is not positive definite.
  var conditionNumber: Double {
    let entries = (0..<9).map { matrix[$0 / 3, $0 % 3] }
    guard let eigen = try? SymmetricEigen(DenseMatrix(rowCount: 3, columnCount: 3, entries: entries)),
      eigen.values[0] > 0
    else { return .infinity }
    return eigen.values[2] / eigen.values[0]
  }

  /// One standard deviation of the direction of a calibrated reading due to the parameters, in the worst of 26 directions, rad.
  var directionUncertainty: Double {
    guard let inverse = matrix.inverse else { return .infinity }
    let layout = ResponseLayout(shape: shape, hasCommonScale: shape == .offset && fitsRadius)
    var worst = 0.0
    for direction in Self.directions {
      let centered = inverse * (direction * radius)
      let columns = layout.derivatives(matrix: matrix, centered: centered).map { $0 - direction * $0.dot(direction) }
      var variance = 0.0
      for i in columns.indices {
        for j in columns.indices { variance += covariance[i, j] * columns[i].dot(columns[j]) }
      }
      worst = max(worst, variance / 2)
    }
    return worst.squareRoot() / radius
  }
}
