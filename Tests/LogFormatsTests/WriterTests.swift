import AttitudeFilters
import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

@Suite struct WriterTests {
  let folder = TemporaryFolder()

  /// A turn by 90° about z: yaw 90°.
  static let record = Motion(
    timestamp: Timestamp(nanoseconds: 1_700_000_000_123_456_789),
    outputFromBody: Rotation(unchecked: Quaternion(w: 0.5.squareRoot(), x: 0, y: 0, z: 0.5.squareRoot())),
    gravity: Vector3(x: 0, y: 0, z: -9.81), userAcceleration: Vector3(x: 0.1, y: -0.2, z: .nan),
    angularRate: Vector3(x: 1, y: 2, z: 3), gyroscopeBias: Vector3(x: 1e-9, y: -1e-3, z: 0),
    tiltStandardDeviation: .pi / 180, headingStandardDeviation: .nan, flags: [.afterGap, .atRest])

  @Test func writesEveryColumn() throws {
    var writer = try CSVAttitudeWriter(path: "\(folder.path)/out.csv", comments: ["tool 1", "frame ENU"])
    try writer.write(Self.record)
    try writer.finish()
    let lines = try folder.text("out.csv").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines == [
        "# tool 1", "# frame ENU",
        "t [s],q_w,q_x,q_y,q_z,roll [deg],pitch [deg],yaw [deg],gravity_x [m/s^2],gravity_y,gravity_z,user_accel_x [m/s^2],user_accel_y,user_accel_z,rate_x [rad/s],rate_y,rate_z,gyro_bias_x [rad/s],gyro_bias_y,gyro_bias_z,tilt_sigma [deg],heading_sigma [deg],flags",
        "1700000000.123456789,0.707106781,0.000000000,0.000000000,0.707106781,0.000000,0.000000,90.000000,0.000000,0.000000,-9.810000,0.100000,-0.200000,nan,1.000000000,2.000000000,3.000000000,0.000000001,-0.001000000,0.000000000,1.000000,nan,after_gap|at_rest",
        "",
      ])
  }

  @Test func writesTheGroupsAskedFor() throws {
    let columns = try #require(AttitudeColumns(names: "q, t"))
    var writer = try CSVAttitudeWriter(path: "\(folder.path)/out.csv", columns: columns)
    try writer.write(Self.record)
    try writer.finish()
    #expect(
      try folder.text("out.csv")
        == "t [s],q_w,q_x,q_y,q_z\n1700000000.123456789,0.707106781,0.000000000,0.000000000,0.707106781\n")
    #expect(AttitudeColumns(names: "all") == .all)
    #expect(AttitudeColumns(names: "t,flags") == [.time, .flags])
    #expect(AttitudeColumns(names: "all,world_accel") == [.all, .worldAcceleration])
    #expect(AttitudeColumns(names: "t,nothing") == nil)
    #expect(AttitudeColumns(names: "") == nil)
    #expect(
      AttitudeColumns.groupNames.joined(separator: ",")
        == "t,q,euler,gravity,user_accel,world_accel,rate,gyro_bias,sigma,flags")
  }

  /// A result beside its log is no log, whatever its columns, with comments and without.
  @Test func resultsAreNotTakenForLogs() throws {
    for names in ["all", "t,euler", "flags", "t,rate", "t,gravity,sigma", "t,gyro_bias"] {
      for comments in [[], ["cardan 1"]] {
        let columns = try #require(AttitudeColumns(names: names))
        var writer = try CSVAttitudeWriter(path: "\(folder.path)/out.csv", columns: columns, comments: comments)
        try writer.write(Self.record)
        try writer.finish()
        guard case .other = MotionLog.kind(of: "\(folder.path)/out.csv") else {
          Issue.record("\(names) with \(comments)")
          continue
        }
      }
    }
    try folder.write("t [s],gyro_bias_x [rad/s]\n0,1\n", to: "table.csv")
    guard case .unreadable = MotionLog.kind(of: "\(folder.path)/table.csv") else {
      Issue.record("another table is taken for a result")
      return
    }
  }

  /// Each angle alone, by hand: a positive roll, pitch and yaw is a positive turn about x, y and z.
  @Test func eulerAnglesHaveTheirSigns() throws {
    let half = Double.pi / 12
    for (axis, text) in ["30.000000,0.000000,0.000000", "0.000000,30.000000,0.000000", "0.000000,0.000000,30.000000"]
      .enumerated()
    {
      var (record, vector) = (Self.record, Vector3<Double>.zero)
      vector[axis] = sin(half)
      record.outputFromBody = Rotation(unchecked: Quaternion(real: cos(half), vector: vector))
      var writer = try CSVAttitudeWriter(path: "\(folder.path)/out.csv", columns: .euler)
      try writer.write(record)
      try writer.finish()
      #expect(try folder.text("out.csv") == "roll [deg],pitch [deg],yaw [deg]\n\(text)\n")
    }
  }

  @Test func writesTUM() throws {
    var writer = try TUMTrajectoryWriter(path: "\(folder.path)/out.tum", comments: ["tool"])
    try writer.write(Self.record)
    try writer.finish()
    #expect(
      try folder.text("out.tum")
        == "# tool\n# timestamp tx ty tz qx qy qz qw\n1700000000.123456789 0 0 0 0.000000000 0.000000000 0.707106781 0.707106781\n"
    )
  }

  @Test func writesEuRoC() throws {
    var writer = try EuRoCAttitudeWriter(path: "\(folder.path)/out.csv")
    try writer.write(Self.record)
    try writer.finish()
    #expect(
      try folder.text("out.csv")
        == "#timestamp [ns],p_RS_R_x [m],p_RS_R_y [m],p_RS_R_z [m],q_RS_w [],q_RS_x [],q_RS_y [],q_RS_z []\n1700000000123456789,0,0,0,0.707106781,0.000000000,0.000000000,0.707106781\n"
    )
  }

  private static let logNames = ["log.csv", "log.npy", "log.arrow", "log.arrows"]

  /// Writes records in the format of a name, with the columns that are asked for, and reads them.
  private func written(
    _ records: [LogRecord], to name: String, hasMagnetometer: Bool = true, hasTemperature: Bool = false,
    hasVelocities: Bool = false, hasGroundTruth: Bool = false
  ) throws -> (header: LogHeader, records: [LogRecord]) {
    let path = folder.path(name)
    var writer: any LogWriter =
      switch name {
      case "log.csv":
        try CSVLogWriter(
          path: path, hasMagnetometer: hasMagnetometer, hasTemperature: hasTemperature,
          hasVelocityOverGround: hasVelocities, hasForwardSpeed: hasVelocities, hasGroundTruth: hasGroundTruth,
          comments: ["a test"])
      case "log.npy":
        try NumPyLogWriter(
          path: path, hasMagnetometer: hasMagnetometer, hasTemperature: hasTemperature,
          hasVelocityOverGround: hasVelocities, hasForwardSpeed: hasVelocities, hasGroundTruth: hasGroundTruth)
      default:
        try ArrowLogWriter(
          path: path, hasMagnetometer: hasMagnetometer, hasTemperature: hasTemperature,
          hasVelocityOverGround: hasVelocities, hasForwardSpeed: hasVelocities, hasGroundTruth: hasGroundTruth,
          comments: ["a test"])
      }
    for record in records { try writer.write(record) }
    try writer.finish()
    #expect(MotionLog.isLog(path))
    return (try MotionLog.open(path).header, try LogFormatsTests.records(path))
  }

  /// Any recording, absent values and all, comes back bit by bit; of Arrow more rows than a batch holds.
  @Test(arguments: logNames) func recordingsComeBackExactly(name: String) throws {
    var generator = SplitMix64(seed: 9)
    func number() -> Double {
      switch generator.next() % 12 {
      case 0: .nan
      case 1: .infinity
      case 2: -0.0
      case 3: Double(Int64(bitPattern: generator.next()) >> 40)
      default: (Double(generator.next() >> 11) * 0x1p-53 - 0.5) * 100
      }
    }
    func vector() -> Vector3<Double> { Vector3(x: number(), y: number(), z: number()) }
    let count = name.contains("arrow") ? ArrowFile.batchSize + 5000 : 3000
    let originals = (0..<count).map { index in
      LogRecord(
        timestamp: 1_700_000_000_000_000_001 + Int64(index) * 3_333_333, angularRate: vector(),
        specificForce: vector(), magneticField: vector(), temperature: number(),
        trueENUFromBody: Rotation(normalizing: Quaternion(w: number(), x: number(), y: number(), z: number())),
        isMoving: generator.next() & 1 == 0)
    }
    let (header, read) = try written(originals, to: name, hasTemperature: true, hasGroundTruth: true)
    #expect(header.hasGyroscope && header.hasAccelerometer && header.hasMagnetometer && header.hasTemperature)
    #expect(header.hasGroundTruth)
    #expect(
      header.formatName == ["log.csv": "CSV with units in the header", "log.npy": "NumPy"][name, default: "Arrow"])
    #expect(read.count == count)
    for (one, other) in zip(originals, read) {
      let (left, right) = (one.trueENUFromBody?.quaternion, other.trueENUFromBody?.quaternion)
      guard one.timestamp == other.timestamp, one.isMoving == other.isMoving,
        isSame(one.angularRate, other.angularRate), isSame(one.specificForce, other.specificForce),
        isSame(one.magneticField, other.magneticField), isSame(one.temperature, other.temperature), left == right
      else {
        Issue.record("\(one), read as \(other)")
        break
      }
    }
  }

  /// In every format, and the reader knows that they are there.
  @Test(arguments: logNames) func velocitiesComeBackExactly(name: String) throws {
    let originals = (0..<100).map { index in
      var record = LogRecord(timestamp: Int64(index) * 10_000_000, angularRate: .zero)
      record.specificForce = Vector3(x: 0, y: 0, z: 9.81)
      if index % 7 == 0 { record.velocityOverGround = Vector3(x: Double(index) / 3, y: -1, z: .nan) }
      if index % 3 == 0 { record.forwardSpeed = 0.1 * Double(index) }
      return record
    }
    let (header, read) = try written(originals, to: name, hasMagnetometer: false, hasVelocities: true)
    #expect(header.hasVelocityOverGround && header.hasForwardSpeed && !header.hasMagnetometer)
    #expect(read.count == originals.count)
    for (one, other) in zip(originals, read) {
      #expect(isSame(one.velocityOverGround, other.velocityOverGround))
      #expect(isSame(one.forwardSpeed, other.forwardSpeed))
    }
  }

  @Test func eurocRecordingsComeBackExactly() throws {
    let path = "\(folder.path)/imu0/data.csv"
    try folder.write("", to: "imu0/data.csv")
    var writer = try EuRoCLogWriter(path: path)
    let record = LogRecord(
      timestamp: 1_403_636_579_758_555_392, angularRate: Vector3(x: 0.1, y: 1.0 / 3, z: -1e-300),
      specificForce: Vector3(x: .nan, y: 2, z: 9.81))
    try writer.write(record)
    try writer.finish()
    let read = try records(path)
    #expect(read.count == 1 && read[0].timestamp == record.timestamp)
    #expect(read[0].angularRate == record.angularRate)
    #expect(read[0].specificForce.x.isNaN && read[0].specificForce.z == 9.81)
    #expect(try MotionLog.open(path).header.formatName == "EuRoC/ASL")
  }

  @Test func flagsHaveOneNameEach() {
    for bit in 0..<11 { #expect(OutcomeFlags(rawValue: 1 << bit).names.count == 1) }
    #expect(OutcomeFlags(rawValue: 0).names.isEmpty)
    #expect(OutcomeFlags(rawValue: 0x7ff).names.count == 11)
    #expect(Set(OutcomeFlags(rawValue: 0x7ff).names).count == 11)
    #expect(OutcomeFlags.correctedByJump.names == ["corrected_by_jump"])
  }
}
