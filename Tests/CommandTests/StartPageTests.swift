import Foundation
import TestSupport
import Testing

/// The command lines of the pages for the first ten minutes, in their order, on logs of the names that they use.
@Suite struct StartPageTests: CommandSuite {
  let folder = TemporaryFolder()

  /// The rows of the simulated hand-held recording: time in s, then three numbers of each sensor and the quaternion.
  private static let rows: [[Double]] = {
    let text = (try? String(contentsOf: Project.dataset("hand-held.csv"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
  }()

  /// Runs the lines of a page that begin with `cardan`. `cardan doctor` may have doubts.
  private func run(_ page: String, writes files: [String]) throws {
    let text = try Project.text("Sources/Faces/Cardan/Cardan.docc/\(page).md")
    let blocks = text.matches(of: /(?s)```sh\n(.*?)```/).map { String($0.1) }
    let lines = blocks.flatMap { $0.split(separator: "\n") }.map(String.init)
    #expect(lines.count >= 4 && lines.allSatisfy { $0.hasPrefix("cardan ") }, "\(lines)")
    for line in lines {
      let command = CardanProcess.executable.path + line.dropFirst("cardan".count)
      let result = try Program.run(["sh", "-c", command], in: folder.url)
      let allowed: [Int32] = line.hasPrefix("cardan doctor") ? [0, 4] : [0]
      #expect(allowed.contains(result.status), "\(page): \(line): \(result.transcript)")
    }
    for file in files { try expectResult(file, of: page) }
  }

  /// A table has an attitude in about every row of the recording, a page its curves, and a bag can be read.
  private func expectResult(_ file: String, of page: String) throws {
    switch file.split(separator: ".").last {
    case "csv":
      let lines = try folder.text(file).split(separator: "\n").filter { !$0.hasPrefix("#") }
      let attitudes = lines.dropFirst().map { $0.split(separator: ",").dropFirst().prefix(4).compactMap { Double($0) } }
      #expect(attitudes.count > Self.rows.count * 9 / 10 && attitudes.count <= Self.rows.count, "\(page): \(file)")
      let norms = attitudes.map { $0.reduce(0) { $0 + $1 * $1 } }
      #expect(norms.allSatisfy { abs($0 - 1) < 1e-6 }, "\(page): \(file)")
    case "html":
      let text = try folder.text(file)
      #expect(text.hasSuffix("</html>\n") && text.utf8.count > 100_000, "\(page): \(file)")
    default:
      let info = try cardan("info", file, "--json")
      #expect(info.status == 0 && info.output.contains("\"rows\""), "\(page): \(file): \(info.transcript)")
    }
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
      /// Three numbers in forward, right, down.
      func turned(_ first: Int, times factor: Double = 1) -> [UInt8] {
        ULogFile.bytes([row[first], -row[first + 1], -row[first + 2]].map { Float($0 * factor) })
      }
      file.data(7, time, turned(1) + ULogFile.bytes(Int32(0)) + turned(4))
      let (stamp, half, q) = (ULogFile.bytes(time), 0.5.squareRoot(), row[10..<14].map { $0 })
      file.data(8, time, stamp + turned(7, times: 0.01))
      // (0, √½, √½, 0) turns ENU into NED, and (0, 1, 0, 0) the sensor's axes into forward, right, down.
      let nedFromSensor = [-half * (q[1] + q[2]), half * (q[0] + q[3]), half * (q[0] - q[3]), half * (q[2] - q[1])]
      let attitude = [-nedFromSensor[1], nedFromSensor[0], nedFromSensor[3], -nedFromSensor[2]]
      file.data(9, time, stamp + ULogFile.bytes(attitude.map { Float($0) }))
    }
    try file.data.write(to: folder.url.appending(path: "flight.ulg"))
    try run("StartWithAFlightLog", writes: ["flight.csv", "flight.report.html"])
    let errors = try cardan("evaluate", "flight.ulg", "--truth", "vehicle_attitude", "--json")
    let entries = try JSONSerialization.jsonObject(with: Data(errors.output.utf8)) as? [[String: Any]]
    #expect(try #require(entries?.first?["total"] as? Double) < 3, "\(errors.transcript)")
  }

  @Test func aBag() throws {
    let log = Project.dataset("hand-held.csv").path
    #expect(try cardan("fuse", log, "-o", "recording.mcap", "--quiet").status == 0)
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
