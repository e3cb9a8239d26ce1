import LogTables
import Rotations

/// Statistics of the specific force against gravity, in constant memory and independent of its unit.
package struct ForceStatistics: Sendable {
  /// Seconds of a quiet window: shorter than a pause of a hand, longer than a step.
  private static let windowLength = 1.0
  /// The largest standard deviation in a quiet window, relative to the mean.
  private static let quietShare = 0.02
  /// The time constant of the average that follows gravity in the sensor, s.
  private static let timeConstant = 1.0

  private var average: Vector3<Double>?
  private var sumOfAverages = 0.0
  private var sumOfSquaredAverages = 0.0
  private var sumOfSquares = 0.0
  private var squaresOfAxes = Vector3<Double>.zero
  private var time = 0.0
  private var window = Window()

  /// Windows of a second in which the reading was constant within 2 %.
  package private(set) var quietCount = 0
  private var sumOfQuiet = 0.0
  private var sumOfQuietSquares = 0.0

  private struct Window {
    var count = 0.0
    var time = 0.0
    var sum = Vector3<Double>.zero
    var sumOfSquares = 0.0
  }

  /// Statistics before the first reading.
  package init() {}

  /// Adds a reading, and the seconds since the one before.
  package mutating func add(_ reading: Vector3<Double>, interval: Double) {
    guard reading.isFiniteInLane else { return }
    guard interval > 0, interval < 0.5 else {
      (average, window) = (nil, Window())
      return
    }
    let before = average ?? reading
    let average = before + (reading - before) * (interval / (Self.timeConstant + interval))
    self.average = average
    time += interval
    sumOfAverages += average.length * interval
    sumOfSquaredAverages += average.squaredLength * interval
    for axis in 0..<3 { squaresOfAxes[axis] += reading[axis] * reading[axis] * interval }
    sumOfSquares += reading.squaredLength * interval
    window.count += 1
    window.time += interval
    window.sum += reading
    window.sumOfSquares += reading.squaredLength
    if window.time >= Self.windowLength { closeWindow() }
  }

  private mutating func closeWindow() {
    defer { window = Window() }
    guard window.count >= 5 else { return }
    let mean = window.sum / window.count
    let variance = max(0, window.sumOfSquares / window.count - mean.squaredLength)
    let magnitude = mean.length
    guard variance.squareRoot() < Self.quietShare * magnitude else { return }
    quietCount += 1
    sumOfQuiet += magnitude
    sumOfQuietSquares += magnitude * magnitude
  }

  /// The mean magnitude in quiet windows, and its standard error; nil without three of them, or if they are less than 5 %
  /// of the log, as on a vehicle that accelerates slowly.
  package var quietMagnitude: (mean: Double, standardError: Double)? {
    let count = Double(quietCount)
    guard quietCount > 2, count * Self.windowLength > 0.05 * time else { return nil }
    let mean = sumOfQuiet / count
    return (mean, (max(0, sumOfQuietSquares / count - mean * mean) / count).squareRoot())
  }

  /// The magnitude of the reading averaged over a second, relative to its root mean square: near 1 while gravity dominates, near
  /// 0 for an acceleration without gravity. Nil before the first reading.
  package var gravityShare: Double? {
    guard time > 0, sumOfSquares > 0 else { return nil }
    return sumOfAverages / time / (sumOfSquares / time).squareRoot()
  }

  /// The mean magnitude of the reading averaged over a second.
  package var averagedMagnitude: Double { time > 0 ? sumOfAverages / time : 0 }

  /// The standard deviation of the magnitude of the reading averaged over a second, relative to its mean: vibration is not in it.
  package var averagedVariation: Double {
    guard sumOfAverages > 0 else { return 0 }
    return max(0, sumOfSquaredAverages * time / (sumOfAverages * sumOfAverages) - 1).squareRoot()
  }

  /// Whether gravity is not in the readings, in m/s² or in a larger unit that they were taken for: most of them is motion, and what is
  /// left of them after a second is small or comes and goes.
  package var isWithoutGravity: Bool {
    guard let gravityShare, Threshold.missingGravity.severity(of: 1 - gravityShare) != nil else { return false }
    return averagedMagnitude < 3 || averagedVariation > 0.35
  }

  /// The root mean square of each axis.
  package var axes: Vector3<Double> {
    var axes = Vector3<Double>.zero
    for axis in 0..<3 where time > 0 { axes[axis] = (squaresOfAxes[axis] / time).squareRoot() }
    return axes
  }
}
