import Foundation
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// ULogs written by the tests: layouts, damage, and what a file must not do.
@Suite struct ULogTests {
  let folder = TemporaryFolder()

  private func write(_ file: ULogFile, to name: String = "flight.csv") throws -> String {
    try folder.write(file.data, to: name)
  }

  @Test func vectorsAreTurnedFromFRDToFLU() throws {
    let rows = try records(write(.still(3)))
    #expect(rows.map(\.timestamp) == [1_000_000_000, 1_004_000_000, 1_008_000_000])
    #expect(rows[1].angularRate == Vector3(x: 0.5, y: -0.25, z: 0.125))
    #expect(rows[1].specificForce == Vector3(x: 1, y: -2, z: 9.75))
    #expect(rows[1].magneticField.x.isNaN && rows[1].temperature.isNaN && rows[1].trueENUFromBody == nil)
  }

  @Test func slowSensorsAreInTheRowsAfterThem() throws {
    var file = ULogFile.still(0)
    file.format("vehicle_magnetometer:uint64_t timestamp;uint64_t timestamp_sample;float[3] magnetometer_ga;")
    file.format("sensor_gyro:uint64_t timestamp;float x;float y;float z;float temperature;")
    file.subscribe("vehicle_magnetometer", as: 8)
    file.subscribe("sensor_gyro", as: 9)
    for index in 0..<10 as Range<UInt64> {
      file.addCombined(at: 1_000_000 + 4000 * index)
      if index == 4 {
        // Written late: its sample belongs to the row before.
        file.data(8, 1_018_000, ULogFile.bytes(UInt64(1_011_000)) + ULogFile.bytes([0.25, 0.5, -0.5]))
        file.data(9, 1_017_000, ULogFile.bytes([0, 0, 0, 31.5]))
      }
    }
    let rows = try records(write(file))
    #expect(rows.map { $0.magneticField.x.isNaN } == (0..<10).map { $0 != 3 })
    #expect(rows[3].magneticField == Vector3(x: 25, y: -50, z: 50))
    #expect(rows.map(\.temperature).map { $0.isNaN ? 0 : $0 } == [0, 0, 0, 0, 0, 31.5, 31.5, 31.5, 31.5, 31.5])
  }

  @Test func nestedTypesAndMissingPaddingAreRead() throws {
    var file = ULogFile()
    // The nested type is described after the one that has it.
    file.format("sensor_combined:uint64_t timestamp;part[2] unused;float[3] gyro_rad;uint8_t[5] _padding0;")
    file.format("part:int16_t a;uint8_t[3] b;")
    file.subscribe("sensor_combined", as: 3)
    let unused = [UInt8](repeating: 9, count: 10)
    file.data(3, 1000, unused + ULogFile.bytes([1, 2, 3]))
    file.data(3, 2000, unused + ULogFile.bytes([1, 2, 3]) + [0, 0, 0, 0, 0])
    let rows = try records(write(file))
    #expect(rows.map(\.angularRate) == [Vector3(x: 1, y: -2, z: -3), Vector3(x: 1, y: -2, z: -3)])
    #expect(rows[0].specificForce.x.isNaN)
  }

