import Foundation
import Rotations
import TestSupport
import Testing

/// The Jacobians against their power series, against finite differences, and against each other.
struct JacobianTests {
  /// The branch changes at 0.3.
  static let lengths: [Double] = [0, 1e-12, 1e-6, 1e-3, 0.1, 0.29999999, 0.3, 0.30000001, 0.5, 1, 2, 3.1, .pi, 3.2]

  private func vectors(of length: Double) -> [Vector3<Double>] {
    var generator = SplitMix64(seed: 7)
    var vectors: [Vector3<Double>] = [Vector3.unitX * length, Vector3.unitY * -length]
    for _ in 0..<6 {
      let direction = Vector3(x: generator.signedUnit(), y: generator.signedUnit(), z: generator.signedUnit())
      vectors.append(direction * (length / direction.length))
    }
    return vectors
  }

  /// The sum of [v]x^n / (n + 1)! (Solà, eq. 143 before it is summed up).
  private func seriesOfLeftJacobian(_ vector: Vector3<Double>) -> Matrix3<Double> {
    let cross = Matrix3(crossProductBy: vector)
    var (term, sum) = (Matrix3<Double>.identity, Matrix3<Double>.identity)
    for n in 1..<45 {
      term = (cross * term) * (1 / Double(n + 1))
      sum += term
    }
    return sum
  }

  @Test(arguments: lengths)
  func leftJacobianIsItsSeries(length: Double) {
    for vector in vectors(of: length) {
      let difference = Rotation.leftJacobian(at: vector).largestDifference(from: seriesOfLeftJacobian(vector))
      // The terms of the series reach length^n / n!, at most e^length, and are rounded each.
      #expect(difference <= 3e-16 * exp(length))
    }
  }

  @Test(arguments: lengths)
  func floatAgreesWithDouble(length: Double) {
    for vector in vectors(of: length) {
      let short = Vector3<Float>(x: Float(vector.x), y: Float(vector.y), z: Float(vector.z))
      let long = Vector3<Double>(x: Double(short.x), y: Double(short.y), z: Double(short.z))
      expectNear(Rotation.leftJacobian(at: short), Rotation.leftJacobian(at: long))
      expectNear(Rotation.inverseLeftJacobian(at: short), Rotation.inverseLeftJacobian(at: long))
    }
  }

  private func expectNear(_ short: Matrix3<Float>, _ long: Matrix3<Double>) {
    for row in 0..<3 {
      for column in 0..<3 {
        #expect(abs(Double(short[row, column]) - long[row, column]) <= 8 * Double(Float.ulpOfOne))
      }
    }
  }

  @Test(arguments: lengths)
  func derivativesOfTheExponential(length: Double) {
    // Central differences: the error is step² / 6 of the third derivative, and 1e-16 / step of rounding.
    let step = 1e-5
    for vector in vectors(of: length) {
      let rotation = Rotation(rotationVector: vector)
      let (right, left) = (Rotation.rightJacobian(at: vector), Rotation.leftJacobian(at: vector))
      for axis in [Vector3<Double>.unitX, .unitY, .unitZ] {
        let ahead = Rotation(rotationVector: vector + axis * step)
        let behind = Rotation(rotationVector: vector - axis * step)
        let seenFromBody = ahead.relative(to: rotation).rotationVector - behind.relative(to: rotation).rotationVector
        let seenFromReference =
          ahead.changeInReference(from: rotation).rotationVector
          - behind.changeInReference(from: rotation).rotationVector
        #expect((seenFromBody / (2 * step) - right * axis).length <= 2e-10)
        #expect((seenFromReference / (2 * step) - left * axis).length <= 2e-10)
      }
    }
  }

  @Test(arguments: lengths.filter { $0 < 3.1 })
  func derivativesOfTheLogarithm(length: Double) {
    let step = 1e-5
    for vector in vectors(of: length) {
      let rotation = Rotation(rotationVector: vector)
      let right = Rotation.inverseRightJacobian(at: vector)
      let left = Rotation.inverseLeftJacobian(at: vector)
      for axis in [Vector3<Double>.unitX, .unitY, .unitZ] {
        let (ahead, behind) = (Rotation(rotationVector: axis * step), Rotation(rotationVector: axis * -step))
        let onTheRight = (rotation * ahead).rotationVector - (rotation * behind).rotationVector
        let onTheLeft = (ahead * rotation).rotationVector - (behind * rotation).rotationVector
        #expect((onTheRight / (2 * step) - right * axis).length <= 5e-10)
        #expect((onTheLeft / (2 * step) - left * axis).length <= 5e-10)
      }
    }
  }

  @Test(arguments: lengths + [5, 6, 6.2])
  func inversesAreInverses(length: Double) {
    // Near a whole turn the inverse grows as 1 / (2 pi - length), and rounding with it.
    let tolerance = 2e-15 * (1 + length / max(2 * Double.pi - length, 0.01))
    for vector in vectors(of: length) {
      let left = Rotation.leftJacobian(at: vector) * Rotation.inverseLeftJacobian(at: vector)
      let right = Rotation.inverseRightJacobian(at: vector) * Rotation.rightJacobian(at: vector)
      #expect(left.largestDifference(from: .identity) <= tolerance)
      #expect(right.largestDifference(from: .identity) <= tolerance)
    }
  }

  @Test(arguments: lengths)
  func leftIsRightTurned(length: Double) {
    // Jl(v) = R(v) Jr(v) and Jl(v) = Jr(v) transposed.
    for vector in vectors(of: length) {
      let (right, left) = (Rotation.rightJacobian(at: vector), Rotation.leftJacobian(at: vector))
      let turned = Rotation(rotationVector: vector).matrix * right
      #expect(left.largestDifference(from: turned) <= 2e-15)
      #expect(left.largestDifference(from: right.transpose) <= Double.ulpOfOne)
    }
  }

  @Test func handExample() {
    // About z by a = pi/2: sin a / a on the diagonal and (1 - cos a) / a beside it, both 2 / pi.
    let left = Rotation.leftJacobian(at: Vector3<Double>.unitZ * (.pi / 2))
    let entry = 2 / Double.pi
    let expected = Matrix3(
      rows: vector(entry, -entry, 0.0), vector(entry, entry, 0.0), Vector3<Double>.unitZ)
    #expect(left.largestDifference(from: expected) <= 3e-16)
  }
}
