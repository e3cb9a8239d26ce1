import Rotations

/// The constant heading error of a stream of errors, in closed form.
///
/// Turned back by α about the vertical, an error (w, x, y, z) has the real part w cos α/2 + z sin α/2. The sum of its
/// squares, that is of cos² of half the total error, is
///   (Σw² + Σz²)/2 + (Σw² - Σz²)/2 cos α + Σwz sin α,
/// largest at α = atan2(2 Σwz, Σw² - Σz²). For small errors that is the least-squares solution.
struct HeadingOffsetEstimator: Sendable {
  private var sumOfDifferences = 0.0
  private var sumOfProducts = 0.0

  mutating func add(_ error: EarthFrameError) {
    sumOfDifferences += error.w * error.w - error.z * error.z
    sumOfProducts += error.w * error.z
  }

  var best: Double { Double.arcTangent(y: 2.0 * sumOfProducts, x: sumOfDifferences) }
}
