import Rotations

/// How much of the sphere of directions has been seen: 96 cells of equal area, eight belts of twelve.
public struct SphereCoverage: Sendable {
  /// Belts of equal height, which have equal area (Archimedes).
  static let beltCount = 8
  /// Cells in each belt.
  static let cellsPerBelt = 12

  /// How many directions each cell holds: belt after belt from -z to +z, eastwards from +x.
  public private(set) var counts = [Int](repeating: 0, count: Self.beltCount * Self.cellsPerBelt)

  /// Nothing seen yet.
  public init() {}

  /// Counts the direction of a vector; one without direction counts nowhere.
  public mutating func add(_ vector: Vector3<Double>) {
    guard let direction = vector.normalized else { return }
    let belt = Int((direction.z + 1) / 2 * Double(Self.beltCount))
    let turn = Double.arcTangent(y: direction.y, x: direction.x) / (2 * .pi)
    let cell = Int((turn < 0 ? turn + 1 : turn) * Double(Self.cellsPerBelt))
    counts[min(belt, Self.beltCount - 1) * Self.cellsPerBelt + min(cell, Self.cellsPerBelt - 1)] += 1
  }

  /// The share of the cells that hold a direction, 0 to 1.
  public var share: Double { Double(counts.count { $0 > 0 }) / Double(counts.count) }
}
