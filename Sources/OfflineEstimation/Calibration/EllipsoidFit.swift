import Foundation
import Rotations

/// Finds the ellipsoid on which readings of a vector of constant length lie, and with it the sensor's response.
///
/// The model is |S · (m - h)| = r with a symmetric S. What turns the calibrated vector, an orthogonal matrix in front of
/// S, leaves no trace in the lengths and is not found here.
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
  /// |S (m - h)| - r for each reading.
  let residuals: [Double]
  /// The standard deviation of a residual, gross ones left out.
  let residualScale: Double
  /// The Bayesian information criterion; of two shapes the one with the smaller value explains more by less.
  let informationCriterion: Double
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
  init(
    _ points: [Vector3<Double>], shape: EllipsoidShape, radius: Double? = nil, robustness: Double = 1.5
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
    covariance = solution.covariance
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
    var residuals: [Double] = []
    var jacobian: [Double] = []
    residuals.reserveCapacity(points.count)
    jacobian.reserveCapacity(points.count * layout.parameterCount)
    for point in points {
      let centered = point - offset
      let calibrated = matrix * centered
      let length = calibrated.length
      let direction = length > 0 ? calibrated / length : .zero
      residuals.append(length - radius)
      layout.appendDerivatives(direction: direction, centered: centered, matrix: matrix, to: &jacobian)
    }
    return RobustLeastSquares.Linearization(residuals: residuals, jacobian: jacobian)
  }
}
