import Foundation
import TestSupport
import Testing

/// The command lines of the pages for the first ten minutes, in their order, on logs of the names that they use.
@Suite struct StartPageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The rows of the simulated hand-held recording: time in s, then three numbers of each sensor and the quaternion.
  private static let rows: [[Double]] = {
    let text = (try? String(contentsOf: Project.dataset("hand-held.csv"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
  }()

  /// Runs the lines of a page that begin with `cardan`. `cardan doctor` may have doubts.
  private func run(_ page: String, writes files: [String]) throws {
    let text = try Project.text("Sources/Cardan/Cardan.docc/\(page).md")
    let blocks = text.matches(of: /(?s)```sh\n(.*?)```/).map { String($0.1) }
    let lines = blocks.flatMap { $0.split(separator: "\n") }.map(String.init)
    #expect(lines.count >= 4 && lines.allSatisfy { $0.hasPrefix("cardan ") }, "\(lines)")
    for line in lines {
      let command = CardanProcess.executable.path + line.dropFirst("cardan".count)
      let result = try Program.run(["sh", "-c", command], in: folder.url)
      let allowed: [Int32] = line.hasPrefix("cardan doctor") ? [0, 4] : [0]
      #expect(allowed.contains(result.status), "\(page): \(line): \(result.transcript)")
    }
    for file in files { #expect(FileManager.default.fileExists(atPath: folder.path(file)), "\(page): \(file)") }
  }

  @Test func aFlightLog() throws {
    var file = ULogFile()
    file.format(ULogFile.combined)
    file.format("vehicle_magnetometer:uint64_t timestamp;uint64_t timestamp_sample;float[3] magnetometer_ga;")
    file.format("vehicle_attitude:uint64_t timestamp;uint64_t timestamp_sample;float[4] q;")
    for (name, number) in [("sensor_combined", 7), ("vehicle_magnetometer", 8), ("vehicle_attitude", 9)] {
      file.subscribe(name, as: UInt16(number))
    }
    for row in Self.rows {
      let time = UInt64(1e6 + 1e6 * row[0])
      func floats(_ range: Range<Int>, times factor: Double = 1) -> [UInt8] {
        ULogFile.bytes(row[range].map { Float($0 * factor) })
      }
      file.data(7, time, floats(1..<4) + ULogFile.bytes(Int32(0)) + floats(4..<7))
      let stamp = ULogFile.bytes(time)
      file.data(8, time, stamp + floats(7..<10, times: 0.01))
      file.data(9, time, stamp + floats(10..<14))
    }
    try file.data.write(to: folder.url.appending(path: "flight.ulg"))
    try run("StartWithAFlightLog", writes: ["flight.csv", "flight.report.html"])
  }

  @Test func aBag() throws {
    let log = Project.dataset("hand-held.csv").path
    #expect(try CardanProcess.run(["fuse", log, "-o", "recording.mcap", "--quiet"], in: folder).status == 0)
    try run("StartWithABag", writes: ["fused.mcap", "attitude.csv", "recording.report.html"])
  }

  @Test func aPhone() throws {
    let walk = folder.url.appending(path: "walk")
    try FileManager.default.createDirectory(at: walk, withIntermediateDirectories: true)
    for (name, first) in [("Gyroscope", 1), ("TotalAcceleration", 4), ("Magnetometer", 7)] {
      let lines = Self.rows.map { row in
        let stamp = 1_700_000_000_000_000_000 + Int64(1e9 * row[0])
        return "\(stamp),\(row[0]),\(row[first + 2]),\(row[first + 1]),\(row[first])"
      }
      let text = "time,seconds_elapsed,z,y,x\n" + lines.joined(separator: "\n") + "\n"
      try text.write(to: walk.appending(path: "\(name).csv"), atomically: false, encoding: .utf8)
    }
    try run("StartWithAPhone", writes: ["walk.csv", "smooth.csv", "walk.report.html"])
  }
}
