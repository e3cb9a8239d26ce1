import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// Tables as other programs and languages write them.
@Suite struct AwkwardTextTests {
  let folder = TemporaryFolder()

  private func options(_ change: (inout LogOptions) -> Void) -> LogOptions {
    var options = LogOptions()
    change(&options)
    return options
  }

  @Test(arguments: [";", "\t"])
  func readsDecimalCommas(_ separator: String) throws {
    let text = "t [s],gx [rad/s],gy,gz,note\n0,25,-1,5,2,1E-3,a,b\n0.5,1,2.25,3,x\n"
    let rows = ["0,25;-1,5;2;1,5E-3;a,b,c", "0.5;1;2,25;3;x"]
    let table =
      ([text.split(separator: "\n")[0].replacing(",", with: separator)]
      + rows.map { $0.replacing(";", with: separator)[...] }).joined(separator: "\n")
    let read = try records(folder.write(table))
    #expect(read.map(\.timestamp) == [250_000_000, 500_000_000])
    #expect(read[0].angularRate == Vector3(x: -1.5, y: 2, z: 1.5e-3))
    #expect(read[1].angularRate == Vector3(x: 1, y: 2.25, z: 3))
  }

  @Test func separatorsOfThousandsAreErrors() throws {
    for field in ["1.234,5", "1,234,567"] {
      let error = try #require(failure(folder.write("t [s];gx [dps];gy;gz\n0,5;1;\(field);3\n")))
      #expect(error.line == 2 && error.column == 3 && error.message.contains(field), "\(error)")
    }
  }

  @Test(arguments: [
    ("2026-11-20T10:00:00.250Z", Int64(1_795_168_800_250_000_000)),
    ("2026-11-20 10:00:00.25", 1_795_168_800_250_000_000),
    ("2026/11/20T11:00:00,25+01:00", 1_795_168_800_250_000_000), ("1999-12-31T23:30:00-0030", 946_684_800_000_000_000),
    ("2000-02-29T00:00:00.123456789", 951_782_400_123_456_789), ("10:00:00.5", 36_000_500_000_000),
    ("7:2:3:45", 25_323_045_000_000),
  ])
  func readsDatesAndTimes(_ text: String, _ nanoseconds: Int64) throws {
    let table = "gx [rad/s];gy;gz;time\n1;2;3;\(text)\n4;5;6;\(text)\n"
    let rows = try records(folder.write(table))
    #expect(rows.map(\.timestamp) == [nanoseconds, nanoseconds] && rows[1].angularRate.z == 6)
    let error = try #require(failure(folder.write(table + "1;2;3;soon\n")))
    #expect(
      error.line == 4 && error.message == "expected a date such as 2026-11-20 10:00:00.125, found \"soon\"", "\(error)")
    // Its nanoseconds would not fit 64 bits.
    let late = try #require(failure(folder.write(table + "1;2;3;9999-01-01T00:00:00Z\n")))
    #expect(late.line == 4 && late.message.contains("9999"), "\(late)")
  }

  @Test func timesOfDayRunOverMidnight() throws {
    let rows = try records(
      folder.write("time,gx [rad/s],gy,gz\n23:59:59.9,1,2,3\n0:00:00.1,1,2,3\n0:00:00.2,1,2,3\n"))
    #expect(
      rows[1].timestamp - rows[0].timestamp == 200_000_000 && rows[2].timestamp - rows[1].timestamp == 100_000_000)
  }

  @Test func takesTheHeaderFromTheCaller() throws {
    let given = options { $0.header = "t [s],gx [rad/s],gy,gz" }
    for (text, count) in [
      ("0;1;2;3\n1;4;5;6\n", 2), ("a;b;c;d\n0;1;2;3\n", 1), ("# by hand\n\n0,5;1;2;3\n1,5;4;5;6\n", 2),
      ("0 1 2 3\n", 1),
      ("0\t1\t2\t3\n", 1), ("", 0),
    ] {
      let rows = try records(folder.write(text), options: given)
      #expect(rows.count == count && rows.allSatisfy { $0.angularRate.y == 2 || $0.angularRate.y == 5 }, "\(text)")
    }
    let error = try #require(failure(folder.write("0,1,2\n"), options: given))
    #expect(error.line == 1 && error.message == "expected 4 fields, found 3", "\(error)")
  }

  @Test func renamesColumns() throws {
    let names = [("ROTX", "gyro_x [deg/s]"), ("rotY (x)", "gyro_y"), ("rotZ", "gyro_z")]
    let path = try folder.write("time [ms],gx [g],rotX,rotY (x),rotZ [y],gyro_x\n5,9,180,90,360,7\n")
    let rows = try records(
      path, options: options { $0.columnNames = names.compactMap { ColumnRenaming(name: $0, replacement: $1) } })
    #expect(rows[0].angularRate == Vector3(x: 180, y: 90, z: 360) * (.pi / 180) && rows[0].timestamp == 5_000_000)
    #expect(ColumnRenaming(name: "a", replacement: "nothing") == nil)
    let error = try #require(
      failure(path, options: options { $0.columnNames = [ColumnRenaming(name: "rotW", replacement: "t")!] }))
    #expect(error.line == 1 && error.message.contains("no column \"rotW\"; expected one of time [ms]"), "\(error)")
  }

  @Test func skipsAndCountsBadRows() throws {
    let path = try folder.write("t [s],gx [dps],gy,gz\n0,1,2,3\nnoise\n1,1,2,x\n2,4,5,6\n3,1,2,3,4\n4,7,8,9\n5,1")
    #expect(failure(path)?.line == 3)
    var reader = try MotionLog.open(path, options: options { $0.skipsBadRows = true })
    var times: [Int64] = []
    while let row = try reader.next() { times.append(row.timestamp) }
    #expect(times == [0, 2_000_000_000, 4_000_000_000])
    #expect(reader.damage.messages == 4 && reader.damage.summary == "4 bad rows skipped, first at line 3")
  }

  @Test func readsNamesOfPhoneApps() throws {
    let sensors =
      "ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);GYROSCOPE X (rad/s);"
      + "GYROSCOPE Y (rad/s);GYROSCOPE Z (rad/s);MAGNETIC FIELD X (μT);MAGNETIC FIELD Y (μT);MAGNETIC FIELD Z (μT)"
    let others = "GRAVITY X (m/s²);ORIENTATION Z (azimuth °);ORIENTATION X (pitch °);ORIENTATION Y (roll °)"
    let rows = try records(
      folder.write("\(sensors);\(others);Time since start in ms \n1;2;3;4;5;6;7;8;9;0;0;0;0;125\n"))
    #expect(rows[0].specificForce == Vector3(x: 1, y: 2, z: 3) && rows[0].angularRate == Vector3(x: 4, y: 5, z: 6))
    #expect(rows[0].magneticField == Vector3(x: 7, y: 8, z: 9) && rows[0].timestamp == 125_000_000)
    let phyphox = "\"Time (s)\",\"Gyroscope x (rad/s)\",\"Gyroscope y (rad/s)\",\"Gyroscope z (rad/s)\""
    #expect(try records(folder.write("\(phyphox)\n1.5E0,1E-1,2E-1,3E-1\n"))[0].timestamp == 1_500_000_000)
  }
}
