import AttitudeFilters
import Foundation
import MotionSamples
import Rotations
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// Arrow files and streams against pyarrow and polars, in both directions.
@Suite(.needs(Requirement.tablePeers), .endedWhenHanging)
struct ArrowPeerTests {
  let folder = TemporaryFolder()

  private func numbers(_ record: LogRecord) -> [Double] {
    [record.angularRate, record.specificForce, record.magneticField].flatMap { [$0.x, $0.y, $0.z] }
  }

  /// Files and streams, plain, LZ4 and zstd, with nulls, vectors, and columns of every other type between those of the sensors.
  @Test func tablesOfEveryKindAreReadAsByPyArrow() throws {
    let paths = try Peer.arrowTables.get()
    #expect(paths.count == 43)
    // A line with the path, then one for each row.
    let lines = try Peer.tables.run(["rows"] + paths)
    let peers = lines.split(omittingEmptySubsequences: false) { $0.count == 1 }.dropFirst()
    try #require(peers.count == paths.count)
    for (path, peer) in zip(paths, peers) {
      #expect(MotionLog.isLog(path), "\(path)")
      var reader = try MotionLog.open(path)
      #expect(reader.header.formatName == "Arrow" && reader.header.hasMagnetometer)
      var rows: [LogRecord] = []
      while let row = try reader.next() { rows.append(row) }
      #expect(reader.damage.summary == nil, "\(path)")
      #expect(rows.count == peer.count && (rows.count >= 1000 || path.contains("empty")), "\(path)")
      for (index, (row, words)) in zip(rows, peer).enumerated() {
        let values = words[1...].map { Double($0)! }
        guard row.timestamp == Int64(words[0])!, zip(numbers(row), values).allSatisfy(isSame) else {
          Issue.record("\(path): row \(index): \(row), expected \(words)")
          break
        }
      }
      if path.contains("double-") {
        #expect(rows.enumerated().allSatisfy { $0.element.isMoving == ($0.offset % 3 != 0) })
      }
    }
  }

  @Test(arguments: ["out.arrow", "out.arrows", "out.feather"]) func attitudesAreReadByPyArrow(name: String) throws {
    let (path, count) = (folder.path(name), ArrowFile.batchSize + 3)
    var writer = try ArrowAttitudeWriter(path: path, comments: ["tool 1", "frame ENU"])
    for index in 0..<count {
      var record = WriterTests.record
      record.timestamp = Timestamp(nanoseconds: record.timestamp.nanoseconds + Int64(index))
      if index % 5 != 0 { record.headingStandardDeviation = 0.5 * .pi }
      try writer.write(record)
    }
    try writer.finish()
    let columns = try Peer.tables.run(["columns", path])
    #expect(
      columns.map { $0.prefix(3).joined(separator: " ") } == [
        "t int64 ns", "q_w double -", "q_x double -", "q_y double -", "q_z double -", "roll double deg",
        "pitch double deg", "yaw double deg", "gravity_x double m/s^2", "gravity_y double m/s^2",
        "gravity_z double m/s^2", "user_accel_x double m/s^2", "user_accel_y double m/s^2",
        "user_accel_z double m/s^2", "rate_x double rad/s", "rate_y double rad/s", "rate_z double rad/s",
        "gyro_bias_x double rad/s", "gyro_bias_y double rad/s", "gyro_bias_z double rad/s", "tilt_sigma double deg",
        "heading_sigma double deg", "flags int32 -", "metadata tool 1|frame",
      ])
    func column(_ name: String) -> (nulls: Int, values: [Substring]) {
      let words = columns.first { $0[0] == name }!
      return (Int(words[3])!, Array(words[4...]))
    }
    let start = WriterTests.record.timestamp.nanoseconds
    #expect(column("t").values.map { Int64($0)! } == (0..<count).map { start + Int64($0) })
    #expect(column("q_z").values.allSatisfy { Double($0)! == 0.5.squareRoot() } && column("q_z").nulls == 0)
    #expect(column("user_accel_z").nulls == count)
    let heading = column("heading_sigma")
    #expect(heading.nulls == (count + 4) / 5 && heading.values.count == count)
    #expect(heading.values.enumerated().allSatisfy { ($0.element == "None") == ($0.offset % 5 == 0) })
    #expect(heading.values[1] == "90.0")
    #expect(column("flags").values.allSatisfy { Int($0)! == Int(WriterTests.record.flags.rawValue) })
    let sums = try Peer.tables.run(["polars", path])
    #expect(sums.count == 23 && sums[8] == ["gravity_x", "0.0", "0"])
    #expect(!MotionLog.isLog(path))
  }

  /// Cut at 50 places, and with 50 flipped bits (200 in `make soak`): at least the rows of the batches that pyarrow reads.
  @Test(arguments: ["double-None.arrow", "double-zstd.arrow", "double-lz4.arrows", "vector-None.arrows"])
  func damagedTablesGiveAtLeastTheRowsOfPyArrow(name: String) throws {
    let table = try #require(try Peer.arrowTables.get().first { $0.hasSuffix("/\(name)") })
    var (lost, whole) = (0, 0)
    for line in try Peer.tables.run(["damage", table, folder.path, "\(Soak.damagedCopyCount)"]) {
      let (path, expected) = (String(line[0]), Int(line[1])!)
      var (found, damage): (Int, LogDamage?) = (0, nil)
      do throws(LogError) {
        var reader = try MotionLog.open(path)
        var rows: [LogRecord] = []
        repeat {
          try reader.read(into: &rows, atMost: 1024)
          found += rows.count
        } while !rows.isEmpty
        damage = reader.damage
      } catch {
        #expect(expected == 0, "\(path): \(error)")
      }
      #expect(found >= expected, "\(path)")
      if found < 9000, let damage, damage.summary != nil { lost += 1 }
      if found >= 9000 { whole += 1 }
    }
    #expect(lost > Soak.damagedCopyCount / 4 && whole > Soak.damagedCopyCount / 4, "\(lost) \(whole)")
  }
}
