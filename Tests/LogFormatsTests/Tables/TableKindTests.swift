import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// The kinds of tables that people have: names, units and lines before the columns. Every table holds the same motion: a turn about y
/// by 0.6 rad/s at 100 Hz, from a sensor that lies flat.
@Suite struct TableKindTests {
  let folder = TemporaryFolder()

  private struct Row {
    var time: Double
    var rate: [Double]
    var force: [Double]
  }

  private static let rows = (0..<600).map { index in
    let (time, angle) = (Double(index) / 100, 0.6 * Double(index) / 100)
    return Row(time: time, rate: [0, 0.6, 0], force: [-9.80665 * sin(angle), 0, 9.80665 * cos(angle)])
  }

  /// A table with these first lines, whose rows are made of time, rate and force.
  private func table(_ lines: String..., separator: String = "\n", row: (Int, Row) -> [Any]) throws -> String {
    let rows = Self.rows.enumerated().map { row($0, $1).map { "\($0)" }.joined(separator: ",") }
    return try folder.write((lines + rows).joined(separator: separator) + separator)
  }

  private func expectMotion(_ path: String, options: LogOptions = LogOptions(), tolerance: Double = 1e-6) throws {
    let read = try records(path, options: options)
    try #require(read.count == Self.rows.count)
    for (record, row) in zip(read, Self.rows) {
      #expect(abs(Double(record.timestamp - read[0].timestamp) * 1e-9 - row.time) < 1e-6)
      for axis in 0..<3 {
        #expect(abs(record.angularRate[axis] - row.rate[axis]) < tolerance)
        #expect(abs(record.specificForce[axis] - row.force[axis]) < 9.8 * tolerance)
      }
    }
  }

