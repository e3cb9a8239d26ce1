import Foundation
import Rotations
import TestSupport
import Testing

/// Wahba's problem and the nearest rotation to a matrix.
struct WahbaTests {
  private let directions: [Vector3<Double>] = [
    Vector3(x: 0.1, y: -0.2, z: 9.8), Vector3(x: 1, y: 20, z: -40), Vector3(x: -3, y: 0.5, z: 0.2),
    Vector3(x: 2, y: 2, z: 2), Vector3(x: 0, y: -1, z: 0),
  ]

  private func problem(
    _ pairs: some Sequence<DirectionPair<Double>>, weights: [Double]
  ) -> WahbaProblem<Double> {
    var problem = WahbaProblem<Double>()
    for (pair, weight) in zip(pairs, weights) { problem.add(pair, weight: weight) }
    return problem
  }

  @Test(arguments: [2, 3, 5])
  func exactDirections(count: Int) throws {
    // Half turns are in the table: there the classic QUEST divides by zero.
    for a in awkwardRotations(Double.self) {
      let pairs = directions.prefix(count).map { DirectionPair(reference: $0, body: a.rotation.inverse.rotate($0)) }
      let solution = try #require(problem(pairs, weights: [1, 2, 0.5, 3, 1]).solution)
      #expect(solution.referenceFromBody.angle(to: a.rotation) <= 8e-15, "\(a)")
      #expect(solution.loss <= 1e-14, "\(a)")
    }
  }

  @Test func exactDirectionsInFloat() throws {
    for a in awkwardRotations(Float.self) {
      var problem = WahbaProblem<Float>()
      for direction in directions {
        let reference: Vector3<Float> = vector(direction.x, direction.y, direction.z)
        problem.add(DirectionPair(reference: reference, body: a.rotation.inverse.rotate(reference)))
      }
      let solution = try #require(problem.solution)
      #expect(solution.referenceFromBody.angle(to: a.rotation) <= 32 * Float.ulpOfOne, "\(a)")
    }
  }

  @Test func noisyDirections() throws {
    var generator = SplitMix64(seed: 8)
    for a in awkwardRotations(Double.self) {
      let noise = 0.01
      let pairs = (0..<200).map { index in
        let reference = directions[index % directions.count]
        let body = a.rotation.inverse.rotate(reference * (1 / reference.length))
        let error = Vector3(x: generator.signedUnit(), y: generator.signedUnit(), z: generator.signedUnit())
        return DirectionPair(reference: reference, body: body + error * noise)
      }
      let weights = pairs.indices.map { 1 + Double($0 % 3) }
      let solution = try #require(problem(pairs, weights: weights).solution)
      // 200 directions with 0.006 rad each: 0.0005 rad per axis, and none of the attitudes may be five times off.
      #expect(solution.referenceFromBody.angle(to: a.rotation) <= 0.0025, "\(a)")

      let best = loss(of: solution.referenceFromBody, pairs, weights)
      #expect(abs(solution.loss - best) <= 1e-12, "\(a)")
      for axis in [Vector3<Double>.unitX, .unitY, .unitZ] {
        for step in [1e-4, -1e-4, 0.1] {
          let other = solution.referenceFromBody * Rotation(rotationVector: axis * step)
          #expect(loss(of: other, pairs, weights) > best, "\(a)")
        }
      }
    }
  }

  /// Half the weighted sum of the squared distances, as it is defined.
  private func loss(of rotation: Rotation<Double>, _ pairs: [DirectionPair<Double>], _ weights: [Double]) -> Double {
    zip(pairs, weights).reduce(0) { sum, item in
      let (pair, weight) = item
      guard let reference = pair.reference.normalized, let body = pair.body.normalized else { return sum }
      return sum + 0.5 * weight * (reference - rotation.rotate(body)).squaredLength
    }
  }

  @Test func weightsDecideBetweenContradictions() throws {
    // Up agrees; north is seen once at 0 and, with a third of the weight, once at +90 degrees: atan2(1, 3) to the left.
    var problem = WahbaProblem<Double>()
    problem.add(DirectionPair(reference: .unitZ, body: .unitZ), weight: 10)
    problem.add(DirectionPair(reference: .unitY, body: .unitY), weight: 3)
    problem.add(DirectionPair(reference: .unitY, body: .unitX), weight: 1)
    let solution = try #require(problem.solution)
    #expect(solution.referenceFromBody.angle(to: Rotation(aboutZ: atan2(1, 3))) <= 1e-15)
    #expect(problem.totalWeight == 14)
  }

