import MotionSamples
import NumericalMethods
import Rotations

/// Finds the clock offset of two joined bodies, in whole boxes, from the vertical force at the joint, which does not depend on the
/// heading: at the right offset one pair of arms makes both equal.
struct JointClockSearch {
  /// The number of boxes to add to those of the second body.
  let shift: Int

  /// The most boxes that are compared.
  private static let mostBoxes = 2000
  /// Mean square of a difference that counts as none, (m/s²)².
  private static let noise = 0.01
  /// A second minimum, further away than this many s, must be higher by this factor.
  private static let leastContrast = (distance: 1.0, factor: 1.1)

  /// Searches `range` of shifts of `second` against `first`, boxes of `width` s. Throws `offsetUndetermined`.
  init(
    _ first: [JointForce?], _ second: [JointForce?], width: Double, range: ClosedRange<Int>, leastCount: Int
  ) throws(JointError) {
    var costs: [(shift: Int, cost: Double)] = []
    for shift in range {
      if let cost = Self.cost(first, second, shift, leastCount) { costs.append((shift, cost)) }
    }
    guard let best = costs.min(by: { $0.cost < $1.cost }) else {
      throw .tooShort(common: 0, needed: Double(leastCount) * width)
    }
    let distance = Int(saturating: Self.leastContrast.distance / width)
    let other = costs.filter { abs($0.shift - best.shift) > distance }.min { $0.cost < $1.cost }
    guard other.map({ $0.cost > Self.leastContrast.factor * best.cost }) ?? true else { throw .offsetUndetermined }
    shift = best.shift
  }

  /// The share of the vertical force that no arms explain; nil for too few boxes.
  private static func cost(_ first: [JointForce?], _ second: [JointForce?], _ shift: Int, _ leastCount: Int) -> Double?
  {
    var (count, mean) = (0, 0.0)
    var pairs: [(JointForce, JointForce)] = []
    for index in max(0, shift)..<max(0, shift, min(first.count, second.count + shift)) {
      guard let one = first[index], let two = second[index - shift] else { continue }
      pairs.append((one, two))
      mean += one.atSensor.z - two.atSensor.z
      count += 1
      if count == mostBoxes { break }
    }
    guard count >= leastCount else { return nil }
    mean /= Double(count)
    var equations = NormalEquations(unknownCount: 6)
    var (power, total) = (0.0, 0.0)
    var row = [Double](repeating: 0, count: 6)
    for (one, two) in pairs {
      let right = two.atSensor.z - one.atSensor.z + mean
      for axis in 0..<3 {
        row[axis] = one.gradient[2, axis]
        row[axis + 3] = -two.gradient[2, axis]
      }
      equations.add(row: row[...], right: right)
      power += right * right
      total += (one.atSensor.z - .standardGravity).squared + (two.atSensor.z - .standardGravity).squared
    }
    for index in 0..<6 {
      var row = [Double](repeating: 0, count: 6)
      row[index] = 1
      equations.add(row: row[...], right: 0, weight: noise / JointArms.armDeviation.squared)
    }
    guard let solution = try? equations.solution() else { return nil }
    let explained = zip(solution, equations.vector).reduce(0) { $0 + $1.0 * $1.1 }
    return (max(power - explained, 0) / Double(count) + noise) / (total / Double(count) + noise)
  }
}
