import LogTables
import Rotations

/// The gain that a sensor needs, as the part S of I - S with a symmetric matrix S, and whether the recording needs it.
package struct GainEstimate: Sendable {
  /// The matrix S.
  package var matrix: Matrix3<Double>
  /// The standard deviations of its diagonal.
  package var deviation: Vector3<Double>
  /// The part of the squared residuals that it leaves: 1 for a gain that explains nothing.
  package var remainder: Double

  /// The gain I - S.
  package var gain: Matrix3<Double> { .identity - matrix }

  /// The diagonal of S, each entry nearer to zero by four standard deviations.
  var certain: Vector3<Double> {
    var result = Vector3<Double>.zero
    for axis in 0..<3 {
      let value = matrix[axis, axis]
      result[axis] = max(0, abs(value) - 4 * deviation[axis]) * (value < 0 ? -1 : 1)
    }
    return result
  }

  /// Whether the model holds: larger gains are those of axes about which the motion shows nothing.
  var isLinear: Bool { (0..<3).allSatisfy { abs(matrix[$0, $0]) < 0.5 } }

  /// Whether another estimate does not contradict the gain of an axis.
  func agrees(with other: GainEstimate, _ axis: Int) -> Bool {
    abs(matrix[axis, axis] - other.matrix[axis, axis]) < 3 * other.deviation[axis] + 0.3 * abs(matrix[axis, axis])
  }

  /// The smallest gain that counts against that of another axis.
  private static let leastOther = 0.05

  /// Whether it needs a gain, but of another axis.
  func contradicts(_ axis: Int) -> Bool {
    let certain = certain
    let most = (0..<3).max { abs(certain[$0]) < abs(certain[$1]) } ?? axis
    return remainder < 0.8 && most != axis && abs(certain[most]) > Self.leastOther
  }

  /// Whether the gains of all axes can be a factor that is near 1: a field that is not the same everywhere shows others.
  func allowsScale(_ factor: Double) -> Bool {
    let expected = 1 - factor
    guard abs(expected) < 0.5 else { return true }
    return (0..<3).allSatisfy { axis in
      deviation[axis] > 0.1 || abs(matrix[axis, axis] - expected) < 3 * deviation[axis] + 0.5 * abs(expected)
    }
  }

  /// The axis whose gain alone is wrong; nil if others are, too.
  package var singleAxis: Int? {
    let certain = certain
    let axis = (0..<3).max { abs(certain[$0]) < abs(certain[$1]) } ?? 0
    let others = (0..<3).filter { $0 != axis }.map { abs(certain[$0]) }
    // The gain of an axis has nothing beside the diagonal.
    let isAlone = (0..<3).allSatisfy { other in
      other == axis
        || abs(matrix[axis, other]) < max(0.4 * abs(matrix[axis, axis]), deviation[axis] + deviation[other])
    }
    return abs(certain[axis]) > 2.5 * max(others[0], others[1]) && isAlone ? axis : nil
  }
}

/// A step of the gyroscope's bias within a log.
package struct BiasStep: Sendable {
  /// The change in rad/s; components that are not known are zero.
  package var change: Vector3<Double>
  /// The share of the log before it.
  package var share: Double
  /// The part of the squared residuals that it leaves.
  package var remainder: Double
  /// The part that a steady drift leaves.
  package var remainderOfDrift: Double

  /// The step of a regression beside the solution for its usual unknowns, all but a drift.
  init?(_ regression: BlockRegression, _ usual: [Int], bias: Range<Int>, drift: Range<Int>) {
    guard let solution = regression.solution(usual), let step = regression.step(of: bias, beside: solution, usual)
    else { return nil }
    change = .zero
    for axis in 0..<3 where abs(step.values[axis]) > 2 * step.standardDeviations[axis] {
      change[axis] = step.values[axis]
    }
    (share, remainder) = (step.share, step.remainder)
    remainderOfDrift = regression.remainder(usual + Array(drift), of: solution)
  }

  /// Whether the recording needs a step, and a drift does not explain it.
  var isNeeded: Bool { remainder < 0.75 && remainder < remainderOfDrift - 0.05 }
}
