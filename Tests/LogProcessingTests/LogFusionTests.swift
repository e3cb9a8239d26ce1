import AttitudeFilters
import LogProcessing
import LogTables
import MotionSamples
import Rotations
import Testing

@Suite struct LogFusionTests {
  @Test(arguments: FilterKind.allCases)
  func restGivesGravityDownAndNoUserAcceleration(filter: FilterKind) throws {
    // Nose of the device to the west and a quarter turn rolled: body x points west, y up, z south.
    let enuFromBody = Rotation<Double>(matrix: Matrix3(columns: -.unitX, .unitZ, .unitY))
    let (attitudes, summary) = try LogFusion.with { $0.filter = FilterSelection(filter) }.result(
      of: RecordedReader.rest(enuFromBody))
    let last = try #require(attitudes.last)
    #expect(distance(last.gravity, Vector3(x: 0, y: -9.80665, z: 0)) < 0.01)
    #expect(last.userAcceleration.length < 0.01)
    #expect(last.outputFromBody.angle(to: enuFromBody) < 0.02)
    #expect(last.angularRate.length < 1e-3)
    #expect(summary.rowCount == 1000)
    #expect(summary.gyroscope.isUsable && summary.flags[.afterGap] == 0)
  }

  @Test func aPushToPlusXIsAPositiveUserAcceleration() throws {
    var records = RecordedReader.rest(.identity)
    for row in 990..<1000 { records[row].specificForce.x += 1 }
    let (attitudes, _) = try LogFusion().result(of: records)
    // A push of 0.1 s tilts the attitude by far less than 0.1 degrees, that is 0.02 m/s².
    #expect(distance(try #require(attitudes.last).userAcceleration, .unitX) < 0.02)
  }

  @Test(arguments: [
    (ReferenceFrame.enu, Vector3<Double>.unitX, Vector3<Double>.unitY, Vector3<Double>.unitZ),
    (.ned, .unitY, .unitX, -.unitZ), (.nwu, -.unitY, .unitX, .unitZ),
    (.xMagneticNorthZVertical, -.unitY, .unitX, .unitZ),
  ])
  func framesNameEastNorthAndUp(
    frame: ReferenceFrame, east: Vector3<Double>, north: Vector3<Double>, up: Vector3<Double>
  ) throws {
    // Body axes are east, north, up; so the attitude turns them into what the frame calls these.
    let (attitudes, summary) = try LogFusion.with { $0.settings.frame = frame }.result(
      of: RecordedReader.rest(.identity))
    let outputFromBody = try #require(attitudes.last).outputFromBody
    #expect(distance(outputFromBody.rotate(.unitX), east) < 0.01)
    #expect(distance(outputFromBody.rotate(.unitY), north) < 0.01)
    #expect(distance(outputFromBody.rotate(.unitZ), up) < 0.01)
    // The error against the truth is that of the filter, whatever the frame of the results.
    #expect(summary.errors.rootMeanSquare.total < 0.02)
  }

  @Test(arguments: [ReferenceFrame.xArbitraryZVertical, .xArbitraryCorrectedZVertical])
  func arbitraryFramesBeginAtZeroHeading(frame: ReferenceFrame) throws {
    let enuFromBody = Rotation<Double>(aboutZ: 2)
    let (attitudes, summary) = try LogFusion.with { $0.settings.frame = frame }
      .result(of: RecordedReader.rest(enuFromBody))
    #expect(try #require(attitudes.first).outputFromBody.angle(to: .identity) < 0.02)
    #expect(try #require(attitudes.last).outputFromBody.angle(to: .identity) < 0.02)
    #expect(summary.magnetometer.given == (frame == .xArbitraryZVertical ? 0 : 1000))
  }

  /// Without a magnetometer the heading starts anywhere: its best offset is removed and named, as `evaluate` does.
  @Test func relativeHeadingIsComparedWithoutItsOffset() throws {
    let records = RecordedReader.simulated("hand-held", duration: 20)
    let turn = Rotation<Double>(aboutZ: 138.25 * .pi / 180)
    let turned = records.map { record in
      var record = record
      record.trueENUFromBody = record.trueENUFromBody.map { turn * $0 }
      return record
    }
    let (_, summary) = try LogFusion.with { $0.settings.conditioner.usesMagnetometer = false }.result(of: turned)
    #expect(summary.errors.rootMeanSquare.heading > 1 && summary.comparableErrors.heading < 0.05)
    let result = LogResult(log: "a", output: "b", summary: summary, reasons: [])
    let errors = try #require(result.errors)
    #expect(errors.heading < 3 && errors.total < 3)
    #expect(abs(try #require(errors.headingOffset) - summary.errors.bestHeadingOffset * 180 / .pi) < 1e-9)
    let (_, magnetic) = try LogFusion().result(of: turned)
    let asGiven = try #require(LogResult(log: "a", output: "b", summary: magnetic, reasons: []).errors)
    #expect(asGiven.headingOffset == nil && abs(asGiven.heading - 138.25) < 5)
  }

