import Foundation
import TestSupport
import Testing

/// `--imu` of the commands that read logs.
@Suite struct VotingProcessTests: CommandSuite {
  let folder = TemporaryFolder()

  /// A flight log with three IMUs that turn about z at up to 1 rad/s; the gyroscope of the second sticks from 10 s on.
  init() throws {
    var (file, random) = (ULogFile(), SplitMix64(seed: 1))
    file.addIMUs(3)
    for row in 0..<5000 {
      let time = 0.004 * Double(row)
      for imu in 0..<3 {
        let rate = imu == 1 ? min(time, 10) : time
        func noise() -> Float { imu == 1 && time > 10 ? 0 : Float.random(in: -1e-3...1e-3, using: &random) }
        file.addIMU(
          imu, at: 1_000_000 + 4000 * UInt64(row), rate: [noise(), noise(), noise() + Float(sin(rate))],
          force: [0, 0, -9.81].map { $0 + Float.random(in: -0.05...0.05, using: &random) })
      }
    }
    try folder.write(file.data, to: "flight.ulg")
  }

  @Test func theHealthOfEachIMUIsReported() throws {
    let result = try cardan("fuse", "flight.ulg", "--imu", "all", "-o", "a.csv", "--report", "report.jsonl")
    #expect(result.status == 0)
    let lines = result.errors.split(separator: "\n").map(String.init)
    for imu in 0..<3 { #expect(lines.contains { $0.hasPrefix("  imu \(imu) ") }) }
    #expect(lines.contains { $0.hasPrefix("  imu 1 ") && $0.contains("failed (stuck), weight 0 %") })
    #expect(result.errors.contains("IMU 1: gyroscope stuck from 10"))
    struct Report: Decodable {
      struct IMU: Decodable {
        struct Fault: Decodable {
          var sensor: String, fault: String, from: Double, to: Double?
        }
        struct Triad: Decodable {
          var state: String, weight: Double, noise: Double
        }
        var number: Int, gyroscope: Triad, accelerometer: Triad, faults: [Fault]
      }
      var imus: [IMU]
      var state: String
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(try folder.text("report.jsonl").utf8))
    #expect(report.state == "degraded" && report.imus.map(\.number) == [0, 1, 2])
    #expect(report.imus.map(\.gyroscope.state) == ["healthy", "failed", "healthy"])
    #expect(report.imus.allSatisfy { $0.accelerometer.state == "healthy" })
    #expect(report.imus.map(\.faults.count) == [0, 1, 0])
    let fault = try #require(report.imus[1].faults.first)
    #expect(fault.sensor == "gyroscope" && fault.fault == "stuck" && abs(fault.from - 10) < 0.2 && fault.to == nil)
    // The heading is that of the others: the integral of sin t over 20 s, 1 - cos 20 rad, in FLU to the other side.
    let last = try cardan("fuse", "flight.ulg", "--imu", "all", "-o", "-", "--columns", "euler", "--quiet")
    let yaw = try #require(last.rows.last.flatMap { Double($0.split(separator: ",")[2]) })
    #expect(abs(yaw + (1 - cos(20.0)) * 180 / .pi) < 2)
  }

  @Test func everyCommandThatReadsLogsTakesIt() throws {
    let info = try cardan("info", "flight.ulg", "--imu", "0,2")
    #expect(info.status == 0 && info.output.contains("vehicle_imu"))
    let smoothed = try cardan("convert", "flight.ulg", "--imu", "0,2", "-o", "rows.csv")
    #expect(smoothed.status == 0)
    #expect(try folder.text("rows.csv").split(separator: "\n").count > 4990)
  }

  @Test func whatCannotVoteIsRefused() throws {
    let missing = try cardan("fuse", "flight.ulg", "--imu", "0,3")
    #expect(missing.status == 1 && missing.errors.contains("no IMU 3; expected one of 0, 1, 2"))
    for value in ["0", "0,0", "0,1,2,3,4", "x", "1,-2"] {
      let bad = try cardan("fuse", "flight.ulg", "--imu", value)
      #expect(bad.status == 2 && bad.errors.contains("all, or two to four numbers"))
    }
  }
}
