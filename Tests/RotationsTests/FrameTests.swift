import Rotations
import Testing

/// Changes of frame, and one attitude relative to another: every side by hand.
struct FrameTests {
  @Test func worldFramesByHand() {
    // One step east, two north, three up.
    let enu: Vector3<Double> = vector(1.0, 2.0, 3.0)
    #expect(WorldFrame.ned.matrix(from: .enu) * enu == vector(2.0, 1.0, -3.0))
    #expect(WorldFrame.nwu.matrix(from: .enu) * enu == vector(2.0, -1.0, 3.0))
    let ned: Vector3<Double> = vector(2.0, 1.0, -3.0)
    #expect(WorldFrame.nwu.matrix(from: .ned) * ned == vector(2.0, -1.0, 3.0))
    let nedFromENU: Rotation<Double> = WorldFrame.ned.rotation(from: .enu)
    #expect((nedFromENU.rotate(enu) - vector(2.0, 1.0, -3.0)).length <= 2e-15)
  }

  @Test func bodyFramesByHand() {
    // One step forward, two left, three up.
    let flu: Vector3<Double> = vector(1.0, 2.0, 3.0)
    #expect(BodyFrame.frd.matrix(from: .flu) * flu == vector(1.0, -2.0, -3.0))
    #expect(BodyFrame.flu.matrix(from: .frd) * BodyFrame.frd.matrix(from: .flu) * flu == flu)
  }

  @Test func worldFrameLaws() {
    for a in WorldFrame.allCases {
      for b in WorldFrame.allCases {
        let aFromB: Matrix3<Double> = a.matrix(from: b)
        expectExact(aFromB, isIdentity: a == b)
        #expect(aFromB.transpose == b.matrix(from: a))
        let rotation: Rotation<Double> = a.rotation(from: b)
        #expect(rotation.matrix.largestDifference(from: aFromB) <= 5e-16)
        let float: Rotation<Float> = a.rotation(from: b)
        #expect(float.matrix.largestDifference(from: a.matrix(from: b)) <= 2 * Float.ulpOfOne)
        for c in WorldFrame.allCases {
          let bFromC: Matrix3<Double> = b.matrix(from: c)
          #expect(aFromB * bFromC == a.matrix(from: c))
        }
      }
    }
  }

  @Test func bodyFrameLaws() {
    for a in BodyFrame.allCases {
      for b in BodyFrame.allCases {
        let aFromB: Matrix3<Double> = a.matrix(from: b)
        expectExact(aFromB, isIdentity: a == b)
        let rotation: Rotation<Double> = a.rotation(from: b)
        #expect(rotation.matrix == aFromB)
      }
    }
  }

  private func expectExact(_ matrix: Matrix3<Double>, isIdentity: Bool) {
    for row in 0..<3 {
      for column in 0..<3 { #expect([0, 1, -1].contains(matrix[row, column])) }
    }
    #expect(matrix.determinant == 1)
    #expect((matrix == .identity) == isIdentity)
  }

  @Test func aLevelVehicleHeadingNorth() {
    // Forward is north, left is west: in ENU a turn of +90 degrees about up, in NED with FRD nothing at all.
    let enuFromFLU = Rotation<Double>(aboutZ: .pi / 2)
    let nedFromFRD = WorldFrame.ned.rotation(from: .enu) * enuFromFLU * BodyFrame.flu.rotation(from: .frd)
    #expect(nedFromFRD.angle <= 1e-15)
  }

  @Test func relativeByHand() {
    // Then: yaw 90, so that the body's x is the reference's y. Since then a quarter turn about the body's x.
    let referenceFromThen = Rotation<Double>(aboutZ: .pi / 2)
    let referenceFromNow = referenceFromThen * Rotation(aboutX: .pi / 2)
    let thenFromNow = referenceFromNow.relative(to: referenceFromThen)
    #expect(thenFromNow.angle(to: Rotation(aboutX: .pi / 2)) <= 1e-15)
    // What the body now calls y, the body then called z.
    #expect((thenFromNow.rotate(.unitY) - .unitZ).length <= 1e-15)

    var attitude = referenceFromNow
    attitude.multiply(byInverseOf: referenceFromThen)
    #expect(attitude.angle(to: thenFromNow) <= 1e-15)

    // The same turn as the reference sees it is about y.
    let change = referenceFromNow.changeInReference(from: referenceFromThen)
    #expect(change.angle(to: Rotation(aboutY: .pi / 2)) <= 1e-15)
  }

  @Test func relativeLaws() {
    let table = awkwardRotations(Double.self)
    for a in table {
      for b in table {
        #expect((b.rotation * a.rotation.relative(to: b.rotation)).angle(to: a.rotation) <= 4e-15, "\(a), \(b)")
        #expect(
          (a.rotation.changeInReference(from: b.rotation) * b.rotation).angle(to: a.rotation) <= 4e-15, "\(a), \(b)")
      }
    }
  }
}