  @Test func incrementsAreDividedByTheirDuration() throws {
    var file = ULogFile()
    file.format(
      "vehicle_imu:uint64_t timestamp;uint64_t timestamp_sample;float[3] delta_angle;float[3] delta_velocity;"
        + "uint16_t delta_angle_dt;uint16_t delta_velocity_dt;")
    for instance in 0..<2 as Range<UInt8> { file.subscribe("vehicle_imu", instance: instance, as: UInt16(instance)) }
    for instance in 0..<2 as Range<UInt16> {
      file.data(
        instance, 9000,
        ULogFile.bytes(UInt64(8000)) + ULogFile.bytes([0.5, 0, 0, 0.25, 0, 0])
          + ULogFile.bytes(UInt16(5000 * (instance + 1)))
          + ULogFile.bytes(UInt16(2500)))
    }
    let path = try write(file)
    #expect(try records(path).map(\.angularRate.x) == [100])
    #expect(try records("\(path)#1").map(\.angularRate.x) == [50])
    #expect(try records("\(path)#1").map(\.timestamp) == [8_000_000])
    #expect(try records(path)[0].specificForce.x == 100)
    #expect(MotionLog.file(of: "\(path)#1") == path && MotionLog.isLog("\(path)#1"))
    let error = try #require(failure("\(path)#2"))
    #expect(
      error.fact == .topicMissing("#2", candidates: ["vehicle_imu", "vehicle_imu#1"]) && error.path == "\(path)#2")
  }

  @Test func arraysOfSamplesAreReadOnRequest() throws {
    var file = ULogFile()
    file.format(
      "sensor_gyro_fifo:uint64_t timestamp;uint64_t timestamp_sample;float dt;float scale;int16_t[4] x;int16_t[4] y;"
        + "int16_t[4] z;uint8_t samples;")
    file.subscribe("sensor_gyro_fifo", as: 1)
    file.data(
      1, 9000,
      ULogFile.bytes(UInt64(8000)) + ULogFile.bytes([125, 0.5])
        + ([2, 4, 6, 0, 1, 1, 1, 0, 0, 0, 0, 0] as [Int16]).flatMap { ULogFile.bytes($0) } + [3])
    let path = try write(file)
    #expect(failure(path)?.fact == .topicMissing(nil, candidates: ["sensor_gyro_fifo"]))
    let rows = try records(path, options: LogOptions(topic: "sensor_gyro_fifo"))
    #expect(rows.map(\.timestamp) == [7_750_000, 7_875_000, 8_000_000])
    #expect(rows.map(\.angularRate.x) == [1, 2, 3])
    #expect(rows[0].angularRate.y == -0.5)
  }

  @Test func theFilesOwnAttitudeIsTruthOnRequestOnly() throws {
    var file = ULogFile.still(2)
    file.format("vehicle_attitude:uint64_t timestamp;float[4] q;")
    file.subscribe("vehicle_attitude", as: 8)
    // North, level.
    file.data(8, 1_000_000, ULogFile.bytes([1, 0, 0, 0]))
    let path = try write(file)
    #expect(try records(path).allSatisfy { $0.trueENUFromBody == nil })
    let truth = try records(path, options: LogOptions(truthTopic: "vehicle_attitude"))
    let forward = try #require(truth[0].trueENUFromBody).rotate(Vector3(x: 1, y: 0, z: 0))
    #expect(abs(forward.y - 1) < 1e-15 && truth[1].trueENUFromBody == nil)
    #expect(
      failure(path, options: LogOptions(truthTopic: "estimator"))?.fact
        == .truthMissing("estimator", candidates: ["vehicle_attitude"]))
  }

  @Test func placeAndDateAreThoseOfTheReceiver() throws {
    var file = ULogFile.still(1)
    file.format(
      "vehicle_gps_position:uint64_t timestamp;uint64_t time_utc_usec;double latitude_deg;double longitude_deg;"
        + "double altitude_ellipsoid_m;float vel_n_m_s;float vel_e_m_s;float vel_d_m_s;uint8_t fix_type;")
    file.subscribe("vehicle_gps_position", as: 8)
    for (quality, latitude) in [(2, 1.0), (3, 47.5)] as [(UInt8, Double)] {
      file.data(
        8, 1_000_000,
        ULogFile.bytes(UInt64(1_700_000_000_000_000)) + [latitude, 8.5, 400].flatMap { ULogFile.bytes($0.bitPattern) }
          + ULogFile.bytes([1, 2, 3]) + [quality])
    }
    file.addCombined(at: 1_004_000)
    let path = try write(file)
    let contents = try #require(MotionLog.open(path).header.contents)
    #expect(contents.fixCount == 1 && contents.date?.description == "2023-11-14")
    let velocities = try records(path).map(\.velocityOverGround)
    #expect(velocities[0] == Vector3(x: 2, y: 1, z: -3) && velocities[1].x.isNaN)
    #expect(abs(try #require(contents.position).latitude * 180 / .pi - 47.5) < 1e-12)
  }

  @Test func damageIsSkippedAndCounted() throws {
    var file = ULogFile.still(100)
    let place = file.bytes.count
    file.append([UInt8](repeating: 0, count: 200))
    for index in 100..<200 as Range<UInt64> { file.addCombined(at: 1_000_000 + 4000 * index) }
    file.append([5, 0, 68])
    let path = try write(file)
    #expect(try records(path).count == 200)
    let damage = try #require(MotionLog.open(path).header.contents?.damage)
    #expect(damage.places == 2 && damage.bytes == 203 && damage.firstOffset == place && damage.messages >= 5)
    #expect(damage.summary == "damaged: 2 places, \(damage.messages) messages lost, first at byte \(place)")
  }

  @Test func dataAppendedAfterACrashAreRead() throws {
    var file = ULogFile()
    file.flags(incompatible: 1, appended: [400, 0, 0])
    let still = ULogFile.still(20).bytes.dropFirst(16)
    file.append(Array(still.prefix(400 - file.bytes.count)))
    file.add("L", [UInt8(ascii: "6")] + ULogFile.bytes(UInt64(9)) + Array("crash".utf8))
    file.addCombined(at: 1_200_000)
    let rows = try records(write(file))
    #expect(rows.last?.timestamp == 1_200_000_000 && rows.count > 4)
    #expect(try MotionLog.open(write(file)).header.contents?.damage.messages == 1)
  }

  @Test func newerFilesAreRefusedWithThePlace() throws {
    var file = ULogFile()
    file.flags(incompatible: 2)
    let error = try #require(failure(write(file, to: "new.ulg")))
    #expect(
      error.offset == 16
        && "\(error)".hasSuffix("new.ulg: byte 16: ULog with features of a newer version; expected version 1"))
  }

  /// Types nested in themselves, sizes beyond any message, arrays of empty types: no recursion, no memory.
  @Test func hostileDescriptionsAreHarmless() throws {
    for formats in [
      ["sensor_combined:sensor_combined[2] self;"],
      ["sensor_combined:a[60000] x;", "a:b[60000] x;", "b:float[60000] x;"],
      ["sensor_combined:a[65000] x;", "a:b[65000] x;", "b:c[65000] x;", "c:"],
      ["sensor_combined:float[-1] x;"], ["sensor_combined:float[99999999999999999999] x;"], ["sensor_combined:"],
    ] {
      var file = ULogFile()
      for format in formats { file.format(format) }
      file.subscribe("sensor_combined", as: 0xffff)
      file.data(0xffff, 1000, ULogFile.bytes([1, 2, 3]))
      let error = try #require(failure(try write(file)))
      #expect(error.fact == .topicMissing(nil, candidates: []) || "\(error)".contains("far more work"), "\(error)")
    }
  }

  @Test func pausesStayGapsAndLoseNothing() throws {
    for pause in [2_000_000, 40_000_000, 4_000_000_000] as [UInt64] {
      var file = ULogFile.still(50)
      for index in 0..<50 as Range<UInt64> { file.addCombined(at: 1_200_000 + pause + 4000 * index) }
      let rows = try records(write(file))
      #expect(rows.count == 100 && rows.allSatisfy { $0.specificForce.z == 9.75 }, "\(pause)")
    }
  }
}
