/// The polynomial 35 u⁴ - 84 u⁵ + 70 u⁶ - 20 u⁷, from 0 to 1; its first three derivatives vanish at both ends.
struct SmoothStart {
  /// The value at u.
  var value: Double
  /// The first derivative.
  var slope: Double
  /// The second derivative.
  var curvature: Double
  /// The integral from 0 to u; 1/2 at u = 1.
  var integral: Double
  /// The integral of `integral` from 0 to u.
  var secondIntegral: Double

  /// The polynomial at u from 0 to 1.
  init(_ u: Double) {
    let square = u * u
    let fourth = square * square
    let rest = 1.0 - u
    value = fourth * (35.0 - u * (84.0 - u * (70.0 - 20.0 * u)))
    slope = 140.0 * square * u * rest * rest * rest
    curvature = 420.0 * square * rest * rest * (1.0 - 2.0 * u)
    integral = fourth * u * (7.0 - u * (14.0 - u * (10.0 - 2.5 * u)))
    secondIntegral = fourth * square * (7.0 / 6.0 - u * (2.0 - u * (1.25 - u * (2.5 / 9.0))))
  }
}
