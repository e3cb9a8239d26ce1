import LogTables
import MotionSessions
import Testing

@testable import CardanCommand

@Suite struct LogErrorAdviceTests {
  @Test(
    arguments: [
      (missing(.init(.timestamps)), "--time-unit UNIT"), (missing(.init(.gyroscope)), "--gyro-unit UNIT"),
      (missing(.init(.accelerometer, spelling: "lb")), "--accel-unit UNIT"),
      (missing(.init(.magnetometer)), "--mag-unit UNIT"), (missing(.init(.magnetometer)), "--no-magnetometer"),
      (
        missing(.init(.gyroscope, guess: "deg/s"), .init(.timestamps, guess: "ms")),
        " --gyro-unit deg/s --time-unit ms;"
      ),
      (missing(.init(.gyroscope, guess: "deg/s")), "--assume-units"),
      (.accelerometerMissing(gravityFree: []), "--allow-rotation"), (.rateMissing, "--rate HZ"),
      (.headerMissing, "--header"),
      (.rowInvalid("expected 7 fields, found 6"), "--skip-bad-rows"),
      (.imuCount(5, candidates: []), "--imu 0,1,2"), (.imuCount(1, candidates: ["sensor_gyro"]), "--topic NAME"),
      (.imuTooSlow("b", rate: 2, fastest: "a", fastestRate: 200, usable: []), "--topic a in place of --imu"),
      (.imuTooSlow("b#2", rate: 2, fastest: "b", fastestRate: 200, usable: [0, 1]), "--imu 0,1"),
      (.imuApart("b#1", from: "b"), "--topic b in place of --imu"),
    ] as [(LogError.Fact, String)])
  func factsGetTheirOptions(_ fact: LogError.Fact, _ option: String) {
    let error = LogError(path: "walk.csv", line: 1, column: 2, name: "x", fact)
    #expect(!"\(error)".contains(option))
    #expect(error.advised.hasPrefix("\(error); ") && error.advised.contains(option))
    let ofSource = MotionError.logFailed(error)
    #expect(ofSource.advised.hasPrefix("\(ofSource); ") && ofSource.advised.contains(option))
  }

  private static func missing(_ gaps: LogError.UnitGap...) -> LogError.Fact { .unitsMissing(gaps, needsRate: false) }

  @Test func otherFactsStayAlone() {
    for fact in [.rateInvalid(0), .compressed, .imuCount(1, candidates: []), .invalid("odd")] as [LogError.Fact] {
      let error = LogError(path: "walk.csv", fact)
      #expect(error.advised == "\(error)")
      #expect(MotionError.logFailed(error).advised == "the source failed: \(error)")
    }
  }
}