  @Test(
    arguments: [("rad/s", 1.0), ("deg/s", 180 / .pi)], [("m/s^2", 1.0), ("g", 1 / 9.80665), ("mg", 1000 / 9.80665)])
  func valuesSuggestTheirUnits(_ rate: (unit: String, size: Double), _ force: (unit: String, size: Double)) throws {
    for (unit, start, size) in [("s", 0.0, 1.0), ("ms", 0, 1e3), ("us", 5, 1e6), ("s", 1_700_000_000, 1)] {
      let path = try table("time,gx,gy,gz,ax,ay,az") { _, row in
        [(start + row.time) * size] + row.rate.map { $0 * rate.size } + row.force.map { $0 * force.size }
      }
      let error = try #require(failure(path))
      #expect(
        error.fact
          == missing(
            .init(.gyroscope, guess: rate.unit), .init(.accelerometer, guess: force.unit),
            .init(.timestamps, guess: unit)), "\(error)")
      var options = LogOptions()
      options.assumesUnits = true
      try expectMotion(path, options: options)
      let assumed = try MotionLog.open(path, options: options).header.assumedUnits
      #expect(assumed.map(\.unit) == [rate.unit, force.unit, unit])
    }
  }

  @Test func countsAreUnits() throws {
    let path = try table("t [s],gx,gy,gz,ax,ay,az") { _, row in
      [row.time] + row.rate.map { ($0 * 180 / .pi * 32.8).rounded() }
        + row.force.map { ($0 / 9.80665 * 4096).rounded() }
    }
    let guesses: [LogError.UnitGap] = [
      .init(.gyroscope, guess: "deg/s/32.8"), .init(.accelerometer, guess: "g/4096"),
    ]
    #expect(failure(path)?.fact == .unitsMissing(guesses, needsRate: false))
    var options = LogOptions()
    for gap in guesses { options.setUnit(gap.guess ?? "", of: gap.reading) }
    try expectMotion(path, options: options, tolerance: 1e-3)
  }

  @Test func withoutMotionTheGyroscopeSuggestsNothing() throws {
    let rows = (0..<300).map { "\(Double($0) / 100),0.01,0,0,0,0,9.8" }.joined(separator: "\n")
    let path = try folder.write("time,gx,gy,gz,ax,ay,az\n\(rows)\n")
    var options = LogOptions()
    options.assumesUnits = true
    #expect(
      failure(path, options: options)?.fact
        == missing(.init(.gyroscope), .init(.accelerometer, guess: "m/s^2"), .init(.timestamps, guess: "s")))
  }

  @Test func milligaussIsNoAcceleration() throws {
    let path = try table("t [s],gx [rad/s],gy,gz,ax [mG],ay,az") { _, row in
      [row.time] + row.rate + row.force.map { $0 / 9.80665e-3 }
    }
    #expect(failure(path)?.fact == missing(.init(.accelerometer, spelling: "mG", guess: "mg")))
    #expect(ScaledUnit<AccelerationUnit>(spelling: "mG") == nil && ScaledUnit<AccelerationUnit>(spelling: "g/0") == nil)
    #expect(Quantity.magneticField.factor(ofUnit: "mG") == 0.1)
  }

  @Test(
    arguments: [
      "timestamp,angular_velocity_x,angular_velocity_y,angular_velocity_z,linear_acceleration_x,linear_acceleration_y,linear_acceleration_z",
      "%time,field.angular_velocity.x,field.angular_velocity.y,field.angular_velocity.z,field.linear_acceleration.x,field.linear_acceleration.y,field.linear_acceleration.z",
    ])
  func readsMessagesOfROS(_ header: String) throws {
    try expectMotion(
      try table(header) { index, row in [1_700_000_000_000_000_000 + index * 10_000_000] + row.rate + row.force })
  }

  @Test func readsBagpy() throws {
    let header =
      "Time,header.stamp.secs,header.stamp.nsecs,orientation.x,orientation.y,orientation.z,orientation.w,"
      + "angular_velocity.x,angular_velocity.y,angular_velocity.z,linear_acceleration.x,linear_acceleration.y,linear_acceleration.z"
    let path = try table(header) { index, row in
      [1.7e9, 1_700_000_000 + index / 100, index % 100 * 10_000_000, 0, 0, 0, 1] + row.rate + row.force
    }
    try expectMotion(path)
    #expect(try records(path)[101].timestamp == 1_700_000_001_010_000_000)
    #expect(try records(path)[0].trueENUFromBody == nil)
    #expect(try records(path, options: LogOptions(truthTopic: "orientation"))[0].trueENUFromBody?.quaternion.w == 1)
  }

  @Test func gravityAndUserAccelerationAreTheAccelerometer() throws {
    let path = try table(
      "time,seconds_elapsed,rotationRateX,rotationRateY,rotationRateZ,gravityX,gravityY,gravityZ,accelerationX,accelerationY,"
        + "accelerationZ"
    ) { index, row in
      // A hundredth of the force is the user's.
      [1_700_000_000_000_000_000 + index * 10_000_000, row.time] + row.rate + row.force.map { -0.99 * $0 / 9.80665 }
        + row.force.map { -0.01 * $0 / 9.80665 }
    }
    try expectMotion(path)
    #expect(try MotionLog.open(path).header.formatName == "Core Motion")
    let dotted = try table(
      "t [s],rotationRate.x,rotationRate.y,rotationRate.z,gravity.x,gravity.y,gravity.z,userAcceleration.x,userAcceleration.y,"
        + "userAcceleration.z"
    ) { _, row in [row.time] + row.rate + row.force.map { -$0 / 9.80665 } + [0, 0, 0] }
    try expectMotion(dotted)
  }

  @Test func namesOfCoreMotionMayBeginWithThatOfAnObject() throws {
    let path = try table(
      "timestamp_s,motion.rotationRate.x,motion.rotationRate.y,motion.rotationRate.z,motion.gravity.x,motion.gravity.y,motion.gravity.z,"
        + "motion.userAcceleration.x,motion.userAcceleration.y,motion.userAcceleration.z"
    ) { _, row in
      [row.time] + row.rate + row.force.map { -0.99 * $0 / 9.80665 } + row.force.map { -0.01 * $0 / 9.80665 }
    }
    try expectMotion(path)
    #expect(try MotionLog.open(path).header.formatName == "Core Motion")
  }

  @Test func accelerationWithoutGravityIsTold() throws {
    let path = try table("t [s],gx [rad/s],gy,gz,userAcceleration.x,userAcceleration.y,userAcceleration.z") { _, row in
      [row.time] + row.rate + [0, 0, 0]
    }
    let header = try MotionLog.open(path).header
    #expect(!header.hasAccelerometer && header.gravityFree.count == 3)
  }

  @Test func readsNamesOfNavigationAndOfBlackbox() throws {
    try expectMotion(
      try table("Time [s],f_x [m/s^2],f_y,f_z,w_x [rad/s],w_y,w_z") { _, row in [row.time] + row.force + row.rate })
    let path = try table(
      "loopIteration,time (us),gyroADC[0],gyroADC[1],gyroADC[2],accSmooth[0],accSmooth[1],accSmooth[2]"
    ) { index, row in
      [index, index * 10_000] + row.rate.map { $0 * 180 / .pi } + row.force.map { ($0 / 9.80665 * 2048).rounded() }
    }
    #expect(failure(path)?.fact == missing(.init(.accelerometer, guess: "g/2048")))
    var options = LogOptions()
    options.accelerationUnit = ScaledUnit(spelling: "g/2048")
    try expectMotion(path, options: options, tolerance: 1e-3)
  }

  @Test func readsUnitsInALineOfTheirOwn() throws {
    try expectMotion(
      try table(
        "\"sep=,\"",
        "S1_Timestamp_Unix_CAL,S1_Gyro_X_CAL,S1_Gyro_Y_CAL,S1_Gyro_Z_CAL,S1_Accel_LN_X_CAL,S1_Accel_LN_Y_CAL,S1_Accel_LN_Z_CAL",
        "ms,deg/s,deg/s,deg/s,m/(s^2),m/(s^2),m/(s^2)"
      ) { _, row in [1000 * row.time] + row.rate.map { $0 * 180 / .pi } + row.force })
    try expectMotion(
      try table(
        "Test Name:,Walk,,,,,", "Sample Rate:,100,Hz,,,,",
        "Time,Foot/Angular Velocity/X,Foot/Angular Velocity/Y,Foot/Angular Velocity/Z,Foot/Acceleration/X,Foot/Acceleration/Y,Foot/Acceleration/Z",
        "s,rad/s,rad/s,rad/s,m/s^2,m/s^2,m/s^2"
      ) { _, row in [row.time] + row.rate + row.force })
  }

  @Test(arguments: [
    "Zeit,GyrX,GyrY,GyrZ,AccX,AccY,AccZ\n(ms),(rad/s),(rad/s),(rad/s),(m/s^2),(m/s^2),(m/s^2)",
    "time,foot,foot,foot,foot,foot,foot\n,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z\nms,rad/s,rad/s,rad/s,m/s^2,m/s^2,m/s^2",
    "#t,gx,gy,gz,ax,ay,az\n#ms,rad/s,rad/s,rad/s,m/s^2,m/s^2,m/s^2",
    "millis,gx [rad/s],gy,gz,ax [m/s^2],ay,az", "Time Stamp (ms),gx [rad/s],gy,gz,ax [m/s^2],ay,az",
    "Zeit [ms],gx [rad/s],gy,gz,ax [m/s^2],ay,az",
    "timestamp_ms,gyro_x_raw [rad/s],gyro_y_raw,gyro_z_raw,acc_x_raw [m/s^2],acc_y_raw,acc_z_raw",
  ])
  func findsTheTimeByItsUnit(_ header: String) throws {
    try expectMotion(try table(header) { _, row in [1000 * row.time] + row.rate + row.force })
  }

  /// Times of day in parts are no count of milliseconds.
  @Test func partsOfATimeAreNoTime() throws {
    let path = try table("hour,min,sec,msec,gx [rad/s],gy,gz,ax [m/s^2],ay,az") { index, row in
      [10, 0, index / 100, index % 100 * 10] + row.rate + row.force
    }
    #expect(failure(path)?.fact == .rateMissing)
  }

  /// Names of chips are no bodies.
  @Test func sensorsOfSeveralChipsAreOneRecording() throws {
    let path = try table(
      "t [s],ICM20690 Gyroscope.x [rad/s],ICM20690 Gyroscope.y,ICM20690 Gyroscope.z,BMA253 Accelerometer.x [m/s^2],"
        + "BMA253 Accelerometer.y,BMA253 Accelerometer.z"
    ) { _, row in [row.time] + row.rate + row.force }
    try expectMotion(path)
    #expect(try MotionLog.open(path).header.recordingName == nil)
  }

  @Test func countsOfABlackboxStandBeforeItsColumns() throws {
    let path = try table(
      "\"Product\",\"Blackbox flight data recorder by Nicholas Sherlock\"", "\"acc_1G\",512",
      "loopIteration,time,gyroADC[0],gyroADC[1],gyroADC[2],accSmooth[0],accSmooth[1],accSmooth[2]"
    ) { index, row in
      [index, index * 10_000] + row.rate.map { $0 * 180 / .pi } + row.force.map { $0 / 9.80665 * 512 }
    }
    try expectMotion(path)
  }

  @Test func everyBodyOfATableIsARecording() throws {
    let names = "gyr_x [rad/s],gyr_y,gyr_z,acc_x [m/s^2],acc_y,acc_z"
    let path = try table(
      "sensor" + String(repeating: ",left", count: 6) + String(repeating: ",right", count: 6), "t [s],\(names),\(names)"
    ) { _, row in [row.time, 1, 2, 3, 4, 5, 6] + row.rate + row.force }
    #expect(MotionLog.recordings(of: path) == ["\(path)#0", "\(path)#1"])
    #expect(failure(path)?.fact == .recordingNotChosen(["left", "right"]))
    try expectMotion("\(path)#1")
    #expect(try records("\(path)#0")[0].angularRate == Vector3(x: 1, y: 2, z: 3))
    #expect(try MotionLog.open("\(path)#1").header.recordingName == "right")
    #expect(failure("\(path)#2") != nil)
  }

  @Test func linesMayEndWithACarriageReturn() throws {
    try expectMotion(
      try table("t [s],gx [rad/s],gy,gz,ax [m/s^2],ay,az", separator: "\r") { _, row in
        [row.time] + row.rate + row.force
      })
  }

  @Test func aRateReplacesTheTimestamps() throws {
    let path = try table("time,gx [rad/s],gy,gz,ax [m/s^2],ay,az") { index, row in [index / 8] + row.rate + row.force }
    try expectMotion(path, options: LogOptions(samplingRate: 100))
    let unused = try MotionLog.open(path, options: LogOptions(timeUnit: .seconds, samplingRate: 100)).header
      .unusedOptions
    #expect(unused == ["unit of the timestamps"])
  }

  /// The first letters of a name may be those of a file that is not read.
  @Test func aTableMayBeginLikeAnotherFile() throws {
    try expectMotion(
      try table("MTB,t [s],gx [rad/s],gy,gz,ax [m/s^2],ay,az") { index, row in [index, row.time] + row.rate + row.force
      })
  }

  @Test func namesFilesThatAreNotRead() throws {
    let files: [(name: String, bytes: [UInt8], word: String)] = [
      (
        "b.bbl", Array("H Product:Blackbox flight data recorder by Nicholas Sherlock\nH Data version:2\n".utf8),
        "blackbox_decode"
      ),
      ("c.xls", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0], "Excel"),
      ("d.c3d", [0x02, 0x50, 0, 0, 0, 0, 0, 0], "C3D"), ("e.ubx", [0xb5, 0x62, 1, 7, 0, 0, 0, 0], "UBX"),
      ("f.cwa", [0x4d, 0x44, 0xfc, 0x03, 0, 0, 0, 0], "cwa-convert"),
    ]
    for (name, bytes, word) in files {
      let error = failure(try folder.write(Data(bytes), to: name))
      #expect(error?.message.contains(word) == true && error?.message.contains("which is not read") == true, "\(name)")
    }
  }
}
