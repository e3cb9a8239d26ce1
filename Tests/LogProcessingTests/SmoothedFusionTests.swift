import AttitudeFilters
import LogProcessing
import LogTables
import MotionSamples
import Rotations
import TestSupport
import Testing

/// Fusion with the smoother in place of the filter: the same rows, columns and frames.
@Suite(.needs(.lapacke)) struct SmoothedFusionTests {
  private static let smoother = LogFusion.with { $0.smooths = true }

  @Test func restGivesGravityDownAndNoUserAcceleration() throws {
    // Body x points west, y up, z south.
    let enuFromBody = Rotation<Double>(matrix: Matrix3(columns: -.unitX, .unitZ, .unitY))
    let (attitudes, summary) = try Self.smoother.result(of: RecordedReader.rest(enuFromBody))
    #expect(attitudes.count == 1000 && summary.rowCount == 1000 && summary.missedRotationCount == 0)
    for attitude in attitudes {
      #expect(attitude.outputFromBody.angle(to: enuFromBody) < 0.01)
      #expect(distance(attitude.gravity, Vector3(x: 0, y: -9.80665, z: 0)) < 0.01)
      #expect(attitude.userAcceleration.length < 0.01 && attitude.angularRate.length < 1e-3)
      #expect(attitude.flags.contains(.atRest) && !attitude.flags.contains(.initializing))
      #expect(attitude.tiltStandardDeviation > 0 && attitude.headingStandardDeviation > 0)
    }
    #expect(attitudes.map(\.timestamp.nanoseconds) == RecordedReader.rest(enuFromBody).map(\.timestamp))
  }

  @Test func theSmootherIsBetterThanTheFilterInMotion() throws {
    let records = RecordedReader.simulated("hand-held", duration: 60, isExact: false)
    let causal = try LogFusion().result(of: records).summary.errors.rootMeanSquare
    let (attitudes, summary) = try Self.smoother.result(of: records)
    #expect(attitudes.count == records.count)
    #expect(summary.errors.rootMeanSquare.inclination < causal.inclination)
    // Both see no more of the heading than the hard iron lets them: 0.5 µT in a horizontal field of 19 µT, 1.6 degrees.
    #expect(summary.errors.rootMeanSquare.total < 0.03)
    let last = try #require(attitudes.last)
    #expect(summary.gyroscopeBias == last.gyroscopeBias && last.gyroscopeBias.length > 0.001)
    #expect(summary.headingStandardDeviation == last.headingStandardDeviation)
  }

  @Test func framesAndMagnetometerAreThoseOfTheFusion() throws {
    let enuFromBody = Rotation<Double>(aboutZ: 2)
    let arbitrary = LogFusion.with {
      $0.smooths = true
      $0.settings.frame = .xArbitraryZVertical
    }
    let (attitudes, summary) = try arbitrary.result(of: RecordedReader.rest(enuFromBody))
    #expect(try #require(attitudes.first).outputFromBody.angle(to: .identity) < 0.01)
    #expect(summary.magnetometer.given == 0)
    #expect(attitudes.allSatisfy { $0.headingStandardDeviation.isNaN })
  }

  @Test func aLogThatCannotBeSmoothedIsAnErrorThatSaysWhy() throws {
    let records = RecordedReader.rest(.identity).map { record in
      var record = record
      record.angularRate = .absent
      return record
    }
    do {
      _ = try Self.smoother.result(of: records)
      Issue.record("no error")
    } catch let error as LogError {
      #expect("\(error)".contains("gyroscope"))
    }
  }

  /// As in causal fusion.
  @Test func noRowsGiveNoneAndAReason() throws {
    let (attitudes, summary) = try Self.smoother.result(of: [])
    #expect(attitudes.isEmpty && summary.rowCount == 0)
    #expect(summary.sensorErrors == nil)
  }

  /// Rows are written while the log is read: at most those of one and a half windows wait.
  @Test func memoryIsBoundedByTheWindow() throws {
    let records = RecordedReader.simulated("hand-held", duration: 200, isExact: false)
    let fusion = LogFusion.with {
      $0.smooths = true
      $0.smootherParameters.windowDuration = 20
      $0.smootherParameters.windowOverlap = 5
    }
    var reader: any MotionLogReader = RecordedReader(records)
    var (given, waiting, received) = (0, 0, [LogRecord]())
    let summary = try fusion.run(
      &reader,
      progress: { count in
        given += count
        waiting = max(waiting, given - received.count)
        return true
      }, sink: { received += $0.records })
    #expect(received.map(\.timestamp) == records.map(\.timestamp) && summary.rowCount == records.count)
    #expect(received.map(\.specificForce) == records.map(\.specificForce))
    #expect(waiting <= 3001 + LogFusion.blockSize)
    #expect(summary.errors.rootMeanSquare.inclination < 0.01)
  }

  /// Two windows at once, with reading and writing beside them, give the bits of one thread and its order, with and without
  /// magnetometer.
  @Test(arguments: [true, false]) func threadsGiveTheSameBits(usesMagnetometer: Bool) throws {
    let records = RecordedReader.simulated("hand-held", duration: 150, isExact: false)
    let runs = try [1, 2, 5].map { threadCount in
      try LogFusion.with {
        ($0.smooths, $0.threadCount) = (true, threadCount)
        $0.settings.conditioner.usesMagnetometer = usesMagnetometer
        ($0.smootherParameters.windowDuration, $0.smootherParameters.windowOverlap) = (20, 5)
      }.result(of: records)
    }
    for (attitudes, summary) in runs {
      #expect(attitudes.map(\.timestamp.nanoseconds) == records.map(\.timestamp))
      for (left, right) in zip(attitudes, runs[0].attitudes) {
        #expect(left.outputFromBody.quaternion == right.outputFromBody.quaternion)
      }
      #expect(summary.errors.rootMeanSquare.total == runs[0].summary.errors.rootMeanSquare.total)
    }
  }

  /// An error of reader or receiver ends the run on two threads, too.
  @Test func errorsEndARunOnTwoThreads() throws {
    let fusion = LogFusion.with {
      ($0.smooths, $0.threadCount) = (true, 2)
      ($0.smootherParameters.windowDuration, $0.smootherParameters.windowOverlap) = (20, 5)
    }
    let records = RecordedReader.simulated("hand-held", duration: 150, isExact: false)
    var reader: any MotionLogReader = RecordedReader(records)
    let failure = LogError(path: "", message: "the disk is full")
    #expect(throws: failure) { try fusion.run(&reader, sink: { _ throws(LogError) in throw failure }) }
    reader = RecordedReader(records)
    var given = 0
    #expect(throws: LogError(path: "", .interrupted)) {
      try fusion.run(
        &reader,
        progress: { count in
          given += count
          return given < 8000
        })
    }
  }

  /// The rows before an unreadable one are smoothed like a log that ends there, and written before the error.
  @Test(arguments: [1, 2]) func rowsBeforeAFailureOfTheReaderAreWritten(threadCount: Int) throws {
    let fusion = LogFusion.with {
      ($0.smooths, $0.threadCount) = (true, threadCount)
      ($0.smootherParameters.windowDuration, $0.smootherParameters.windowOverlap) = (20, 5)
    }
    let records = RecordedReader.simulated("hand-held", duration: 90, isExact: false)
    let failure = LogError(path: "a.csv", message: "row 9001 is not readable")
    var reader: any MotionLogReader = RecordedReader(records, error: failure)
    var received: [Motion<Double>] = []
    #expect(throws: failure) { try fusion.run(&reader, sink: { received += $0.motions }) }
    let whole = try fusion.result(of: records).attitudes
    #expect(received.count == records.count)
    let isEqual = received.elementsEqual(whole) { $0.outputFromBody.quaternion == $1.outputFromBody.quaternion }
    #expect(isEqual)
  }

  @Test func theRunEndsWhenToldTo() throws {
    var reader: any MotionLogReader = RecordedReader(RecordedReader.rest(.identity))
    #expect(throws: LogError.self) { try Self.smoother.run(&reader, progress: { _ in false }) }
  }
}
