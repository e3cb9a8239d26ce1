import Foundation
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// DataFlash logs written by the tests, and what a file is by its content.
@Suite struct DataFlashTests {
  let folder = TemporaryFolder()

  /// The description of a message: number, name, types and labels.
  private static func format(_ number: UInt8, _ name: String, _ types: String, _ labels: String, _ length: UInt8)
    -> [UInt8]
  {
    func text(_ text: String, _ count: Int) -> [UInt8] {
      Array((Array(text.utf8) + [UInt8](repeating: 0, count: count)).prefix(count))
    }
    return [0xa3, 0x95, 128, number, length] + text(name, 4) + text(types, 16) + text(labels, 64)
  }

  private static let descriptions =
    format(128, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns", 89)
    + format(1, "IMU", "Iffffff", "TimeMS,GyrX,GyrY,GyrZ,AccX,AccY,AccZ", 31)
    + format(2, "GYR", "QBQfff", "TimeUS,I,SampleUS,GyrX,GyrY,GyrZ", 32)

  private static func imu(_ time: UInt32) -> [UInt8] {
    [0xa3, 0x95, 1] + ULogFile.bytes(time) + ULogFile.bytes([0.5, 0.25, -0.125, 1, 2, -9.75])
  }

  @Test func oldTimestampsInMillisecondsAreRead() throws {
    let path = try folder.write(Data(Self.descriptions + Self.imu(20) + Self.imu(40)), to: "old.txt")
    let rows = try records(path)
    #expect(rows.map(\.timestamp) == [20_000_000, 40_000_000])
    #expect(rows[1].angularRate == Vector3(x: 0.5, y: -0.25, z: 0.125))
    #expect(rows[1].specificForce == Vector3(x: 1, y: -2, z: 9.75))
  }

  @Test func instancesAreToldApartByTheirField() throws {
    var bytes = Self.descriptions
    for index in 0..<6 as Range<UInt64> {
      bytes += [0xa3, 0x95, 2] + ULogFile.bytes(1000 * index + 900) + [UInt8(index % 2)] + ULogFile.bytes(1000 * index)
      bytes += ULogFile.bytes([Float(index), 0, 0])
    }
    let path = try folder.write(Data(bytes), to: "fast.bin")
    #expect(failure(path)?.fact == .topicMissing(nil, candidates: ["GYR", "GYR#1"]))
    let rows = try records("\(path)#1", options: LogOptions(topic: "GYR"))
    #expect(rows.map(\.angularRate.x) == [1, 3, 5] && rows.map(\.timestamp) == [1_000_000, 3_000_000, 5_000_000])
    #expect(try records(path, options: LogOptions(topic: "GYR#1")).count == 3)
  }

  @Test func aCutRecordCostsOnlyItself() throws {
    let bytes = Self.descriptions + Self.imu(20) + Self.imu(40).dropLast(9) + Self.imu(60) + [0, 0, 0] + Self.imu(80)
    let path = try folder.write(Data(bytes), to: "cut.bin")
    #expect(try records(path).map(\.timestamp) == [20_000_000, 60_000_000, 80_000_000])
    #expect(try MotionLog.open(path).header.contents?.damage.places == 2)
  }

  /// The last rows wait for readings of other sensors, which may arrive later; they do not wait for other messages.
  @Test func rowsBeforeManyOtherMessagesAreReadToTheLast() throws {
    var bytes = Self.descriptions + Self.imu(20) + Self.imu(40)
    for index in 0..<600 as Range<UInt64> {
      bytes += [0xa3, 0x95, 2] + ULogFile.bytes(40_000 + index) + [0] + ULogFile.bytes(40_000 + index)
      bytes += ULogFile.bytes([Float(1), 0, 0])
    }
    let path = try folder.write(Data(bytes), to: "end.bin")
    #expect(try records(path).map(\.timestamp) == [20_000_000, 40_000_000])
  }

  @Test func textsAreReadAsTheBinaryFormIs() throws {
    let lines = """
      FMT, 128, 89, FMT, BBnNZ, Type,Length,Name,Format,Columns
      FMT, 1, 31, IMU, Iffffff, TimeMS,GyrX,GyrY,GyrZ,AccX,AccY,AccZ
      IMU, 20, 0.5, 0.25, -0.125, 1, 2, -9.75
      IMU, 40, 0.5, 0.25
      IMU, 60, 0.5, nonsense, -0.125, 1, 2, -9.75
      """
    let path = try folder.write(lines, to: "log.csv")
    let rows = try records(path)
    #expect(rows.map(\.timestamp) == [20_000_000, 60_000_000])
    #expect(rows[0].specificForce == Vector3(x: 1, y: -2, z: 9.75) && rows[1].angularRate.y.isNaN)
    #expect(
      try MotionLog.open(path).header.contents?.damage.summary == "damaged: 1 place, 1 message lost, first at line 4")
  }

  @Test func aFileIsALogOrNotOrOneThatCannotBeRead() throws {
    func kind(_ bytes: [UInt8]) throws -> MotionLog.Kind {
      MotionLog.kind(of: try folder.write(Data(bytes), to: "any.dat"))
    }
    let table = Array("t [s],gx [rad/s],gy,gz\n".utf8)
    for log in [table, ULogFile.still(3).bytes, Self.descriptions + Self.imu(20)] {
      guard case .log = try kind(log) else {
        Issue.record("\(try kind(log))")
        continue
      }
    }
    for other in [Array("hello\n".utf8), [], [0x89, 0x50, 0x4e, 0x47, 0, 1, 2], Array("t,q_w,q_x,q_y,q_z\n".utf8)] {
      guard case .other = try kind(other) else {
        Issue.record("\(try kind(other))")
        continue
      }
    }
    // Compressed, UTF-16, a cut NumPy array and a cut archive.
    let npy = try Data(contentsOf: URL(fileURLWithPath: fixture("recording.npz")))
    for damaged in [
      [0x1f, 0x8b, 8, 0], [0xff, 0xfe, 0x74, 0], Array("\u{93}NUMPY".unicodeScalars.map { UInt8($0.value) }) + [1, 0],
      Array(npy.prefix(300)),
    ] {
      guard case .unreadable(let error) = try kind(damaged) else {
        Issue.record("\(try kind(damaged))")
        continue
      }
      #expect(!error.message.isEmpty)
    }
    // The folder lists what looks like a log and fails later, with its reason.
    #expect(try LogFolder(folder.path).logs.map { $0.hasSuffix("any.dat") } == [true])
  }

  @Test func filesOfOneRecordingHaveNoTopics() throws {
    let path = try folder.write("t [s],gx [rad/s],gy,gz\n0,1,2,3\n", to: "walk.csv")
    let reason = "CSV with units in the header has one recording and no topics"
    #expect(failure("\(path)#1")?.message == "no gyroscope #1: \(reason)")
    #expect(failure(path, options: LogOptions(topic: "IMU"))?.message == "no gyroscope IMU: \(reason)")
    #expect(failure(path, options: LogOptions(truthTopic: "ATT"))?.fact == .truthMissing("ATT", candidates: []))
  }
}
