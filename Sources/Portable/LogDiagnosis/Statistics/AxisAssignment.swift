import LogTables
import Rotations

/// A signed permutation of axes with one scale.
package struct AxisAssignment: Equatable, Sendable {
  /// For x, y and z of one sensor, the axis (0 to 2) of the other.
  package var axes: [Int]
  /// The signs of the axes, +1 or -1.
  package var signs: [Double]
  /// The common scale, positive.
  package var scale = 1.0

  /// Unchanged axes at a scale of one.
  package static let identity = AxisAssignment(axes: [0, 1, 2], signs: [1, 1, 1])

  /// All 24 turns and 24 mirrored ones, at a scale of one; the identity first.
  static let all: [AxisAssignment] = {
    let permutations = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]]
    return permutations.flatMap { axes in
      (0..<8).map { bits in
        AxisAssignment(axes: axes, signs: (0..<3).map { bits & (1 << $0) == 0 ? 1 : -1 })
      }
    }
  }()

  /// The matrix that turns a vector of the other sensor's axes into this one's, at a scale of one.
  package var matrix: Matrix3<Double> {
    let rows = (0..<3).map { row in
      var vector = Vector3<Double>.zero
      vector[axes[row]] = signs[row]
      return vector
    }
    return Matrix3(rows: rows[0], rows[1], rows[2])
  }

  /// The assignment in the other direction, at a scale of one.
  @inline(never)
  package var inverse: AxisAssignment {
    var result = Self.identity
    for row in 0..<3 { (result.axes[axes[row]], result.signs[axes[row]]) = (row, signs[row]) }
    return result
  }

  /// The assignment with all signs reversed.
  package var reversed: AxisAssignment { AxisAssignment(axes: axes, signs: signs.map { -$0 }, scale: scale) }

  /// Whether axes and signs are unchanged.
  package var isIdentity: Bool { hasAxes(of: .identity) }

  /// Whether another assignment has the same axes and signs, at any scale.
  package func hasAxes(of other: AxisAssignment) -> Bool { axes == other.axes && signs == other.signs }

  /// The number of axes that differ from those of the identity, or in their sign.
  @inline(never)
  package var changeCount: Int { (0..<3).count { axes[$0] != $0 || signs[$0] < 0 } }

  /// Whether it turns a right-handed sensor into a left-handed one.
  @inline(never)
  package var isMirrored: Bool { matrix.determinant < 0 }

  /// The assignment as text: "y,-x,z".
  package var text: String {
    zip(axes, signs).map { axis, sign in (sign < 0 ? "-" : "") + ["x", "y", "z"][axis] }.joined(separator: ",")
  }
}

extension [Double] {
  /// The places of the numbers, that of the smallest first.
  var ascendingIndices: [Int] { indices.sorted { self[$0] < self[$1] } }
}
