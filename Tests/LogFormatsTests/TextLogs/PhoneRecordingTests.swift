import Foundation
import Rotations
import TestSupport
import Testing

@testable import FileAccess
@testable import LogFormats
@testable import LogTables

/// Recordings of phones: a table for each sensor, each with its own timestamps.
@Suite struct PhoneRecordingTests {
  let folder = TemporaryFolder()

  /// Rows at 100 Hz, with `values` for the axes, in the order of the columns of Sensor Logger.
  private func sensorLogger(_ order: String, count: Int = 20, _ values: [Character: Double]) -> String {
    let axes = Array(order)
    let rows = (0..<count).map { index in
      let time = 1_700_000_000_000_000_000 + Int64(index) * 10_000_000
      return "\(time),\(Double(index) / 100)," + axes.map { "\(values[$0]!)" }.joined(separator: ",")
    }
    return "time,seconds_elapsed,\(axes.map(String.init).joined(separator: ","))\n" + rows.joined(separator: "\n")
      + "\n"
  }

  private func writeSensorLogger(_ metadata: String?, _ tables: [(String, String)]) throws -> String {
    for (name, text) in tables { try folder.write(text, to: "walk/\(name).csv") }
    if let metadata {
      try folder.write("version,platform,standardisation\n\"3\",\(metadata)\n", to: "walk/Metadata.csv")
    }
    return folder.path("walk")
  }

