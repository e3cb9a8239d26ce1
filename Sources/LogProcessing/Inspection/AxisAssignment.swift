import Rotations

/// A signed permutation of axes with one scale: the plain reading of a matrix that is nearly so.
public struct AxisAssignment: Equatable, Sendable {
  /// For x, y and z of the one sensor: the axis (0 to 2) of the other and its sign.
  public var axes: [Int]
  /// The signs, +1 or -1, of the three axes.
  public var signs: [Double]
  /// The common scale, positive.
  public var scale: Double

  /// The assignment that a matrix is near to; nil where it is near to none.
  public init?(nearestTo matrix: Matrix3<Double>) {
    var axes: [Int] = []
    var signs: [Double] = []
    var scales: [Double] = []
    for row in 0..<3 {
      let entries = (0..<3).map { matrix[row, $0] }
      guard let axis = (0..<3).max(by: { abs(entries[$0]) < abs(entries[$1]) }) else { return nil }
      axes.append(axis)
      signs.append(entries[axis] < 0 ? -1 : 1)
      scales.append(abs(entries[axis]))
    }
    scale = scales.reduce(0, +) / 3
    guard Set(axes).count == 3, scale > 0, scale.isFinite else { return nil }
    let mean = scale
    for row in 0..<3 {
      for column in 0..<3 {
        let expected = axes[row] == column ? signs[row] : 0
        guard abs(matrix[row, column] / mean - expected) < 0.35 else { return nil }
      }
    }
    (self.axes, self.signs) = (axes, signs)
  }

  /// Whether every axis is its own.
  public var isIdentity: Bool { axes == [0, 1, 2] && signs == [1, 1, 1] }

  /// The assignment as it would be written for a person: "y,-x,z".
  public var text: String {
    zip(axes, signs).map { axis, sign in (sign < 0 ? "-" : "") + ["x", "y", "z"][axis] }.joined(separator: ",")
  }
}
