import Foundation
import TestSupport
import Testing

/// The article of the JSON outputs against these outputs: every field of the one is in the other.
@Suite(.needs(.lapacke), .needs(.program("valgrind"))) struct JSONFieldsTests: CommandSuite {
  let folder = TemporaryFolder()

  /// The fields of the article by command, each with the path to it.
  private static func documented() throws -> [String: Set<String>] {
    let article = try Project.text("Sources/Faces/Cardan/Cardan.docc/JSONOutput.md")
    var (fields, section) = ([String: Set<String>](), "")
    for line in article.split(separator: "\n") {
      if line.hasPrefix("## ") { section = line.dropFirst(3).replacingOccurrences(of: "`", with: "") }
      guard line.hasPrefix("| `"), let cell = line.split(separator: "|").first else { continue }
      let names = cell.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      for name in names { #expect(fields[section, default: []].insert(name).inserted, "\(section): \(name) twice") }
    }
    return fields
  }

  /// The paths of all fields of a document. What is under `flags` has the names of flags, and files are documented by themselves.
  private func paths(_ value: Any, _ path: String = "") -> Set<String> {
    if let array = value as? [Any] {
      return array.reduce(into: []) { $0.formUnion(paths($1, path.isEmpty ? "" : path + "[]")) }
    }
    guard let object = value as? [String: Any], !["flags", "calibration", "noise"].contains(path) else { return [] }
    return object.reduce(into: []) { found, field in
      let name = path.isEmpty ? field.key : "\(path).\(field.key)"
      found.insert(name)
      found.formUnion(paths(field.value, name))
    }
  }

  /// The fields that commands write, each of whose outputs is a document or one for each line.
  private func written(_ commands: [[String]], input: String? = nil, by program: String? = nil) throws -> Set<String> {
    try commands.reduce(into: []) { found, command in
      let program = program ?? CardanProcess.executable.path
      let result = try Program.run([program] + command, input: input ?? "", in: folder.url)
      var documents: [Any] = []
      if let document = try? JSONSerialization.jsonObject(with: Data(result.output.utf8)) {
        documents = [document]
      } else {
        for line in result.output.split(separator: "\n") {
          documents.append(try JSONSerialization.jsonObject(with: Data(line.utf8)))
        }
      }
      #expect(!documents.isEmpty, "\(command): \(result.errors)")
      for document in documents { found.formUnion(paths(document)) }
    }
  }

  private func expectSame(_ section: String, _ written: Set<String>) throws {
    let documented = try #require(try Self.documented()[section], "no section '\(section)'")
    #expect(documented.subtracting(written).sorted() == [], "\(section): documented, but not written")
    #expect(written.subtracting(documented).sorted() == [], "\(section): written, but not documented")
  }

  private func simulate(_ name: String, _ options: String...) throws {
    #expect(try cardan(["simulate", "-o", name] + options).status == 0)
  }

  @Test func examinationsAndErrors() throws {
    try simulate("a.csv", "--duration", "30")
    // A gyroscope in degrees per second is a finding with options, numbers and what to do.
    let lines = try folder.text("a.csv").split(separator: "\n")
    try folder.write(
      lines.map { $0.replacingOccurrences(of: "[rad/s]", with: "[deg/s]") }.joined(separator: "\n"), to: "b.csv")
    let gap = lines.prefix(1500) + lines.dropFirst(2000)
    try folder.write(gap.joined(separator: "\n"), to: "c.csv")
    for command in ["info", "doctor"] {
      try expectSame(
        "cardan info --json, cardan doctor --json",
        written([[command, "a.csv", "b.csv", "c.csv", "missing.csv", "--json"]]))
    }
    try expectSame("cardan evaluate --json", written([["evaluate", "a.csv", "--json"]]))
  }

  @Test func records() throws {
    try simulate("a.csv", "--duration", "20")
    var (file, random) = (ULogFile(), SplitMix64(seed: 1))
    file.addIMUs(3)
    for row in 0..<4000 {
      let time = 0.004 * Double(row)
      for imu in 0..<3 {
        // The second is stuck for a while.
        let isStuck = imu == 1 && (8..<10).contains(time)
        func noise() -> Float { isStuck ? 0 : Float.random(in: -1e-3...1e-3, using: &random) }
        file.addIMU(
          imu, at: 1_000_000 + 4000 * UInt64(row),
          rate: [noise(), noise(), noise() + Float(sin(isStuck ? 8 : time))],
          force: [0, 0, -9.81].map { $0 + Float.random(in: -0.05...0.05, using: &random) })
      }
    }
    try folder.write(file.data, to: "flight.ulg")
    func fuse(_ log: String, _ options: String...) -> [String] { ["fuse", log, "-q", "--report", "-"] + options }
    try expectSame(
      "cardan fuse --report",
      written([
        fuse("a.csv", "-o", "a.attitude.csv"), fuse("a.csv", "--no-magnetometer", "-o", "free.csv"),
        fuse("flight.ulg", "--imu", "all", "-o", "b.csv"), fuse("missing.csv", "-o", "c.csv"),
      ]))
  }

  @Test func comparisons() throws {
    try simulate("a.csv", "--duration", "5", "--rate", "50")
    try simulate("b.csv", "--duration", "5", "--rate", "50", "--seed", "2")
    try folder.write(
      "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z\n0,0,0,0,0,0,9.81\n", to: "c.csv")
    // Valgrind may not know the debug information of the compiler.
    let stripped = folder.path("stripped")
    #expect(try Program.run(["strip", "-o", stripped, CardanProcess.executable.path], in: folder.url).status == 0)
    // A package that fails.
    let list = #"[{"name":"x.Y","package":"x","version":"1","tuning":"-"}]"#
    let python = try folder.write("#!/bin/sh\nif [ $# -lt 4 ]; then echo '\(list)'; exit; fi\nexit 1\n", to: "python")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: python)
    try expectSame(
      "cardan bench --json",
      written(
        [
          ["bench", "a.csv", "b.csv", "--filter", "default,madgwick", "--instructions", "--no-peers", "--json"],
          ["bench", "a.csv", "c.csv", "--filter", "default", "--python", python, "--json"],
        ], by: stripped))
  }

  @Test func calibrationsAndAlignments() throws {
    try simulate("a.csv", "--duration", "30")
    try expectSame("cardan calibrate --json", written([["calibrate", "gyroscope", "a.csv", "--json", "-o", "c.json"]]))
    try expectSame("cardan align --json", written([["align", "a.csv", "a.csv", "--json"]]))
    try FileManager.default.copyItem(atPath: folder.path("a.csv"), toPath: folder.path("b.csv"))
    try expectSame(
      "cardan align --joint --json",
      written([["align", "a.csv", "b.csv", "--joint", "--max-offset", "0", "-o", "joint.csv", "--json"]]))
    let header = "t [s],gyro_x [rad/s],gyro_y [rad/s],gyro_z [rad/s],acc_x [m/s^2],acc_y [m/s^2],acc_z [m/s^2]\n"
    var (turn, still, random) = (header, header, SplitMix64(seed: 2))
    for row in 0..<800 {
      let angle = min(max(0, Double(row - 300) * 0.01), 0.8)
      let rate = row > 300 && row <= 380 ? 1.0 : 0
      turn += "\(Double(row) / 100),0,\(-rate),0,\(9.81 * sin(angle)),0,\(9.81 * cos(angle))\n"
    }
    for row in 0..<6000 {
      func noise(_ size: Double) -> Double { Double.random(in: -size...size, using: &random) }
      still += "\(Double(row) / 50)" + (0..<3).map { _ in ",\(0.01 + noise(0.002))" }.joined()
      still += ",\(noise(0.02)),\(noise(0.02)),\(9.81 + noise(0.02))\n"
    }
    try folder.write(turn, to: "turn.csv")
    try folder.write(still, to: "still.csv")
    try expectSame(
      "cardan align --up --turn --json", written([["align", "turn.csv", "--up", "z", "--turn", "x", "--json"]]))
    try expectSame("cardan allan --json", written([["allan", "still.csv", "--json"]]))
  }

  @Test func streamsAndFields() throws {
    let log = try Project.text("datasets/hand-held.csv").split(separator: "\n").prefix(200).joined(separator: "\n")
    let columns = ["t", "q", "euler", "gravity", "user_accel", "world_accel", "rate", "gyro_bias", "sigma", "flags"]
    try expectSame(
      "cardan live --json",
      written(
        [["live", "-", "--json"], ["live", "-", "--json", "--columns", columns.joined(separator: ",")]], input: log))
    try expectSame("cardan level --json", written([["level", "-", "--json"]], input: log))
    // Flat, then on its edge.
    let rows = (0..<600).map { "\(Double($0) / 100),0,0,0,\($0 < 300 ? "0,0,9.81" : "0,9.81,0")" }
    let turned = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z\n" + rows.joined(separator: "\n")
    try expectSame("cardan events --json", written([["events", "-", "--json"]], input: turned))
    try expectSame("cardan field --json", written([["field", "47.38,8.54", "--date", "2026-01-01", "--json"]]))
  }

  /// Every command with `--json` has a section.
  @Test func noOutputIsLeftOut() throws {
    let sections = try Self.documented().keys.joined(separator: "\n")
    let names = try cardan("help").output.split(separator: "\n").compactMap { line -> Substring? in
      line.hasPrefix("  ") && !line.hasPrefix("   ") ? line.split(separator: " ").first : nil
    }
    let writing = try names.filter { try cardan("help", String($0)).output.contains("--json ") }
    #expect(writing.count > 9)
    for name in writing { #expect(sections.contains("cardan \(name) "), "\(name)") }
  }
}
