import LogTables
import MotionSamples
import Rotations

/// A sphere and an ellipsoid through the readings of a magnetometer, by least squares in constant memory.
///
/// |m|² = 2 c·m + (r² - |c|²) is linear in the centre c; five more terms, of second order and without trace, make it an ellipsoid.
/// A reading counts when its direction has turned by 5 degrees, so that rest weighs no more than motion, and if its strength is
/// near the usual one: a magnet that passes in a second is hundreds of times stronger than the field, and no calibration.
package struct FieldStatistics: Sendable {
  private static let cosineOfStep = 0.9962
  /// The largest ratio of a strength to the usual one, or of that to it.
  private static let largestRatio = 2.5
  /// The ratio by which the usual strength follows a reading on the other side, at first and later: it becomes the median.
  private static let medianSteps = (first: 1.05, later: 1.01)
  /// Those of a sphere, and those of an ellipsoid.
  private static let ofSphere = 4
  private static let unknowns = 9

  private var unit = 0.0
  /// The usual strength in µT: the median of the readings whose direction has turned, about.
  private var usual = 0.0
  private var lastDirection: Vector3<Double>?
  private var normal = [Double](repeating: 0, count: Self.unknowns * (Self.unknowns + 1))
  private var sumOfFourth = 0.0
  private var sum = 0.0
  private var sumOfSquares = 0.0
  private var bins: UInt64 = 0
  /// The number of readings that count.
  package private(set) var count = 0

  /// Statistics before the first reading.
  package init() {}

  /// Adds a reading in µT.
  package mutating func add(_ reading: Vector3<Double>) {
    guard reading.isFiniteInLane, let direction = reading.normalized else { return }
    if let lastDirection, lastDirection.dot(direction) > Self.cosineOfStep { return }
    lastDirection = direction
    let strength = reading.length
    if unit == 0 { (unit, usual) = (strength, strength) }
    let step = count < 100 ? Self.medianSteps.first : Self.medianSteps.later
    usual *= strength > usual ? step : 1 / step
    guard max(strength / usual, usual / strength) < Self.largestRatio else { return }
    let scaled = reading / unit
    let square = scaled.squaredLength
    guard square < 1e6 else { return }
    let (x, y, z) = (scaled.x, scaled.y, scaled.z)
    let row = [2 * x, 2 * y, 2 * z, 1, x * x - z * z, y * y - z * z, 2 * x * y, 2 * x * z, 2 * y * z]
    for left in 0..<Self.unknowns {
      for right in 0..<Self.unknowns { normal[left * (Self.unknowns + 1) + right] += row[left] * row[right] }
      normal[left * (Self.unknowns + 1) + Self.unknowns] += row[left] * square
    }
    sumOfFourth += square * square
    sum += square.squareRoot()
    sumOfSquares += square
    bins |= 1 << UInt64(Self.bin(of: direction))
    count += 1
  }

  /// One of 54 cells of the directions: nine on each side of a cube.
  private static func bin(of direction: Vector3<Double>) -> Int {
    let axis = (0..<3).max { abs(direction[$0]) < abs(direction[$1]) } ?? 0
    let size = abs(direction[axis])
    func cell(_ value: Double) -> Int { min(2, max(0, Int(saturating: (value / size + 1) * 1.5))) }
    let side = 2 * axis + (direction[axis] < 0 ? 1 : 0)
    return side * 9 + cell(direction[(axis + 1) % 3]) * 3 + cell(direction[(axis + 2) % 3])
  }

  /// The share of the directions that were covered, 0 to 1.
  package var coverage: Double { Double(bins.nonzeroBitCount) / 54 }

  /// The mean strength over the directions in µT; nil before 20 readings that count.
  package var strength: Double? { count >= 20 ? sum / Double(count) * unit : nil }

  /// The standard deviation of the strength over the directions, relative to its mean.
  package var variation: Double {
    guard count > 1 else { return 0 }
    let mean = sum / Double(count)
    return max(0, sumOfSquares / Double(count) - mean * mean).squareRoot() / mean
  }

  /// A sphere through the readings.
  package struct Sphere: Sendable {
    /// The centre, µT: the hard iron.
    package var centre: Vector3<Double>
    /// The radius, µT.
    package var radius: Double
    /// The standard deviation of the distance from the sphere, relative to the radius.
    package var variation: Double
  }

  /// The sphere; nil before 50 readings that count, or if they cover too few directions.
  package var sphere: Sphere? {
    guard count >= 50, coverage >= 0.15, let solution = solution(Self.ofSphere) else { return nil }
    let centre = Vector3(x: solution[0], y: solution[1], z: solution[2])
    let square = solution[3] + centre.squaredLength
    guard square > 0 else { return nil }
    return Sphere(
      centre: centre * unit, radius: square.squareRoot() * unit, variation: residual(of: solution) / (2 * square))
  }

  /// The sphere of the readings without an offset in µT and without soft iron, whose matrix has the entries xx, yy, xy, xz and yz and no
  /// trace: the strength is m - S m - offset. Nil before 50 readings that count.
  package func sphere(
    without offset: Vector3<Double>, shape: [Double] = []
  ) -> Sphere? {
    guard count >= 50 else { return nil }
    let centre = offset / unit
    let terms = [centre.x, centre.y, centre.z, 0] + shape.map { 2 * $0 }
    let width = Self.unknowns + 1
    var (mean, square) = (sumOfSquares, sumOfFourth)
    for (row, term) in terms.enumerated() {
      mean -= term * normal[3 * width + row]
      square -= 2 * term * normal[row * width + Self.unknowns]
      for (column, other) in terms.enumerated() { square += term * other * normal[row * width + column] }
    }
    (mean, square) = (mean / Double(count), square / Double(count))
    let squaredRadius = mean + centre.squaredLength
    guard squaredRadius > 0 else { return nil }
    return Sphere(
      centre: offset, radius: squaredRadius.squareRoot() * unit,
      variation: max(0, square - mean * mean).squareRoot() / (2 * squaredRadius))
  }

  /// The standard deviation of the distance from an ellipsoid, relative to the mean strength; nil where half of the
  /// directions are not covered.
  package var variationFromEllipsoid: Double? {
    guard count >= 200, coverage >= 0.5, let solution = solution(Self.unknowns) else { return nil }
    return residual(of: solution) / (2 * sumOfSquares / Double(count))
  }

  /// The first unknowns by least squares; nil where the readings do not determine them.
  private func solution(_ unknowns: Int) -> [Double]? {
    let width = Self.unknowns + 1
    var matrix = normal
    // A centre of 100 times the field per standard deviation: it keeps directions without readings at zero.
    for place in 0..<unknowns where place != 3 { matrix[place * width + place] += 1e-4 * Double(count) }
    for pivot in 0..<unknowns {
      guard matrix[pivot * width + pivot] > 1e-9 else { return nil }
      for row in 0..<unknowns where row != pivot {
        let factor = matrix[row * width + pivot] / matrix[pivot * width + pivot]
        for column in pivot..<width { matrix[row * width + column] -= factor * matrix[pivot * width + column] }
      }
    }
    return (0..<unknowns).map { matrix[$0 * width + Self.unknowns] / matrix[$0 * width + $0] }
  }

  /// The root mean square of what a solution leaves of |m|², in squares of the unit.
  private func residual(of solution: [Double]) -> Double {
    let explained = solution.indices.reduce(0) {
      $0 + solution[$1] * normal[$1 * (Self.unknowns + 1) + Self.unknowns]
    }
    return (max(0, sumOfFourth - explained) / Double(count)).squareRoot()
  }
}
