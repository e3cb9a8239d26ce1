import Foundation
import Rotations
import Testing

/// Slerp and the mean.
struct InterpolationTests {
  @Test func slerpEndsAndMiddle() {
    let table = awkwardRotations(Double.self)
    for a in table {
      for b in table {
        let angle = a.rotation.angle(to: b.rotation)
        func part(_ fraction: Double) -> Rotation<Double> { a.rotation.slerp(to: b.rotation, fraction: fraction) }
        #expect(part(0).angle(to: a.rotation) <= 4e-15, "\(a), \(b)")
        #expect(part(1).angle(to: b.rotation) <= 4e-15, "\(a), \(b)")
        #expect(abs(part(0.5).angle(to: a.rotation) - angle / 2) <= 4e-15, "\(a), \(b)")
        #expect(abs(part(0.5).angle(to: b.rotation) - angle / 2) <= 4e-15, "\(a), \(b)")
        #expect(abs(part(0.125).angle(to: a.rotation) - angle / 8) <= 4e-15, "\(a), \(b)")
        #expect(abs(part(0.3).quaternion.squaredNorm - 1) <= 1e-15, "\(a), \(b)")
      }
    }
  }

  @Test func slerpByHand() {
    let (start, end) = (Rotation<Double>.identity, Rotation<Double>(aboutZ: 1.2))
    #expect(start.slerp(to: end, fraction: 0.25).angle(to: Rotation(aboutZ: 0.3)) <= 1e-15)
    #expect(start.slerp(to: end, fraction: 2).angle(to: Rotation(aboutZ: 2.4)) <= 2e-15)
    // The shorter way: from -170 to +170 degrees through 180, whatever the sign of the quaternion.
    let (west, east) = (Rotation<Double>(aboutZ: -170 * .pi / 180), Rotation<Double>(aboutZ: 170 * .pi / 180))
    for named in [east, Rotation(unchecked: -east.quaternion)] {
      #expect(west.slerp(to: named, fraction: 0.5).angle(to: Rotation(aboutZ: .pi)) <= 2e-15)
    }
  }

  @Test func meanOfSymmetricSets() throws {
    for a in awkwardRotations(Double.self) {
      var set = [a.rotation]
      for length in [1e-9, 1e-3, 0.5, 1.0] {
        for axis in [Vector3<Double>.unitX, .unitY, vector(0.0, 0.6, -0.8)] {
          let around = a.rotation * Rotation(rotationVector: axis * length)
          let opposite = a.rotation * Rotation(rotationVector: axis * -length)
          // The sign of a quaternion must not matter.
          set += [around, Rotation(unchecked: -opposite.quaternion)]
        }
      }
      #expect(try #require(Rotation.mean(of: set)).angle(to: a.rotation) <= 4e-15, "\(a)")
      #expect(try #require(Rotation.mean(of: [a.rotation])).angle(to: a.rotation) <= 2e-15, "\(a)")
    }
    for a in awkwardRotations(Float.self) {
      let turn = Rotation<Float>(rotationVector: vector(0.1, -0.2, 0.3))
      let mean = try #require(Rotation.mean(of: [a.rotation * turn, a.rotation * turn.inverse]))
      #expect(mean.angle(to: a.rotation) <= 16 * Float.ulpOfOne, "\(a)")
    }
  }

  @Test func weightedMeanByHand() throws {
    // Two rotations at an angle a with weights u and v: the mean is atan2(v sin a, u + v cos a) from the first.
    var mean = RotationMean<Double>()
    mean.add(.identity, weight: 2)
    mean.add(Rotation(aboutY: .pi / 2), weight: 1)
    #expect(mean.totalWeight == 3)
    #expect(try #require(mean.value).angle(to: Rotation(aboutY: atan2(1, 2))) <= 1e-15)
  }

  @Test func meanWithoutAnAnswer() {
    #expect(Rotation<Double>.mean(of: []) == nil)
    #expect(Rotation<Double>.mean(of: [.identity, Rotation(aboutX: .pi)]) == nil)
    let quarters = (0..<4).map { Rotation<Double>(aboutZ: Double($0) * .pi / 2) }
    #expect(Rotation.mean(of: quarters) == nil)
    var mean = RotationMean<Double>()
    for weight in [0, -1, Double.nan, .infinity] {
      let isTaken = mean.add(.identity, weight: weight)
      #expect(!isTaken)
    }
    let isTaken = mean.add(Rotation(unchecked: Quaternion(w: .nan, x: 0, y: 0, z: 0)))
    #expect(!isTaken)
    #expect(mean.value == nil && mean.totalWeight == 0)
  }
}
