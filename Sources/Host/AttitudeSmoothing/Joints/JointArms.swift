import NumericalMethods
import Rotations

/// The places of the joint in both bodies, and the clock offset, by linear least squares.
///
/// Both sensors give the specific force at the joint: A₁ = F₁ + M₁ r₁ and A₂ = F₂ + M₂ r₂, in their level frames, with
/// M = R ([ω̇]× + [ω]×²). They are equal after the rotation Q between the level frames.
/// Source: T. Seel, J. Raisch, T. Schauer, "IMU-based joint angle measurement for gait analysis", Sensors 14, 2014.
struct JointArms {
  /// From the sensor to the joint in body axes, m.
  var first = Vector3<Double>.zero
  var second = Vector3<Double>.zero
  /// One standard deviation of each, m.
  var firstDeviation = Vector3<Double>.zero
  var secondDeviation = Vector3<Double>.zero
  /// The change of the clock offset, s, and its standard deviation.
  var offsetStep = 0.0
  var offsetDeviation = 0.0

  /// Standard deviation of a component of an arm without evidence, m.
  static let armDeviation = 0.5
  private static let unknowns = 7

  /// The forces of both bodies in one box.
  typealias Pair = (first: JointForce, second: JointForce)

  /// A row of equations for one axis of a pair: coefficients of r₁, r₂ and the offset, and the right side.
  static func row(_ pair: Pair, _ firstFromSecond: Matrix3<Double>, _ slope: Vector3<Double>, _ axis: Int) -> (
    [Double], Double
  ) {
    let second = firstFromSecond * pair.second.gradient
    let change = (firstFromSecond * slope)[axis]
    let coefficients = (0..<3).map { pair.first.gradient[axis, $0] } + (0..<3).map { -second[axis, $0] } + [change]
    return (coefficients, (firstFromSecond * pair.second.atSensor - pair.first.atSensor)[axis])
  }

  /// Solves for arms and offset.
  ///
  /// - Parameters:
  ///   - boxes: The forces of both bodies; nil where one is missing.
  ///   - width: The width of a box, s.
  ///   - rotations: Q at each box; nil before it is known: then only vertical forces count, for which it does not matter.
  ///   - weights: The inverse variance of a component of the difference, (m/s²)⁻².
  ///   - former: The arms so far.
  ///   - findsOffset: Whether the clock offset is unknown.
  init(
    _ boxes: [Pair?], width: Double, rotations: [Matrix3<Double>]?, weights: [Double], former: JointArms,
    findsOffset: Bool
  ) throws(LinearAlgebraError) {
    var equations = NormalEquations(unknownCount: Self.unknowns)
    for (box, pair) in boxes.enumerated() {
      guard let pair else { continue }
      var slope = Vector3<Double>.zero
      if findsOffset, box > 0, box + 1 < boxes.count, let before = boxes[box - 1], let after = boxes[box + 1] {
        slope = (after.second.at(former.second) - before.second.at(former.second)) / (2 * width)
      }
      let rotation = rotations?[box] ?? .identity
      for axis in (rotations == nil ? 2 : 0)..<3 {
        let (row, right) = Self.row(pair, rotation, slope, axis)
        equations.add(row: row[...], right: right, weight: weights[box])
      }
    }
    let prior = 1 / Self.armDeviation.squared
    for index in 0..<Self.unknowns {
      var row = [Double](repeating: 0, count: Self.unknowns)
      row[index] = 1
      // A known offset does not change.
      equations.add(row: row[...], right: 0, weight: index < 6 ? prior : (findsOffset ? 1e-6 : 1e12))
    }
    let solution = try equations.solution()
    let covariance = try equations.inverse()
    let deviations = (0..<Self.unknowns).map { covariance[$0, $0].squareRoot() }
    first = SmoothingState.vector(solution, 0)
    second = SmoothingState.vector(solution, 3)
    firstDeviation = SmoothingState.vector(deviations, 0)
    secondDeviation = SmoothingState.vector(deviations, 3)
    if findsOffset { (offsetStep, offsetDeviation) = (solution[6], deviations[6]) }
  }

  init() {}
}
