import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

@Suite struct CSVLogReaderTests {
  let folder = TemporaryFolder()

  /// By the name and the unit, which is degrees Celsius where there is none; what is not a temperature is left out.
  @Test(arguments: [
    ("temperature [degC]", 25.5), ("temp_c", 25.5), ("Temperature", 25.5), ("imu_temperature (°C)", 25.5),
    ("temperature [K]", 25.5 - 273.15), ("temperature [LSB]", .nan), ("pressure", .nan),
  ])
  func readsTheTemperature(column: String, expected: Double) throws {
    let path = try folder.write("t [s],gyro_x [rad/s],gyro_y,gyro_z,\(column)\n0,1,2,3,25.5\n1,1,2,3,\n")
    #expect(try MotionLog.open(path).header.hasTemperature == !expected.isNaN)
    let rows = try records(path)
    #expect(rows[0].temperature == expected || (rows[0].temperature.isNaN && expected.isNaN))
    #expect(rows[1].temperature.isNaN && rows[1].angularRate.z == 3)
  }

  /// By the name and the unit; velocities without a known unit, or without east or north, are left out.
  @Test(arguments: [
    ("vel_e [m/s],vel_n,vel_u,speed [km/h]", Vector3(x: 36, y: 72, z: 18), 2.5),
    ("Vel E (km/h),Vel N (km/h),Vel D (km/h),wheel_speed_mps", Vector3(x: 10, y: 20, z: .nan), 9),
    ("gnss_vel_e_kmh,gnss_vel_n,altitude,speed_accuracy", Vector3(x: 10, y: 20, z: .nan), .nan),
    ("vel_e,vel_n,vel_u,speed", .absent, .nan),
    ("vel_e [m/s],vel_x,vel_u,speed [m]", .absent, .nan),
  ])
  func readsVelocities(columns: String, velocity: Vector3<Double>, speed: Double) throws {
    let path = try folder.write(
      "t [s],gyro_x [rad/s],gyro_y,gyro_z,\(columns)\n0,1,2,3,36,72,18,9\n1,1,2,3,,nan,,\n")
    let header = try MotionLog.open(path).header
    #expect(header.hasVelocityOverGround == !velocity.x.isNaN && header.hasForwardSpeed == !speed.isNaN)
    let rows = try records(path)
    for axis in 0..<3 {
      let value = rows[0].velocityOverGround[axis]
      #expect(abs(value - velocity[axis]) < 1e-12 || (value.isNaN && velocity[axis].isNaN))
      #expect(rows[1].velocityOverGround[axis].isNaN)
    }
    #expect(abs(rows[0].forwardSpeed - speed) < 1e-12 || (rows[0].forwardSpeed.isNaN && speed.isNaN))
    #expect(rows[1].forwardSpeed.isNaN && rows[1].angularRate.z == 3)
  }

