import Rotations

/// Gauss-Legendre quadrature with five points, exact for polynomials of degree 9.
enum GaussLegendre {
  /// The mean of a function over an interval.
  static func mean(
    from start: Double, to end: Double, of function: (_ time: Double) -> Vector3<Double>
  ) -> Vector3<Double> {
    let middle = 0.5 * (start + end)
    let half = 0.5 * (end - start)
    var mean = function(middle) * (64.0 / 225.0)
    for (node, weight) in [(0.5384693101056831, 0.23931433524968324), (0.9061798459386640, 0.11846344252809454)] {
      let early = function(middle - half * node)
      let late = function(middle + half * node)
      mean += (early + late) * weight
    }
    return mean
  }
}
