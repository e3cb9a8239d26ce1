import Foundation
import LogFormats
import LogTables
import Rotations
import TestSupport
import Testing

@testable import LogProcessing

/// The attitude that a device estimated, set aside by `DeviceAttitudeLog`.
@Suite struct DeviceAttitudeTests {
  let folder = TemporaryFolder()

  /// Reading runs ahead of comparing, by up to four batches of blocks: each row still gets the attitude of its own time.
  @Test(arguments: [1, 4]) func everyRowIsComparedWithItsOwnAttitude(threadCount: Int) throws {
    let rowCount = 30_000
    func table(_ columns: String, _ values: (Int) -> String) -> String {
      let rows = (0..<rowCount).map { row in
        "\(1_700_000_000_000_000_000 + row * 10_000_000),\(Double(row) / 100),\(values(row))\n"
      }
      return "time,seconds_elapsed,\(columns)\n" + rows.joined()
    }
    func yaw(_ row: Int) -> Double { Double(row) * 1e-4 }
    try folder.write(table("x,y,z") { _ in "0,0,0.01" }, to: "walk/Gyroscope.csv")
    try folder.write(table("x,y,z") { _ in "0,0,9.81" }, to: "walk/TotalAcceleration.csv")
    try folder.write(
      table("qx,qy,qz,qw") { "0,0,\(sin(yaw($0) / 2)),\(cos(yaw($0) / 2))" }, to: "walk/Orientation.csv")
    try folder.write("version,platform,standardisation\n3,android,false\n", to: "walk/Metadata.csv")
    let path = folder.path("walk")
    let header = try MotionLog.open(path).header
    let device = try #require(DeviceAttitudeLog(path: path, options: .init(), header: header))
    var reader = device.reader
    var fusion = LogFusion()
    fusion.threadCount = threadCount
    var compared: [LogFusion.Block] = []
    _ = try fusion.run(
      &reader,
      sink: { block throws(LogError) in
        #expect(block.records.allSatisfy { $0.trueENUFromBody == nil })
        compared.append(device.compared(block, fusion))
      })
    let attitudes = compared.flatMap(\.records).compactMap(\.trueENUFromBody)
    try #require(attitudes.count == rowCount)
    let largest = zip(0..., attitudes).map { abs($1.angle(to: attitudes[0]) - yaw($0)) }.max()
    #expect(try #require(largest) < 1e-6)
  }
}
