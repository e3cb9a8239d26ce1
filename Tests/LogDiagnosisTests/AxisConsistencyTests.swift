import LogDiagnosis
import MotionSamples
import Rotations
import Testing

@Suite struct AxisConsistencyTests {
  /// A body that turns about all axes; its gyroscope reads `gyroscopeFromBody` of the true rate.
  private func assignment(gyroscopeFromBody: Matrix3<Double>, readingEvery period: Int = 1) -> AxisAssignment? {
    var search = AxisConsistency()
    var enuFromBody = Rotation<Double>.identity
    let interval = 0.01
    for row in 0..<6000 {
      let time = Double(row) * interval
      let rate = Vector3<Double>(
        x: .sineAndCosine(1.1 * time).sine, y: .sineAndCosine(0.7 * time).cosine * 1.3,
        z: .sineAndCosine(1.9 * time).sine * 0.8)
      enuFromBody = (enuFromBody * Rotation(rotationVector: rate * interval)).renormalized
      let reading = enuFromBody.inverse.rotate(Vector3(x: 0, y: 20, z: -40))
      search.add(
        angularRate: gyroscopeFromBody * rate, reading: row.isMultiple(of: period) ? reading : .absent,
        interval: interval)
    }
    return search.fit?.best
  }

  @Test(arguments: [1, 5])
  func agreesWhereAxesAgree(period: Int) throws {
    let found = try #require(assignment(gyroscopeFromBody: .identity, readingEvery: period))
    #expect(found.isIdentity)
    #expect(abs(found.scale - 1) < 0.05)
    #expect(found.text == "x,y,z")
  }

  @Test func findsExchangedAndTurnedAxes() throws {
    // The gyroscope's x is the body's y, its y the body's -x: the body's x is the gyroscope's -y.
    let exchanged = Matrix3<Double>(rows: .unitY, -.unitX, .unitZ)
    let found = try #require(assignment(gyroscopeFromBody: exchanged))
    #expect(found.text == "-y,x,z")
    #expect(!found.isIdentity)
    #expect(abs(found.scale - 1) < 0.05)
  }

  @Test func findsDegreesTakenForRadians() throws {
    let degrees = Matrix3<Double>(diagonal: Vector3(repeating: 180 / .pi))
    let found = try #require(assignment(gyroscopeFromBody: degrees))
    #expect(found.isIdentity)
    #expect(abs(found.scale * 180 / .pi - 1) < 0.05)
  }

  @Test func findsAMirroredGyroscope() throws {
    let mirrored = Matrix3<Double>(diagonal: Vector3(x: 1, y: 1, z: -1))
    #expect(try #require(assignment(gyroscopeFromBody: mirrored)).text == "x,y,-z")
  }

  @Test func rotationAboutOneAxisLeavesTheOthersOpen() throws {
    var search = AxisConsistency()
    for row in 0..<1000 {
      let angle = 0.01 * Double(row)
      let (sine, cosine) = Double.sineAndCosine(angle)
      search.add(
        angularRate: Vector3(x: 0, y: 0, z: 1), reading: Vector3(x: cosine, y: -sine, z: 0.5), interval: 0.01)
    }
    let fit = try #require(search.fit)
    #expect(abs(fit.share - fit.nextShare) < 1e-6 && abs(fit.share - fit.identityShare) < 1e-6)
    #expect(AxisConsistency().fit == nil)
  }

  @Test func reversedAxesAreMirrored() {
    let assignment = AxisAssignment.identity
    #expect(!assignment.isMirrored && assignment.reversed.isMirrored && assignment.inverse.isIdentity)
  }

  @Test func survivesBadSamples() {
    var search = AxisConsistency()
    let bad: [Vector3<Double>] = [.absent, .zero, Vector3(repeating: .infinity), Vector3(repeating: 1e300)]
    for rate in bad {
      for reading in bad {
        for interval in [0, -1, .nan, .infinity, 0.01, 1e9] {
          search.add(angularRate: rate, reading: reading, interval: interval)
        }
      }
    }
    #expect(search.fit == nil || search.fit?.share.isFinite == true)
  }
}
