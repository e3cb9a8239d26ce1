import Glibc
import Rotations

/// Finds the ellipsoid on which readings of a vector of constant length lie, and with it the sensor's response.
///
/// The model is |S · (m - h)| = r with a symmetric S. What turns the calibrated vector, an orthogonal matrix in front of
/// S, leaves no trace in the lengths and is not found here.
///
/// What is made small is the distance of the readings from the ellipsoid, where their noise is, and not the difference of
/// the lengths: that also becomes small when the response does, and readings from half of the directions then drive the
/// ellipsoid to infinity.
///
/// Goals, in order: an unbiased estimate with an honest covariance (the algebraic fit alone is biased by noise); no
/// trouble from a few disturbed readings; bounded time.
struct EllipsoidFit: Sendable {
  /// The symmetric response S, with the offset h.
  let matrix: Matrix3<Double>
  /// The offset h, in the unit of the readings.
  let offset: Vector3<Double>
  /// The length r that calibrated readings have.
  let radius: Double
  /// Whether the radius was fitted, so that `matrix` has the determinant 1 and the scale of the readings is kept.
  let fitsRadius: Bool
  /// The shape that was fitted.
  let shape: EllipsoidShape
  /// How far each reading lies outside of the ellipsoid, in the unit of the readings.
  let residuals: [Double]
  /// The standard deviation of a residual, gross ones left out.
  let residualScale: Double
  /// The Bayesian information criterion; of two shapes the one with the smaller value explains more by less.
  let informationCriterion: Double
  /// By how much the variances are larger than independent residuals would make them; see `GroupedJackknife`.
  let correlationFactor: Double
  /// The covariance of the parameters: h, then what was fitted of S (nothing or the one scale; the diagonal; or xx, yy,
  /// zz, yz, xz, xy).
  let covariance: DenseMatrix

  /// Fits a shape.
  ///
  /// - Parameters:
  ///   - points: The readings.
  ///   - shape: What is fitted.
  ///   - radius: The known length; nil to fit it too.
  ///   - robustness: The threshold of `RobustLeastSquares`.
  ///   - isSequence: Whether the readings are in the order of time, so that what neighbours share can be found.
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
      // The same ellipsoid, written with a response that does not change volumes.
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