  /// Steps of the clock by six years and back by half a minute are counted; they are no time of the recording.
  @Test func stepsOfTheClockAreNoTimeOfTheRecording() throws {
    let records = RecordedReader.simulated("hand-held", duration: 12).enumerated().map { index, record in
      var record = record
      if index >= 400 { record.timestamp += 189_345_600_000_000_000 }
      if index >= 800 { record.timestamp -= 30_000_000_000 }
      return record
    }
    let (_, summary) = try LogFusion().result(of: records)
    #expect(summary.clockStepCount == 2 && summary.resetCount == 1)
    #expect(abs(summary.duration - 12) < 0.05, "\(summary.duration)")
  }

  /// Errors of the sensors in body axes, behind a mounting: what the mapping and then the model make of the rows is what
  /// the filter takes.
  @Test func errorsOfTheSensorsAreTakenOutInBodyAxes() throws {
    let clean = RecordedReader.simulated("hand-held", duration: 20)
    let response = Matrix3(diagonal: Vector3(x: 1.25, y: 0.8, z: 1))
    let hardIron = Vector3(x: 30.0, y: -20.0, z: 10.0)
    let mapping = try AxisMapping("y,-x,z")
    let raw = clean.map { row in
      var raw = row
      raw.magneticField = mapping.inverse.apply(to: response * row.magneticField + hardIron)
      raw.specificForce = mapping.inverse.apply(to: row.specificForce + .unitX)
      raw.angularRate = mapping.inverse.apply(to: row.angularRate)
      return raw
    }
    let fusion = LogFusion.with {
      $0.settings.conditioner.axes = mapping
      $0.settings.conditioner.calibration.magnetometer = SensorModel(matrix: response.inverse ?? .zero, bias: hardIron)
      $0.settings.conditioner.calibration.accelerometer.bias = .unitX
    }
    let expected = try #require(try LogFusion().result(of: clean).attitudes.last)
    let found = try #require(try fusion.result(of: raw).attitudes.last)
    #expect(found.outputFromBody.angle(to: expected.outputFromBody) < 1e-6)
    #expect(distance(found.userAcceleration, expected.userAcceleration) < 1e-6)
  }

  @Test func aMountedSensorGivesTheSameAttitudeOnceItIsMapped() throws {
    let records = RecordedReader.simulated("hand-held", duration: 20)
    let mapping = try AxisMapping("y,-x,z")
    let mounted = records.map { record in
      var record = record
      let sensorFromBody = mapping.inverse
      record.angularRate = sensorFromBody.apply(to: record.angularRate)
      record.specificForce = sensorFromBody.apply(to: record.specificForce)
      record.magneticField = sensorFromBody.apply(to: record.magneticField)
      let bodyFromSensor = Rotation<Double>(matrix: mapping.bodyFromSensor())
      record.trueENUFromBody = record.trueENUFromBody.map { $0 * bodyFromSensor }
      return record
    }
    let plain = try LogFusion().result(of: records)
    let mapped = try LogFusion.with { $0.settings.conditioner.axes = mapping }.result(of: mounted)
    let worst =
      zip(plain.attitudes, mapped.attitudes)
      .map { $0.outputFromBody.angle(to: $1.outputFromBody) }.max() ?? .infinity
    #expect(worst < 1e-9)
    #expect(abs(plain.summary.errors.rootMeanSquare.total - mapped.summary.errors.rootMeanSquare.total) < 1e-9)
  }

  @Test func everyRowHasItsResultWhateverIsInIt() throws {
    var records = RecordedReader.simulated("hand-held", duration: 10, isExact: false)
    records[100].angularRate = .absent
    records[200].specificForce = Vector3(repeating: .infinity)
    records[300].magneticField = .zero
    records[400].timestamp = records[399].timestamp
    records[500].timestamp = records[499].timestamp - 1
    for row in 600..<records.count { records[row].timestamp += 5_000_000_000 }
    let (attitudes, summary) = try LogFusion().result(of: records)
    #expect(attitudes.map(\.timestamp.nanoseconds) == records.map(\.timestamp))
    #expect(attitudes.allSatisfy { $0.outputFromBody.quaternion.isFiniteInLane && $0.gravity.isFiniteInLane })
    #expect(attitudes[100].flags.contains(.angularRateAbsent))
    #expect(attitudes[200].flags.contains(.specificForceRejected))
    #expect(attitudes[300].flags.contains(.magneticFieldRejected))
    #expect(attitudes[400].flags.contains(.intervalRejected))
    #expect(attitudes[500].flags.contains(.intervalRejected))
    #expect(attitudes[500].flags.contains(.discontinuity))
    #expect(attitudes[600].flags.contains(.afterGap))
    #expect(summary.gyroscope.given == records.count - 1)
    #expect(summary.accelerometer.rejected == 1)
    #expect(summary.magnetometer.rejected == 1)
    #expect(summary.flags[.afterGap] == 1)
    #expect(summary.flags[.afterGap] > 0)
  }

