import Rotations

/// A sphere through the readings of a magnetometer, by least squares in constant memory.
///
/// |m|² = 2 c·m + (r² - |c|²) is linear in the centre c. A reading counts when its direction has turned by 5 degrees, so that rest
/// weighs no more than motion.
public struct FieldStatistics: Sendable {
  private static let cosineOfStep = 0.9962
  private static let unknowns = 4

  private var unit = 0.0
  private var lastDirection: Vector3<Double>?
  private var normal = [Double](repeating: 0, count: Self.unknowns * (Self.unknowns + 1))
  private var sumOfFourth = 0.0
  private var sum = 0.0
  private var sumOfSquares = 0.0
  private var bins: UInt64 = 0
  /// The number of readings that count.
  public private(set) var count = 0

  /// Statistics before the first reading.
  public init() {}

  /// Adds a reading in µT.
  public mutating func add(_ reading: Vector3<Double>) {
    guard reading.isFiniteInLane, let direction = reading.normalized else { return }
    if let lastDirection, lastDirection.dot(direction) > Self.cosineOfStep { return }
    lastDirection = direction
    if unit == 0 { unit = reading.length }
    let scaled = reading / unit
    let square = scaled.squaredLength
    guard square < 1e6 else { return }
    let row = [2 * scaled.x, 2 * scaled.y, 2 * scaled.z, 1]
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
    func cell(_ value: Double) -> Int { min(2, max(0, Int((value / size + 1) * 1.5))) }
    let side = 2 * axis + (direction[axis] < 0 ? 1 : 0)
    return side * 9 + cell(direction[(axis + 1) % 3]) * 3 + cell(direction[(axis + 2) % 3])
  }

  /// The share of the directions that were covered, 0 to 1.
  public var coverage: Double { Double(bins.nonzeroBitCount) / 54 }

  /// The standard deviation of the strength over the directions, relative to its mean.
  public var variation: Double {
    guard count > 1 else { return 0 }
    let mean = sum / Double(count)
    return max(0, sumOfSquares / Double(count) - mean * mean).squareRoot() / mean
  }

  /// A sphere through the readings.
  public struct Sphere: Sendable {
    /// The centre, µT: the hard iron.
    public var centre: Vector3<Double>
    /// The radius, µT.
    public var radius: Double
    /// The standard deviation of the distance from the sphere, relative to the radius.
    public var variation: Double
  }

  /// The sphere; nil before 50 readings that count, or if they cover too few directions.
  public var sphere: Sphere? {
    guard count >= 50, coverage >= 0.15 else { return nil }
    let width = Self.unknowns + 1
    var matrix = normal
    // A centre of 100 times the field per standard deviation: it keeps directions without readings at zero.
    for place in 0..<3 { matrix[place * width + place] += 1e-4 * Double(count) }
    for pivot in 0..<Self.unknowns {
      guard matrix[pivot * width + pivot] > 1e-9 else { return nil }
      for row in 0..<Self.unknowns where row != pivot {
        let factor = matrix[row * width + pivot] / matrix[pivot * width + pivot]
        for column in pivot..<width { matrix[row * width + column] -= factor * matrix[pivot * width + column] }
      }
    }
    let solution = (0..<Self.unknowns).map { matrix[$0 * width + Self.unknowns] / matrix[$0 * width + $0] }
    let centre = Vector3(x: solution[0], y: solution[1], z: solution[2])
    let square = solution[3] + centre.squaredLength
    guard square > 0 else { return nil }
    let explained = (0..<Self.unknowns).reduce(0) { $0 + solution[$1] * normal[$1 * width + Self.unknowns] }
    let residual = max(0, sumOfFourth - explained) / Double(count)
    return Sphere(
      centre: centre * unit, radius: square.squareRoot() * unit, variation: residual.squareRoot() / (2 * square))
  }
}
