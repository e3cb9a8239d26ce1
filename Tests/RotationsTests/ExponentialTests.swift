import Foundation
import Rotations
import TestSupport
import Testing

/// Rotation vectors near zero, half a turn and whole turns, and the angle between rotations.
struct ExponentialTests {
  /// Around every place where a formula changes branch or loses digits.
  static let lengths: [Double] = {
    let (half, whole) = (Double.pi, 2 * Double.pi)
    return [
      0, 1e-300, 1e-160, 1e-12, 1e-9, 1e-4, 0.1, 0.2999999, 0.3, 0.3000001, 1, 1.5, half - 1e-9, half, half + 1e-9,
      whole - 1e-4, whole - 1e-9, whole, whole + 1e-9, 20, 1000,
    ]
  }()

  @Test(arguments: lengths)
  func exponentialAgainstTheLibrary(length: Double) {
    let rotation = Rotation<Double>(rotationVector: vector(0.0, length, 0.0)).quaternion
    #expect(abs(rotation.w - cos(length / 2)) <= 4e-16)
    #expect(abs(rotation.y - sin(length / 2)) <= 4e-16 * min(1, length), "relative where the length is small")
    #expect(rotation.x == 0 && rotation.z == 0)

    let short = Float(length)
    let shortRotation = Rotation<Float>(rotationVector: Vector3(x: 0, y: 0, z: -short)).quaternion
    let exact = Double(short)
    let rounding = 3 * Double(Float.ulpOfOne)
    // The error of the square root's argument, half a unit, becomes an error of the angle in proportion to its size.
    #expect(abs(Double(shortRotation.w) - cos(exact / 2)) <= rounding * max(1, exact / 8))
    #expect(abs(Double(shortRotation.z) + sin(exact / 2)) <= rounding * (exact < 1 ? exact : max(1, exact / 8)))
  }

  @Test(arguments: lengths.filter { $0 < 4 })
  func logarithmOfAKnownAngle(length: Double) {
    let expected = length <= .pi ? length : length - 2 * .pi
    let quaternion: Quaternion<Double> = referenceQuaternion(axis: (0, 0, 1), angle: length)
    for named in [quaternion, -quaternion] {
      let result = Rotation(unchecked: named).rotationVector
      // Relative accuracy for small angles; at half a turn a unit of rounding of pi.
      let tolerance = 1e-15 * min(1, abs(expected))
      let isHalfTurn = abs(abs(expected) - .pi) < 1e-15
      #expect(abs((isHalfTurn ? abs(result.z) : result.z) - (isHalfTurn ? .pi : expected)) <= tolerance)
      #expect(result.x == 0 && result.y == 0)
    }
  }

  @Test func logarithmNearAWholeTurnIsSmall() {
    // q near -1: the same rotation as one near +1.
    for angle in [0.1, 1e-2, 1e-4, 1e-6, 3e-8, 1e-8, 1e-9, 1e-12] {
      let quaternion = Quaternion<Double>(w: -cos(angle / 2), x: sin(angle / 2), y: 0, z: 0)
      let result = Rotation(unchecked: quaternion).rotationVector
      #expect(abs(result.x + angle) <= 1e-15 * angle)
    }
    for angle in [0.1, 1e-2, 1e-3, 3e-4, 1e-4, 1e-6] {
      let half = Float(angle / 2)
      let (sine, cosine) = (Float(sin(Double(half))), Float(cos(Double(half))))
      let result = Rotation(unchecked: Quaternion(w: -cosine, x: 0, y: sine, z: 0)).rotationVector
      #expect(abs(Double(result.y) + 2 * Double(half)) <= 2 * Double(Float.ulpOfOne) * angle)
    }
    let minusOne = Rotation<Double>(unchecked: -.one)
    #expect(minusOne.rotationVector == .zero)
    #expect(minusOne.angle == 0)
    #expect(Rotation<Float>(unchecked: -.one).rotationVector == .zero)
  }

  @Test func exponentialUndoesLogarithm() {
    for a in awkwardRotations(Double.self) {
      let vector = a.rotation.rotationVector
      #expect(Rotation(rotationVector: vector).angle(to: a.rotation) <= 2e-15, "\(a)")
      #expect(vector.length <= .pi * (1 + 2 * Double.ulpOfOne), "\(a)")
    }
    for a in awkwardRotations(Float.self) {
      let vector = a.rotation.rotationVector
      #expect(Rotation(rotationVector: vector).angle(to: a.rotation) <= 10 * Float.ulpOfOne, "\(a)")
    }
  }

  @Test func logarithmUndoesExponential() {
    var generator = SplitMix64(seed: 6)
    for length in Self.lengths where length < .pi - 1e-12 {
      for _ in 0..<20 {
        let direction = Vector3(x: generator.signedUnit(), y: generator.signedUnit(), z: generator.signedUnit())
        guard let unit = direction.normalized else { continue }
        let difference = Rotation(rotationVector: unit * length).rotationVector - unit * length
        // Near half a turn the angle is recovered to a unit of rounding; relative everywhere.
        #expect(difference.length <= 2e-15 * length, "\(length)")
      }
    }
  }

  @Test func tinyAnglesBetweenRotations() {
    for base in awkwardRotations(Double.self) {
      for angle in [1e-12, 1e-9, 1e-6, 1e-3, .pi - 1e-9, .pi - 1e-6] {
        let turned = base.rotation * Rotation(rotationVector: vector(0.48 * angle, -0.6 * angle, 0.64 * angle))
        // The quaternions themselves are rounded to 1e-16, twice: that is the resolution.
        #expect(abs(base.rotation.angle(to: turned) - angle) <= 2e-15, "\(base), \(angle)")
        #expect(abs(turned.angle(to: base.rotation) - angle) <= 2e-15, "\(base), \(angle)")
      }
    }
    let tiny = Rotation<Double>(rotationVector: vector(0.0, 1e-12, 0.0))
    #expect(abs(tiny.angle - 1e-12) <= 1e-27)
    #expect(abs(Rotation<Double>.identity.angle(to: tiny) - 1e-12) <= 1e-27)
  }

  @Test func axisAndAngle() throws {
    for a in awkwardRotations(Double.self) {
      let rotation = Rotation(unitAxis: a.rotation.axis, angle: a.rotation.angle)
      #expect(rotation.angle(to: a.rotation) <= 2e-15, "\(a)")
      #expect(abs(a.rotation.axis.length - 1) <= 4e-16, "\(a)")
      #expect((a.rotation.axis * a.rotation.angle - a.rotation.rotationVector).length <= 3e-15, "\(a)")
    }
    #expect(Rotation<Double>.identity.axis == .unitX)
    let tiny = Rotation<Double>(rotationVector: vector(0.0, 3e-200, 4e-200))
    #expect((tiny.axis - vector(0.0, 0.6, 0.8)).length <= 2e-16)
    // A third of a turn about the space diagonal: x becomes y, y becomes z.
    let diagonal = try #require(Rotation<Double>(axis: vector(7.0, 7.0, 7.0), angle: 2 * .pi / 3))
    #expect((diagonal.rotate(.unitX) - .unitY).length <= 1e-15)
    #expect((diagonal.rotate(.unitY) - .unitZ).length <= 1e-15)
    #expect(Rotation<Double>(axis: .zero, angle: 1) == nil)
    #expect(Rotation<Double>(axis: vector(.nan, 0.0, 1.0), angle: 1) == nil)
  }
}