  @Test func notObservable() {
    let up = DirectionPair<Double>(reference: .unitZ, body: .unitX)
    #expect(WahbaProblem<Double>().solution == nil)
    #expect(problem([up], weights: [1]).solution == nil)
    let down = DirectionPair<Double>(reference: -.unitZ, body: -.unitX)
    #expect(problem([up, down, up], weights: [1, 5, 2]).solution == nil)
    let nearlyUp = DirectionPair<Double>(reference: vector(1e-8, 0.0, 1.0), body: vector(1.0, 1e-8, 0.0))
    #expect(problem([up, nearlyUp], weights: [1, 1]).solution == nil)
    // North seen at 0 and at 180 degrees with the same weight.
    let contradiction = [
      DirectionPair<Double>(reference: .unitZ, body: .unitZ), DirectionPair(reference: .unitY, body: .unitY),
      DirectionPair(reference: .unitY, body: -.unitY),
    ]
    #expect(problem(contradiction, weights: [1, 1, 1]).solution == nil)
  }

  @Test func badInputIsLeftOut() {
    var problem = WahbaProblem<Double>()
    let good = DirectionPair<Double>(reference: .unitZ, body: .unitZ)
    var answers = [0, -1, .nan, .infinity].map { problem.add(good, weight: $0) }
    answers.append(problem.add(DirectionPair(reference: .zero, body: .unitZ)))
    answers.append(problem.add(DirectionPair(reference: .unitZ, body: vector(.nan, 0.0, 1.0))))
    #expect(!answers.contains(true))
    #expect(problem.totalWeight == 0)
    let isTaken = problem.add(good, weight: 2)
    #expect(isTaken)
    #expect(problem.totalWeight == 2)
  }

  @Test func nearestRotationToAMatrix() throws {
    var generator = SplitMix64(seed: 9)
    for a in awkwardRotations(Double.self) {
      let exact = a.rotation.matrix
      for scale in [1, 1e-200, 1e200] {
        #expect(try #require(Rotation(nearestTo: exact * scale)).angle(to: a.rotation) <= 4e-15, "\(a), \(scale)")
      }
      func noise() -> Vector3<Double> {
        Vector3(x: generator.signedUnit(), y: generator.signedUnit(), z: generator.signedUnit()) * 0.05
      }
      let drifted = exact + Matrix3(rows: noise(), noise(), noise())
      let nearest = try #require(Rotation(nearestTo: drifted))
      let distance = squaredDistance(nearest.matrix, drifted)
      #expect(distance <= squaredDistance(Rotation(matrix: drifted).matrix, drifted) + 1e-15, "\(a)")
      for axis in [Vector3<Double>.unitX, .unitY, .unitZ] {
        let other = nearest * Rotation(rotationVector: axis * 1e-3)
        #expect(squaredDistance(other.matrix, drifted) > distance, "\(a)")
      }
      // The plain form is a unit quaternion too, and off by the order of the drift only.
      let plain = Rotation(matrix: drifted)
      #expect(abs(plain.quaternion.squaredNorm - 1) <= 1e-15, "\(a)")
      #expect(plain.angle(to: a.rotation) <= 0.3, "\(a)")
    }
  }

  private func squaredDistance(_ left: Matrix3<Double>, _ right: Matrix3<Double>) -> Double {
    let difference = left - right
    return difference.row0.squaredLength + difference.row1.squaredLength + difference.row2.squaredLength
  }

  @Test func noNearestRotation() {
    #expect(Rotation<Double>(nearestTo: .zero) == nil)
    #expect(Rotation<Double>(nearestTo: Matrix3(diagonal: vector(1.0, 0.0, 0.0))) == nil)
    #expect(Rotation<Double>(nearestTo: Matrix3(diagonal: vector(-1.0, -1.0, -1.0))) == nil)
    #expect(Rotation<Double>(nearestTo: Matrix3(diagonal: vector(1.0, .nan, 1.0))) == nil)
    for row in 0..<3 {
      for column in 0..<3 {
        var matrix = Matrix3<Double>.identity
        matrix[row, column] = .nan
        #expect(Rotation(nearestTo: matrix) == nil)
      }
    }
  }
}