  @Test func readsItsOwnDialect() throws {
    let path = try folder.write(
      """
      # made by hand
      t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z,mag_x [uT],mag_y,mag_z,q_w,q_x,q_y,q_z
      0,0.1,0.2,0.3,0,0,9.81,20,1,-40,1,0,0,0
      # a remark in the middle
      0.01,-1,-2,-3,1,2,3,,,,0.5,0.5,0.5,0.5

      0.02,nan,NaN,0,inf,-inf,0,NA,null,1,nan,nan,nan,nan
      """)
    let reader = try MotionLog.open(path)
    #expect(reader.header.formatName == "CSV with units in the header")
    #expect(reader.header.hasGyroscope && reader.header.hasAccelerometer && reader.header.hasMagnetometer)
    #expect(reader.header.hasGroundTruth)
    #expect(
      reader.header.units.map(\.unit) == ["rad/s", "rad/s", "rad/s", "m/s^2", "m/s^2", "m/s^2", "uT", "uT", "uT", "s"])
    let rows = try records(path)
    #expect(rows.map(\.timestamp) == [0, 10_000_000, 20_000_000])
    #expect(rows[0].angularRate == Vector3(x: 0.1, y: 0.2, z: 0.3))
    #expect(rows[0].specificForce == Vector3(x: 0, y: 0, z: 9.81))
    #expect(rows[0].magneticField == Vector3(x: 20, y: 1, z: -40))
    #expect(rows[0].isMoving)
    #expect(rows[1].specificForce == Vector3(x: 1, y: 2, z: 3))
    #expect(rows[1].magneticField.x.isNaN && rows[1].magneticField.y.isNaN && rows[1].magneticField.z.isNaN)
    // (1, 1, 1, 1) / 2 turns x to y.
    let turned = try #require(rows[1].trueENUFromBody).rotate(.unitX)
    #expect((turned - .unitY).length < 1e-15)
    #expect(rows[2].angularRate.x.isNaN && rows[2].angularRate.y.isNaN && rows[2].angularRate.z == 0)
    #expect(rows[2].specificForce.x == .infinity && rows[2].specificForce.y == -.infinity)
    #expect(rows[2].trueENUFromBody == nil)
  }

  @Test func readsColumnsInAnyOrderAndLeavesOthersOut() throws {
    let path = try folder.write(
      """
      note,mag_z [gauss],accel_z [g],accel_x,temperature [C],accel_y,gyro_z [deg/s],gyro_y,gyro_x,mag_y,mag_x,stamp [ms]
      start; 12:00,0.4,1,0,20,0,180,90,-90,-0.1,0.2,1.5
      """)
    let row = try #require(try records(path).first)
    #expect(row.timestamp == 1_500_000)
    #expect(row.angularRate == Vector3(x: -90, y: 90, z: 180) * (Double.pi / 180))
    #expect(row.specificForce == Vector3(x: 0, y: 0, z: 9.80665))
    #expect((row.magneticField - Vector3(x: 20, y: -10, z: 40)).length < 1e-12)
  }

  /// The same two rows in every dress.
  @Test(arguments: [
    "t [s],gx [dps],gy,gz,ax [g],ay,az\n0.5,1,2,3,4,5,6\n1,7,8,9,10,11,12\n",
    "t [s],gx [dps],gy,gz,ax [g],ay,az\r\n0.5,1,2,3,4,5,6\r\n1,7,8,9,10,11,12\r\n",
    "t [s],gx [dps],gy,gz,ax [g],ay,az\n0.5,1,2,3,4,5,6\n1,7,8,9,10,11,12",
    "t [s],gx [dps],gy,gz,ax [g],ay,az\r\n0.5,1,2,3,4,5,6\r\n1,7,8,9,10,11,12\r",
    "\u{FEFF}t [s],gx [dps],gy,gz,ax [g],ay,az\n0.5,1,2,3,4,5,6\n1,7,8,9,10,11,12\n",
    "t [s];gx [dps];gy;gz;ax [g];ay;az\n0.5;1;2;3;4;5;6\n1;7;8;9;10;11;12\n",
    "t [s]\tgx [dps]\tgy\tgz\tax [g]\tay\taz\n0.5\t1\t2\t3\t4\t5\t6\n1\t7\t8\t9\t10\t11\t12\n",
    "t [s] gx [dps] gy gz ax [g] ay az\n0.5 1   2 3 4\t5 6\n  1 7 8 9 10 11 12  \n",
    "t[s] gx[deg s^-1] gy gz ax[g] ay az\n0.5 1 2 3 4 5 6\n1 7 8 9 10 11 12\n",
    "t [s], gx [dps], gy, gz, ax [g], ay, az\n 0.5 , 1,2 ,3,4,5,6\n1,\t7,8,9,10,11, 12 \n",
    "t [s],gx [dps],gy,gz,ax [g],ay,az,\n0.5,1,2,3,4,5,6,\n1,7,8,9,10,11,12,\n",
    "\n  \n# remark\nt [s],gx [dps],gy,gz,ax [g],ay,az\n\t\n0.5,1,2,3,4,5,6\n \r\n  # remark\n1,7,8,9,10,11,12\n   ",
    "# t [s],gx [dps],gy,gz,ax [g],ay,az\n0.5,1,2,3,4,5,6\n1,7,8,9,10,11,12\n",
    "\"t (s)\",\"gx (dps)\",\"gy (dps)\",\"gz (dps)\",\"ax (g)\",\"ay (g)\",\"az (g)\"\n5e-1,+1,2.,3,4,5,6\n1e0,7,8,9,1e1,11,12\n",
    "Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g)\n.5,1,2,3,4,5,6\n1,7,8,9,10,11,12\n",
    "time_ms,gyro_x_dps,gyro_y_dps,gyro_z_dps,acc_x_g,acc_y_g,acc_z_g\n500,1,2,3,4,5,6\n1000,7,8,9,10,11,12\n",
    "timestamp_us,GyroX_deg_s,GyroY_deg_s,GyroZ_deg_s,AccX_mg,AccY_mg,AccZ_mg\n500000,1,2,3,4000,5000,6000\n1000000,7,8,9,10000,11000,12000\n",
  ])
  func readsEveryDress(_ text: String) throws {
    let rows = try records(folder.write(text))
    #expect(rows.map(\.timestamp) == [500_000_000, 1_000_000_000])
    let scale = Double.pi / 180
    for (row, first) in zip(rows, [1.0, 7.0]) {
      #expect((row.angularRate - Vector3(x: first, y: first + 1, z: first + 2) * scale).length < 1e-14)
      #expect((row.specificForce - Vector3(x: first + 3, y: first + 4, z: first + 5) * 9.80665).length < 1e-12)
      #expect(row.magneticField.x.isNaN)
    }
    #expect(rows.count == 2)
  }

  @Test func keepsTheNanosecondsOfAbsoluteTimestamps() throws {
    let seconds = try folder.write("t [s],gx [dps],gy,gz\n1700000000.123456789,0,0,0\n1700000000.1234567891,0,0,0\n")
    #expect(try records(seconds).map(\.timestamp) == [1_700_000_000_123_456_789, 1_700_000_000_123_456_789])
    let nanoseconds = try folder.write("t [ns],gx [dps],gy,gz\n1403636579763555584,0,0,0\n1403636579763555585,0,0,0\n")
    #expect(try records(nanoseconds).map(\.timestamp) == [1_403_636_579_763_555_584, 1_403_636_579_763_555_585])
  }

  @Test func returnsTimestampsThatRunBackwards() throws {
    let path = try folder.write("t [s],gx [dps],gy,gz\n2,0,0,0\n1,0,0,0\n1,0,0,0\n-3,0,0,0\n")
    #expect(try records(path).map(\.timestamp) == [2_000_000_000, 1_000_000_000, 1_000_000_000, -3_000_000_000])
  }

  @Test func countsRowsWhereThereIsNoTime() throws {
    let path = try folder.write("gx [dps],gy,gz\n0,0,0\n0,0,0\n0,0,0\n")
    let rows = try records(path, options: LogOptions(samplingRate: 286))
    #expect(rows.map(\.timestamp) == [0, 3_496_503, 6_993_007])
    let error = try #require(failure(path))
    #expect(error.fact == .rateMissing)
    #expect(failure(path, options: LogOptions(samplingRate: 0))?.fact == .rateInvalid(0))
  }

  @Test func unitsOfOptionsComeFirst() throws {
    let path = try folder.write(
      "t,gyro_x,gyro_y,gyro_z,acc_x [g],acc_y,acc_z,mag_x [counts],mag_y,mag_z\n5,1,0,0,1,0,0,1,0,0\n")
    var options = LogOptions(timeUnit: .milliseconds, angularRateUnit: .degreesPerSecond, magneticFieldUnit: .gauss)
    let row = try #require(try records(path, options: options).first)
    #expect(row.timestamp == 5_000_000)
    #expect(row.angularRate.x == Double.pi / 180)
    #expect(row.specificForce.x == 9.80665)
    #expect(row.magneticField.x == 100)
    options.accelerationUnit = ScaledUnit(.metersPerSecondSquared)
    #expect(try records(path, options: options).first?.specificForce.x == 1)
    options.accelerationUnit = ScaledUnit(spelling: "g/4096")
    #expect(try records(path, options: options).first?.specificForce.x == 9.80665 / 4096)
  }

  @Test func namesEveryMissingUnitAtOnce() throws {
    let path = try folder.write(
      "t,gyro_x,gyro_y,gyro_z,acc_x [g],acc_y,acc_z,mag_x [counts],mag_y,mag_z\n5,1,0,0,1,0,0,1,0,0\n")
    let gaps: [LogError.UnitGap] = [.init(.gyroscope), .init(.magnetometer, spelling: "counts"), .init(.timestamps)]
    for (name, column, missing, given) in [
      ("gyro_x", 2, gaps, LogOptions()),
      ("mag_x [counts]", 8, [gaps[1]], LogOptions(timeUnit: .seconds, angularRateUnit: .radiansPerSecond)),
      ("t", 1, [gaps[2]], LogOptions(angularRateUnit: .radiansPerSecond, usesMagnetometer: false)),
    ] {
      let error = try #require(failure(path, options: given))
      let fact = LogError.Fact.unitsMissing(missing, needsRate: false)
      #expect(error == LogError(path: path, line: 1, column: column, name: name, fact))
      #expect(!error.description.contains("--"), "\(error)")
    }
    let without = LogOptions(timeUnit: .seconds, angularRateUnit: .radiansPerSecond, usesMagnetometer: false)
    #expect(try records(path, options: without).first?.magneticField.x.isNaN == true)
  }

  @Test func readsInBulkAsOneByOne() throws {
    let rows = (0..<1000).map { "\($0),\($0),0,0" }.joined(separator: "\n")
    let path = try folder.write("t [ms],gx [rad/s],gy,gz\n\(rows)\nx,0,0,0\n1,0,0,0\n")
    var reader = try MotionLog.open(path)
    var batch: [LogRecord] = []
    var timestamps: [Int64] = []
    var error: LogError?
    while error == nil {
      do throws(LogError) { try reader.read(into: &batch, atMost: 300) } catch let thrown { error = thrown }
      if batch.isEmpty { break }
      timestamps += batch.map(\.timestamp)
    }
    #expect(timestamps == (0..<1000).map { Int64($0) * 1_000_000 })
    #expect(error?.line == 1002)
    #expect(try reader.next() == nil)
    try reader.read(into: &batch, atMost: 300)
    #expect(batch.isEmpty)
  }

  @Test func readsAcrossPieces() throws {
    var generator = SplitMix64(seed: 6)
    var text = "t [ns],gx [rad/s],gy,gz,note\n"
    var expected: [Int64] = []
    while text.utf8.count < 3 * ByteReader.pieceSize {
      let timestamp = Int64(generator.next() >> 20)
      expected.append(timestamp)
      text += "\(timestamp),0,0,0,\(String(repeating: "x", count: Int(generator.next() % 300)))\n"
    }
    #expect(try records(folder.write(text)).map(\.timestamp) == expected)
  }

  @Test(.needs(.xIMU)) func readsTheXIMURecording() throws {
    let rows = try records(SharedRecordings.xIMU)
    #expect(rows.count > 10_000)
    #expect(rows[1].timestamp == 10_078_907)
    #expect(rows[0].angularRate.y == -0.1517251 * (Double.pi / 180))
    #expect(rows[0].specificForce.z == 0.9970807 * 9.80665)
    #expect(rows[0].magneticField.z == -41.06483)
  }
}