  @Test func withoutMagnetometerItsReadingsDoNotMatter() throws {
    let records = RecordedReader.simulated("hand-held", duration: 10)
    let blind = records.map { record in
      var record = record
      record.magneticField = .absent
      return record
    }
    let fusion = LogFusion.with { $0.settings.conditioner.usesMagnetometer = false }
    let (left, right) = (try fusion.result(of: records).attitudes, try LogFusion().result(of: blind).attitudes)
    #expect(zip(left, right).allSatisfy { $0.outputFromBody.quaternion == $1.outputFromBody.quaternion })
  }

  @Test func theLeadTurnsTheAttitudeForward() throws {
    let records = RecordedReader.simulated("constant-rate", duration: 10)
    let plain = try LogFusion().result(of: records).attitudes
    let ahead = try LogFusion.with { try? $0.filter.set("output_lead", to: 0.01) }.result(of: records).attitudes
    let (last, lastAhead) = (try #require(plain.last), try #require(ahead.last))
    // 60 degrees a second for 10 ms.
    #expect(abs(last.outputFromBody.angle(to: lastAhead.outputFromBody) - 1.0472 * 0.01) < 1e-4)
  }

  /// Reading, the filter and writing overlap on several threads: the same results in the same order, and errors at the same row.
  @Test(arguments: [0, 0.5]) func threadsChangeNothing(latency: Double) throws {
    let records = RecordedReader.simulated("hand-held", duration: 120, isExact: false)
    #expect(Mirror(reflecting: Motion<Double>(outputFromBody: .identity)).children.count == 10, "bits() lacks a part")
    let bad = LogError(path: "log", line: 7, message: "bad row")
    for (error, sinkLimit, rowLimit) in [(nil, nil, nil), (bad, nil, nil), (nil, 20, nil), (nil, nil, 5000)]
      as [(LogError?, Int?, Int?)]
    {
      let runs = [1, 2, 5].map { (threadCount: Int) -> (rows: [[UInt64]], end: String) in
        var reader: any MotionLogReader = RecordedReader(records, error: error)
        var (rows, blockCount, rowCount, end) = ([[UInt64]](), 0, 0, "end")
        let fusion = LogFusion.with { ($0.threadCount, $0.latency) = (threadCount, latency) }
        do throws(LogError) {
          let summary = try fusion.run(
            &reader,
            progress: { count in
              rowCount += count
              return rowCount < rowLimit ?? .max
            },
            sink: { block throws(LogError) in
              if blockCount == sinkLimit { throw LogError(path: "out", message: "full") }
              blockCount += 1
              rows += zip(block.records, block.motions).map { [UInt64(bitPattern: $0.timestamp)] + bits($1) }
            })
          end +=
            " \(summary.rowCount) \(summary.gyroscopeBias) \(summary.errors.rootMeanSquare) \(summary.flags[.atRest])"
        } catch {
          end = "\(error)"
        }
        return (rows, end)
      }
      #expect(runs[0].rows.count > 4000 && runs[1] == runs[0] && runs[2] == runs[0])
      // Every row before the bad one has a result.
      #expect(error == nil || runs[0].rows.count == records.count)
    }
  }

  /// All that is in a motion, in bits: what is absent equals itself.
  private func bits(_ motion: Motion<Double>) -> [UInt64] {
    let attitude = motion.outputFromBody.quaternion
    let vectors = [motion.gravity, motion.userAcceleration, motion.angularRate, motion.gyroscopeBias]
    let numbers =
      [attitude.w, attitude.x, attitude.y, attitude.z] + vectors.flatMap { [$0.x, $0.y, $0.z] }
      + [motion.tiltStandardDeviation, motion.headingStandardDeviation]
    let time = UInt64(bitPattern: motion.timestamp.nanoseconds)
    return [time, UInt64(motion.flags.rawValue), UInt64(motion.doubts.rawValue)] + numbers.map(\.bitPattern)
  }

  @Test func anErrorInTheLogOrTheSinkEndsTheRun() throws {
    let records = RecordedReader.rest(.identity)
    var broken: any MotionLogReader = RecordedReader(records, error: LogError(path: "x", line: 7, message: "bad"))
    let fromLog = #expect(throws: LogError.self) { try LogFusion().run(&broken) }
    #expect(fromLog?.line == 7)
    var reader: any MotionLogReader = RecordedReader(records)
    #expect(throws: LogError.self) {
      try LogFusion().run(&reader, sink: { _ throws(LogError) in throw LogError(path: "out", message: "full") })
    }
    var stopped: any MotionLogReader = RecordedReader(records)
    #expect(throws: LogError.self) { try LogFusion().run(&stopped, progress: { _ in false }) }
  }
}
