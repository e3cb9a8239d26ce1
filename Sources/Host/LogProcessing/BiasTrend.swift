import Rotations

/// A line through the estimated bias of the gyroscope over time, from the time at which filters have settled.
package struct BiasTrend: Sendable {
  /// The time that filters are given to settle, s.
  private static let start = 15.0

  private var count = 0.0
  private var time = 0.0
  private var timeSquares = 0.0
  private var sum = Vector3<Double>.zero
  private var product = Vector3<Double>.zero
  private var squares = 0.0
  private var last = 0.0
  /// The standard deviation of the first estimate on the line, rad/s: what the filter learns of a constant bias seems a drift.
  private var firstDeviation = 0.0

  /// Adds an estimate and the standard deviations of its components, rad/s; nil if the filter has none.
  mutating func add(_ bias: Vector3<Double>, deviation: Vector3<Double>? = nil, at seconds: Double) {
    guard seconds >= Self.start, bias.isFiniteInLane else { return }
    if count == 0 { firstDeviation = deviation?.length ?? 0 }
    count += 1
    time += seconds
    timeSquares += seconds * seconds
    sum += bias
    product += bias * seconds
    squares += bias.squaredLength
    last = seconds
  }

  /// The standard deviation of the estimates in rad/s; nil for less than 15 s.
  package var standardDeviation: Double? {
    count >= 8 ? max(0, squares / count - (sum / count).squaredLength).squareRoot() : nil
  }

  /// The change of the line in rad/s from its start to its end, and the share of the variance that it explains, 0 to 1; nil
  /// for less than 15 s, and for a change within three standard deviations of the first estimate.
  package var line: (change: Vector3<Double>, share: Double)? {
    guard count >= 8, last >= 2 * Self.start else { return nil }
    let variance = timeSquares / count - (time / count) * (time / count)
    let mean = sum / count
    let covariance = product / count - mean * (time / count)
    let total = squares / count - mean.squaredLength
    let change = covariance * ((last - Self.start) / variance)
    guard variance > 0, total > 0, change.length > 3 * firstDeviation else { return nil }
    return (change, min(1, covariance.squaredLength / variance / total))
  }
}