  @Test func readsSensorLoggerOfAndroid() throws {
    let path = try writeSensorLogger(
      "android,false",
      [
        ("Gyroscope", sensorLogger("zyx", ["x": 0.1, "y": 0.2, "z": 0.3])),
        ("TotalAcceleration", sensorLogger("yzx", ["x": 1, "y": 2, "z": 9.5])),
        ("Accelerometer", sensorLogger("zyx", ["x": 0, "y": 0, "z": 0])),
        ("Magnetometer", sensorLogger("xyz", count: 4, ["x": 20, "y": 1, "z": -40])),
        ("Orientation", "time,seconds_elapsed,yaw,qx,qz,roll,qw,qy,pitch\n1700000000000000000,0,0,0,0,0,1,0,0\n"),
      ])
    let header = try MotionLog.open(path).header
    #expect(header.formatName == "Sensor Logger" && header.contents?.attitudes == ["Orientation"])
    #expect(header.hasGyroscope && header.hasAccelerometer && header.hasMagnetometer && !header.hasGroundTruth)
    let rows = try records(path)
    #expect(rows.count == 20 && rows[3].timestamp == 1_700_000_000_030_000_000)
    #expect(rows[3].angularRate == Vector3(x: 0.1, y: 0.2, z: 0.3))
    #expect(rows[3].specificForce == Vector3(x: 1, y: 2, z: 9.5))
    #expect(rows.map { $0.magneticField.isFiniteInLane } == (0..<20).map { $0 < 4 })
    #expect(rows[2].magneticField == Vector3(x: 20, y: 1, z: -40))
    #expect(try records(path, options: LogOptions(truthTopic: "Orientation"))[0].trueENUFromBody?.quaternion.w == 1)
    #expect(
      failure(path, options: LogOptions(truthTopic: "Gravity"))?.fact
        == .truthMissing("Gravity", candidates: ["Orientation"]))
    #expect(try LogFolder(folder.path).logs == [path] && MotionLog.isLog(path))
    #expect(MotionLog.file(of: path) == "\(path)/Gyroscope.csv")
  }

  /// Without standard frames, iOS gives the other sign, and the uncalibrated accelerometer in g.
  @Test(arguments: [
    ("ios,false", "Accelerometer", -1.0), ("ios,true", "Accelerometer", 1), ("ios,", "Accelerometer", -1),
    ("android,false", "Accelerometer", 1), ("ios,false", "AccelerometerUncalibrated", -9.80665),
    ("ios,true", "AccelerometerUncalibrated", 1),
  ])
  func turnsTheSignOfIOS(_ metadata: String, _ name: String, _ factor: Double) throws {
    let gravity = sensorLogger("zyx", ["x": 0.5, "y": -0.5, "z": 8])
    let path = try writeSensorLogger(
      metadata,
      [
        ("Gyroscope", sensorLogger("zyx", ["x": 1, "y": 2, "z": 3])),
        (name, sensorLogger("zyx", ["x": 1, "y": 2, "z": 1.5])),
      ] + (name == "Accelerometer" ? [("Gravity", gravity)] : []))
    let force = Vector3(x: 1, y: 2, z: 1.5)
    let sum = name == "Accelerometer" ? force + Vector3(x: 0.5, y: -0.5, z: 8) : force
    let rows = try records(path)
    #expect(rows[5].angularRate == Vector3(x: 1, y: 2, z: 3))
    #expect((rows[5].specificForce - sum * factor).length < 1e-12, "\(rows[5].specificForce)")
  }

  @Test func refusesASignThatIsUnknown() throws {
    let table = sensorLogger("zyx", ["x": 1, "y": 2, "z": 3])
    let path = try writeSensorLogger(nil, [("Gyroscope", table), ("Accelerometer", table), ("Gravity", table)])
    #expect(failure(path)?.message.contains("platform unknown") == true)
    let other = try folder.write(table, to: "still/Accelerometer.csv")
    try folder.write(table, to: "still/Gravity.csv")
    try folder.write("platform,standardisation\nandroid,true\n", to: "still/Metadata.csv")
    let error = try #require(failure(String(other.dropLast("/Accelerometer.csv".count))))
    #expect(error.message == "no gyroscope among the files of the recording", "\(error)")
  }

  /// Both names of columns, and the separators and decimals of the app's menu.
  @Test(arguments: [(",", "."), (";", "."), (";", ","), ("\t", ","), ("\t", ".")])
  func readsPhyphox(_ separator: String, _ point: String) throws {
    func number(_ value: Double) -> String { String(format: "%.9E", value).replacing(".", with: point) }
    func table(_ names: [String], _ rate: Double, _ values: [Double]) -> String {
      let rows = (0..<40).map { index in
        ([Double(index) / rate] + values).map(number).joined(separator: separator)
      }
      return (["Time (s)"] + names).map { "\"\($0)\"" }.joined(separator: separator) + "\n"
        + rows.joined(separator: "\n") + "\n"
    }
    try folder.write(table(["X (rad/s)", "Y (rad/s)", "Z (rad/s)"], 100, [0.1, 0.2, 0.3]), to: "a/Gyroscope.csv")
    try folder.write(
      table(["Acceleration x (m/s^2)", "Acceleration y (m/s^2)", "Acceleration z (m/s^2)"], 200, [1, 2, 9]),
      to: "a/Accelerometer.csv")
    try folder.write(table(["X (µT)", "Y (µT)", "Z (µT)"], 50, [20, 0, -40]), to: "a/Magnetometer.csv")
    try folder.write(table(["X (m/s^2)", "Y (m/s^2)", "Z (m/s^2)"], 100, [0, 0, 0]), to: "a/Linear Accelerometer.csv")
    let path = folder.path("a")
    let plain = try records(path)
    #expect(plain.count == 40 && plain[7].timestamp == 70_000_000)
    #expect(
      plain[7].angularRate == Vector3(x: 0.1, y: 0.2, z: 0.3) && plain[7].specificForce == Vector3(x: 1, y: 2, z: 9))
    #expect(plain[2].magneticField == Vector3(x: 20, y: 0, z: -40) && !plain[3].magneticField.isFiniteInLane)

    // A pause of 60 s after 0.2 s.
    let lines = [
      ["event", "experiment time", "system time", "system time text"].map { "\"\($0)\"" },
      ["\"START\"", number(0), number(1000), "\"x\""], ["\"PAUSE\"", number(0.195), number(1000.195), "\"x\""],
      ["\"START\"", number(0.195), number(1060.195), "\"x\""], ["\"PAUSE\"", number(0.4), number(1060.4), "\"x\""],
    ]
    try folder.write(lines.map { $0.joined(separator: separator) }.joined(separator: "\n"), to: "a/meta/time.csv")
    let paused = try records(path)
    #expect(
      paused.count == 40 && paused[19].timestamp == 1_000_190_000_000 && paused[20].timestamp == 1_060_200_000_000)
    #expect(paused[20].specificForce == Vector3(x: 1, y: 2, z: 9))
  }

  @Test func everyNumberedRecordingOfAFolderIsOne() throws {
    func table(_ unit: String, _ value: Double) -> String {
      "\"Time (s)\",\"X (\(unit))\",\"Y (\(unit))\",\"Z (\(unit))\"\n"
        + (0..<30).map { "\(Double($0) / 100),\(value),0,9\n" }.joined()
    }
    for (suffix, value) in [("", 1.0), ("_2", 2), (" (3)", 3)] {
      try folder.write(table("rad/s", value), to: "walk/Gyroscope\(suffix).csv")
      try folder.write(table("m/s^2", value), to: "walk/Accelerometer\(suffix).csv")
    }
    let path = folder.path("walk")
    #expect(MotionLog.recordings(of: path) == (0..<3).map { "\(path)#\($0)" })
    #expect(failure(path)?.fact == .recordingNotChosen(["without a number", "_2", " (3)"]))
    for number in 0..<3 {
      let first = try #require(records("\(path)#\(number)").first)
      #expect(first.angularRate.x == Double(number + 1) && first.specificForce.x == Double(number + 1))
      #expect(try MotionLog.open("\(path)#\(number)").header.unusedFiles.isEmpty)
    }
  }

  @Test func filesThatBeginAlikeAreOneRecording() throws {
    func table(_ value: Double) -> String {
      "time [s],x,y,z\n" + (0..<30).map { "\(Double($0) / 100),\(value),0,9\n" }.joined()
    }
    for (name, value) in [("walk", 1.0), ("run 2", 2)] {
      try folder.write(table(value), to: "logs/\(name)_gyr.csv")
      try folder.write(table(value), to: "logs/\(name)_acc.csv")
    }
    try folder.write(table(3), to: "logs/rest_acc.csv")
    let options = LogOptions(angularRateUnit: .radiansPerSecond, accelerationUnit: .metersPerSecondSquared)
    let path = folder.path("logs")
    #expect(failure(path)?.fact == .recordingNotChosen(["run 2", "walk"]))
    for (number, value) in [2.0, 1].enumerated() {
      let first = try #require(records("\(path)#\(number)", options: options).first)
      #expect(first.angularRate.x == value && first.specificForce.x == value)
    }
    // What belongs to none is counted.
    #expect(try MotionLog.open("\(path)#0", options: options).header.unusedFiles == ["rest_acc.csv"])
  }

  @Test func aCopyOfASensorIsCountedAsLeft() throws {
    func table(_ unit: String) -> String { "\"Time (s)\",\"X (\(unit))\",\"Y (\(unit))\",\"Z (\(unit))\"\n0,1,2,3\n" }
    for name in ["Gyroscope", "Accelerometer - Copy"] {
      try folder.write(table(name == "Gyroscope" ? "rad/s" : "m/s^2"), to: "copy/\(name).csv")
    }
    try folder.write(table("m/s^2"), to: "copy/Accelerometer.csv")
    try folder.write(table("m/s^2"), to: "copy/Linear Accelerometer.csv")
    try folder.write(table("hPa"), to: "copy/Barometer.csv")
    #expect(try MotionLog.open(folder.path("copy")).header.unusedFiles == ["Accelerometer - Copy.csv"])
  }

  @Test func anAccelerometerWithoutGravityIsNamed() throws {
    let table = sensorLogger("zyx", ["x": 0, "y": 0, "z": 0.1])
    let path = try writeSensorLogger(nil, [("Gyroscope", table), ("Accelerometer", table)])
    let header = try MotionLog.open(path).header
    #expect(!header.hasAccelerometer && header.gravityFree == ["Accelerometer.csv"])
    let rate = "time [s],x,y,z\n0,1,2,3\n"
    try folder.write(rate, to: "free/gyroscope.csv")
    try folder.write(rate, to: "free/linear_acceleration.csv")
    let plain = try MotionLog.open(folder.path("free"), options: LogOptions(angularRateUnit: .radiansPerSecond)).header
    #expect(plain.gravityFree == ["linear_acceleration.csv"])
  }

  @Test func aTableOfAnotherDeviceInTheFolderIsCountedAsLeft() throws {
    let table = sensorLogger("zyx", ["x": 0, "y": 0, "z": 9.8])
    let watch =
      "time,seconds_elapsed,rotationRateX,rotationRateY,rotationRateZ,gravityX,gravityY,gravityZ,accelerationX,"
      + "accelerationY,accelerationZ\n1700000000000000000,0,0,0,0,0,0,-1,0,0,0\n"
    let path = try writeSensorLogger(
      nil, [("Gyroscope", table), ("TotalAcceleration", table), ("WristMotion", watch)])
    #expect(try MotionLog.open(path).header.unusedFiles == ["WristMotion.csv"])
  }

  @Test func tablesNamedAfterTheirSensorAreARecording() throws {
    func table(_ value: Double) -> String {
      "#timestamp [ns],x,y,z\n" + (0..<30).map { "\($0 * 10_000_000),\(value),0,9\n" }.joined()
    }
    try folder.write(table(1), to: "run/gyro.csv")
    try folder.write(table(2), to: "run/acc.csv")
    let options = LogOptions(angularRateUnit: .radiansPerSecond, accelerationUnit: .metersPerSecondSquared)
    let path = folder.path("run")
    let rows = try records(path, options: options)
    #expect(rows.count == 30 && rows[3].angularRate.x == 1 && rows[3].specificForce.x == 2)
    guard case .unitsMissing(let gaps, needsRate: false, _) = failure(path)?.fact else {
      Issue.record("no unit is missing")
      return
    }
    #expect(gaps.map(\.reading) == [.gyroscope, .accelerometer])
    #expect(try MotionLog.open(path + "/gyro.csv", options: options).header.hasGyroscope)
  }

  /// What is missing and what has to be recorded in one message: units, and an acceleration with gravity.
  @Test(arguments: ["LinearAcceleration", "Linear Accelerometer", "userAcceleration", "linear_acceleration"])
  func aFolderWithoutGravityAndUnitsLacksBothInOneMessage(name: String) throws {
    let table = "time,x,y,z\n" + (0..<30).map { "\(Double($0) * 0.01),0.1,0.2,0.3\n" }.joined()
    try folder.write(table, to: "phone/Gyroscope.csv")
    try folder.write(table, to: "phone/\(name).csv")
    let error = failure(folder.path("phone"))
    guard case .unitsMissing(let gaps, needsRate: false, gravityFree: ["\(name).csv"]) = error?.fact else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(gaps.map(\.reading) == [.gyroscope, .timestamps])
    #expect(error?.message.contains("\(name).csv is without gravity, record gravity") == true)
    let units = LogOptions(timeUnit: .seconds, angularRateUnit: .radiansPerSecond)
    #expect(try MotionLog.open(folder.path("phone"), options: units).header.gravityFree == ["\(name).csv"])
    // In one table, too.
    let whole = try folder.write("time,gyro_x,gyro_y,gyro_z,linacc_x,linacc_y,linacc_z\n0,1,2,3,4,5,6\n1,1,2,3,4,5,6\n")
    #expect(failure(whole)?.message.contains("linacc_x, linacc_y, linacc_z is without gravity") == true)
  }

  @Test func readsPhysicsToolbox() throws {
    let path = try folder.write(
      "time;gFx;gFy;gFz;ax;ay;az;wx;wy;wz;Bx;By;Bz;\n0,01;0,1;0,2;1;7;7;7;0,5;0,6;0,7;20;1;-40;\n")
    let rows = try records(path)
    #expect(try MotionLog.open(path).header.formatName == "Physics Toolbox" && rows[0].timestamp == 10_000_000)
    #expect(rows[0].specificForce == Vector3(x: 0.1 * 9.80665, y: 0.2 * 9.80665, z: 9.80665))
    #expect(
      rows[0].angularRate == Vector3(x: 0.5, y: 0.6, z: 0.7) && rows[0].magneticField == Vector3(x: 20, y: 1, z: -40))
    let clock = try records(folder.write("time,gFx,gFy,gFz,wx,wy,wz\n10:02:03:250,0,0,1,1,2,3\n"))
    #expect(clock[0].timestamp == 36_123_250_000_000)
  }

  /// Each sensor has its own timestamps; rows repeat its last reading. Core Motion's sign of the accelerometer is turned.
  @Test func readsSensorLog() throws {
    var text =
      "loggingTime(txt),accelerometerTimestamp_sinceReboot(s),accelerometerAccelerationX(G),"
      + "accelerometerAccelerationY(G),accelerometerAccelerationZ(G),gyroTimestamp_sinceReboot(s),gyroRotationX(rad/s),"
      + "gyroRotationY(rad/s),gyroRotationZ(rad/s),magnetometerTimestamp_sinceReboot(s),magnetometerX(µT),"
      + "magnetometerY(µT),magnetometerZ(µT),motionTimestamp_sinceReboot(s),motionQuaternionX(R),motionQuaternionY(R),"
      + "motionQuaternionZ(R),motionQuaternionW(R),locationSpeed(m/s)\n"
    for index in 0..<100 {
      let times = [1, 2, 10].map { Double(index / $0 * $0) / 100 + 5 }
      text +=
        "2026-11-20 10:00:00.000 +0100,\(times[1]),0,0,-1,\(times[0]),0.1,0.2,\(index),\(times[2]),1,2,\(index / 10),"
      text += "\(times[0]),0,0,0,1,-1\n"
    }
    let path = try folder.write(text)
    let rows = try records(path)
    let header = try MotionLog.open(path).header
    #expect(header.formatName == "SensorLog" && header.contents?.attitudes == ["motionQuaternion"])
    #expect(rows.map(\.angularRate.z) == (0..<100).map(Double.init) && rows[1].timestamp == 5_010_000_000)
    #expect(rows.map { $0.specificForce.isFiniteInLane } == (0..<100).map { $0 % 2 == 0 })
    #expect(rows[4].specificForce == Vector3(x: 0, y: 0, z: 9.80665))
    #expect(rows.filter { $0.magneticField.isFiniteInLane }.map(\.magneticField.z) == (0..<10).map(Double.init))
    #expect(rows[0].trueENUFromBody == nil)
    #expect(
      try records(path, options: LogOptions(truthTopic: "motionQuaternion"))[0].trueENUFromBody?.quaternion.w == 1)
  }

  /// A table without sensors beside the others of a recording.
  @Test func aPartOfARecordingNamesItsFolder() throws {
    let names = [
      "Gyroscope X (deg/s)", "Gyroscope Y (deg/s)", "Gyroscope Z (deg/s)", "Accelerometer X (g)", "Accelerometer Y (g)",
      "Accelerometer Z (g)",
    ]
    try folder.write("Timestamp (us),\(names.joined(separator: ","))\n0,1,2,3,0,0,1\n", to: "lab/Inertial.csv")
    let part = try folder.write("Timestamp (us),W,X,Y,Z\n0,1,0,0,0\n", to: "lab/Quaternion.csv")
    #expect(failure(part)?.message.hasSuffix("the folder '\(folder.path)/lab' is one recording") == true)
    let alone = try folder.write("Timestamp (us),W,X,Y,Z\n0,1,0,0,0\n", to: "Quaternion.csv")
    #expect(failure(alone)?.message.contains("folder") == false)
  }

  @Test func mergesTablesOfTheCaller() throws {
    func table(_ names: String, _ rate: Int, _ values: String) -> String {
      "\(names)\n" + (0..<50).map { "\(Double($0) / Double(rate)),\(values)\n" }.joined()
    }
    let gyro = try folder.write(table("t [s],x [rad/s],y,z", 100, "1,2,3"), to: "gyro.csv")
    let force = try folder.write(
      table("time [s];accel_x [m/s^2];accel_y;accel_z", 100, "0,0,9").replacing(",", with: ";"))
    let field = try folder.write(table("t [s],x [uT],y,z", 10, "20,0,-40"), to: "magnetometer.csv")
    var options = LogOptions()
    options.companions = [force, field]
    let rows = try records(gyro, options: options)
    #expect(rows.count == 50 && rows[9].angularRate == Vector3(x: 1, y: 2, z: 3))
    #expect(rows[9].specificForce.z == 9 && rows.count { $0.magneticField.isFiniteInLane } == 5)
    options.companions = [gyro]
    #expect(failure(gyro, options: options)?.message.contains("a second gyroscope") == true)
    options.companions = [force]
    #expect(failure(field, options: options)?.message.contains("no gyroscope") == true)
  }
}
