import LogFormats
import MotionSamples
import MotionSessions
import Rotations
import TestSupport
import Testing

@Suite(.endedWhenHanging) struct ReplaySourceTests {
  /// An event in short: the row of a sample, or a discontinuity.
  enum Step: Equatable {
    case row(Int)
    case discontinuity
  }

  func steps(_ reader: inout any MotionSourceReader, atMost limit: Int = .max) async throws -> [Step] {
    var steps: [Step] = []
    while steps.count < limit, let event = try await reader.next() {
      switch event {
      case .sample(let sample): steps.append(.row(Int(sample.sample.angularRate.x)))
      case .discontinuity: steps.append(.discontinuity)
      case .connected, .disconnected: Issue.record("a recording is always connected")
      }
    }
    return steps
  }

  @Test func everyRowComesOnceWithItsTimestamp() async throws {
    let source = try ReplaySource(TestFiles.handHeld)
    var log = try MotionLog.open(TestFiles.handHeld)
    var reader = try source.open()
    var count = 0
    while let record = try log.next() {
      guard case .sample(let stamped)? = try await reader.next() else { break }
      guard stamped.timestamp.nanoseconds == record.timestamp else { break }
      guard stamped.sample.angularRate.x == record.angularRate.x,
        stamped.sample.specificForce.z == record.specificForce.z
      else { break }
      count += 1
    }
    #expect(count > 5000)
    #expect(try log.next() == nil)
    #expect(try await reader.next() == nil)
  }

  @Test func theDescriptionHasSensorsAndIntervals() async throws {
    let description = try ReplaySource(TestFiles.handHeld).description
    #expect(description.magnetometer != nil)
    #expect(description.name == TestFiles.handHeld)
    #expect(description.trueNorth == nil)
    try await TestFiles.counting(300) { path in
      let description = try ReplaySource(path, trueNorth: TrueNorthReference(declination: 0.1)).description
      #expect(abs(try #require(description.gyroscope?.interval) - 0.01) < 1e-12)
      #expect(abs(try #require(description.accelerometer?.interval) - 0.01) < 1e-12)
      #expect(description.magnetometer == nil)
      #expect(description.trueNorth?.declination == 0.1)
    }
  }

  @Test func eachOpeningBeginsAtTheStart() async throws {
    try await TestFiles.counting(5) { path in
      let source = try ReplaySource(path)
      for _ in 0..<2 {
        var reader = try source.open()
        #expect(try await steps(&reader) == (0..<5).map(Step.row))
      }
    }
  }

  @Test func seekGoesForwardsAndBackwards() async throws {
    try await TestFiles.counting(1000) { path in
      let source = try ReplaySource(path)
      var reader = try source.open()
      #expect(try await steps(&reader, atMost: 2) == [.row(0), .row(1)])
      try source.seek(to: 7.5)
      #expect(try await steps(&reader, atMost: 2) == [.discontinuity, .row(750)])
      try source.seek(to: 0.994)
      #expect(try await steps(&reader, atMost: 2) == [.discontinuity, .row(100)])
      try source.seek(to: 9.98)
      #expect(try await steps(&reader) == [.discontinuity, .row(998), .row(999)])
    }
  }

  @Test func seekBeyondTheEndIsTheEnd() async throws {
    try await TestFiles.counting(3) { path in
      let source = try ReplaySource(path)
      try source.seek(to: 100)
      var reader = try source.open()
      #expect(try await steps(&reader) == [])
      #expect(throws: MotionError.self) { try source.seek(to: -1) }
      #expect(throws: MotionError.self) { try source.seek(to: .nan) }
    }
  }

  @Test func loopsStartAgainAfterADiscontinuity() async throws {
    try await TestFiles.counting(2) { path in
      var reader = try ReplaySource(path, loops: true).open()
      let expected: [Step] = [.row(0), .row(1), .discontinuity, .row(0), .row(1), .discontinuity, .row(0)]
      #expect(try await steps(&reader, atMost: 7) == expected)
    }
  }

  @Test func anEmptyRecordingDoesNotLoopForEver() async throws {
    try await TestFiles.counting(0) { path in
      var reader = try ReplaySource(path, loops: true).open()
      #expect(try await steps(&reader) == [])
    }
  }

  /// 20 rows at 100 Hz, ten times as fast, are 19 ms; how much longer it takes is up to the machine.
  @Test func realTimeWaits() async throws {
    try await TestFiles.counting(20) { path in
      var reader = try ReplaySource(path, pace: .realTime(factor: 10)).open()
      let start = ContinuousClock.now
      #expect(try await steps(&reader) == (0..<20).map(Step.row))
      #expect(start.duration(to: .now) >= .milliseconds(19))
    }
  }

  @Test func pauseHoldsUntilResume() async throws {
    try await TestFiles.counting(10) { path in
      let source = try ReplaySource(path)
      source.pause()
      #expect(source.isPaused)
      let reading = Task {
        var reader = try source.open()
        return try await steps(&reader)
      }
      // Long enough for a reader that ignores the pause to read all rows.
      try await Task.sleep(for: .milliseconds(50))
      try source.seek(to: 0.08)
      source.resume()
      #expect(try await reading.value == [.row(8), .row(9)])
    }
  }

  @Test func cancellingEndsAWaitingReader() async throws {
    try await TestFiles.counting(10) { path in
      let source = try ReplaySource(path, pace: .realTime(factor: 0.001))
      let hasFirst = Awaited(false)
      let reading = Task {
        var reader = try source.open()
        let first = try await steps(&reader, atMost: 1)
        hasFirst.change { $0 = true }
        return try await first + steps(&reader)
      }
      try await hasFirst.wait(for: true)
      reading.cancel()
      #expect(try await reading.value == [.row(0)])
    }
  }

  @Test func errorsAreReported() async throws {
    let missing = #expect(throws: MotionError.self) { try ReplaySource("/nowhere.csv") }
    #expect(missing?.description.contains("/nowhere.csv") == true)
    #expect(throws: MotionError.self) { try ReplaySource("-") }
    for factor in [0, -1, .nan, .infinity, 1e9] {
      #expect(throws: MotionError.self) { try ReplaySource(TestFiles.handHeld, pace: .realTime(factor: factor)) }
    }
    try await TestFiles.with("t [s],gyro_x [rad/s],gyro_y,gyro_z\n0,1,2,3\n0.01,1,x,3\n") { path in
      var reader = try ReplaySource(path).open()
      guard case .sample? = try await reader.next() else {
        Issue.record("the good row comes first")
        return
      }
      do {
        _ = try await reader.next()
        Issue.record("the bad row is an error")
      } catch let error as MotionError {
        #expect(error.description.contains("\(path):3"))
        #expect(error.code == nil)
      }
    }
  }
}
