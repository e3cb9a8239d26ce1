import LogProcessing
import MotionLogs
import MotionSamples
import Rotations
import Testing

@Suite struct LogInspectionTests {
  private static let sound = RecordedReader.simulated("hand-held", duration: 30, isExact: false)

  private func inspection(_ change: (inout LogRecord) -> Void = { _ in }) throws -> LogInspection {
    let records = Self.sound.map { record in
      var record = record
      change(&record)
      return record
    }
    var reader = RecordedReader(records)
    return try LogInspection(reading: &reader)
  }

  @Test func aSoundLogHasNoProblems() throws {
    let inspection = try inspection()
    #expect(inspection.problems == [])
    #expect(inspection.intervals.count == 3000)
    #expect(inspection.truthCount == 3000)
    #expect(inspection.restTime > 0 && inspection.restTime < 30)
    #expect(try #require(inspection.gyroscopeInMagnetometer).isIdentity)
  }

  @Test func namesUnitsThatWereMistaken() throws {
    let force = try inspection { $0.specificForce = $0.specificForce / 9.80665 }
    #expect(force.problems.contains { $0.contains("look like g") })
    let milli = try inspection { $0.specificForce = $0.specificForce * (1000 / 9.80665) }
    #expect(milli.problems.contains { $0.contains("look like mg") })
    let twice = try inspection { $0.specificForce = $0.specificForce * 9.80665 }
    #expect(twice.problems.contains { $0.contains("taken for g") })
    let gauss = try inspection { $0.magneticField = $0.magneticField / 100 }
    #expect(gauss.problems.contains { $0.contains("look like gauss") })
    let degrees = try inspection { $0.angularRate = $0.angularRate * (180 / .pi) }
    #expect(degrees.problems.contains { $0.contains("look like deg/s") })
  }

  @Test func namesAxesThatDoNotAgree() throws {
    let exchanged = try inspection {
      $0.magneticField = Vector3(x: $0.magneticField.y, y: $0.magneticField.x, z: -$0.magneticField.z)
    }
    #expect(exchanged.problems.contains { $0.contains("gyroscope and magnetometer do not agree") })
    #expect(try #require(exchanged.gyroscopeInMagnetometer).text == "y,x,-z")
  }

  @Test func namesMissingSensorsGapsAndSaturation() throws {
    let blind = try inspection { $0.magneticField = .absent }
    #expect(blind.problems.contains { $0.contains("no magnetometer") })
    let clipped = try inspection { $0.angularRate.x = min(1, max(-1, $0.angularRate.x)) * 2.5 }
    #expect(clipped.problems.contains { $0.contains("gyroscope saturated: x") })
    let gap = try inspection { if $0.timestamp > 10_000_000_000 { $0.timestamp += 2_000_000_000 } }
    #expect(gap.problems.contains { $0.contains("missing once") })
    let dead = try inspection { if $0.timestamp % 7 == 0 { $0.specificForce = .zero } }
    #expect(dead.problems.contains { $0.contains("accelerometer reads exactly zero") })
  }

  @Test func namesAClockThatIsWrong() throws {
    let slow = try inspection { $0.timestamp *= 1000 }
    #expect(slow.problems.contains { $0.contains("unit of time") })
    let coarse = try inspection { $0.timestamp -= $0.timestamp % 20_000_000 }
    #expect(coarse.problems.contains { $0.contains("repeats the one before") })
    var nothing = RecordedReader([])
    #expect(try LogInspection(reading: &nothing).problems == ["no rows"])
  }
}
