import LogDiagnosis
import Rotations
import Testing

/// A true attitude in another convention, of other axes or of other times is named as such, and no sensor is blamed.
@Suite struct TruthFindingTests {
  private func first(_ change: (Rotation<Double>) -> Rotation<Double>) throws -> Finding? {
    let rows = FaultyRecording.changed(FaultyRecording.turning()) { _, row in
      row.trueENUFromBody = row.trueENUFromBody.map(change)
    }
    return try FaultyRecording.findings(rows).first { $0.severity > .note }
  }

  @Test func aTrueAttitudeInENUIsGood() throws { #expect(try first { $0 } == nil) }

  @Test func conventionsOfTheTruthAreNamed() throws {
    #expect(try first { $0.inverse }?.fact == .conjugatedTruth)
    // Half a turn about north-east exchanges ENU and NED.
    let nedFromENU = Rotation(rotationVector: Vector3<Double>(x: 0.5.squareRoot(), y: 0.5.squareRoot(), z: 0) * .pi)
    #expect(try first { nedFromENU * $0 }?.fact == .truthInOtherFrame("NED"))
    #expect(try first { Rotation(aboutX: -.pi / 2) * $0 }?.fact == .truthInOtherFrame("y up"))
    #expect(try first { Rotation(aboutZ: -.pi / 2) * $0 }?.fact == .truthInOtherFrame("NWU"))
    let turned = try first { $0 * Rotation(aboutX: .pi) }
    #expect(turned?.fact == .truthOfOtherAxes("x,-y,-z") && turned?.advice?.options == ["--axes=x,-y,-z"])
  }

  @Test func aLateTruthIsFound() throws {
    func findings(_ rows: Int) throws -> [Finding] {
      let turning = FaultyRecording.turning()
      return try FaultyRecording.findings(
        FaultyRecording.changed(turning) { $1.trueENUFromBody = turning[max(0, $0 - rows)].trueENUFromBody })
    }
    let late = try #require(try findings(6).first { $0.fact == .lateTruth })
    #expect(late.severity == .doubt && abs((late.evidence.first?.value ?? 0) - 60) < 3)
    #expect(!(try findings(1).contains { $0.fact == .lateTruth && $0.severity > .note }))
  }
}
