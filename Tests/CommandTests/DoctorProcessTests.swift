import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// `cardan doctor`: verdict, exit code, and advice that repairs the result.
@Suite struct DoctorProcessTests: CommandSuite {
  let folder = TemporaryFolder()

  init() throws {
    try FileManager.default.createDirectory(atPath: folder.path("logs"), withIntermediateDirectories: true)
  }

  /// A simulated log whose columns are scaled, by the start of their names.
  private func write(_ name: String, scaling scales: [String: Double] = [:]) throws {
    #expect(try cardan("simulate", "-o", "simulated.csv").status == 0)
    let lines = try folder.text("simulated.csv").split(separator: "\n").map(String.init)
    let header = try #require(lines.firstIndex { !$0.hasPrefix("#") })
    let factors = lines[header].split(separator: ",").map { column in
      scales.first { column.hasPrefix($0.key) }?.value ?? 1
    }
    let rows = lines[(header + 1)...].map { line in
      zip(line.split(separator: ",", omittingEmptySubsequences: false), factors).map { field, factor in
        factor == 1 ? String(field) : Double(field).map { "\($0 * factor)" } ?? ""
      }.joined(separator: ",")
    }
    _ = try folder.write((lines[...header] + rows).joined(separator: "\n") + "\n", to: name)
  }

  /// The total error of `cardan evaluate`, in degrees.
  private func error(_ arguments: [String]) throws -> Double {
    let result = try cardan(["evaluate", "--json"] + arguments)
    let entries = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    return try #require(entries.first?["total"] as? Double)
  }

  private func report(_ log: String) throws -> [String: Any] {
    let result = try cardan("doctor", "--json", log)
    return try #require((try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])?.first)
  }

  /// The commands that fuse see it without the checks of `cardan doctor`.
  @Test(arguments: ["fuse", "evaluate"]) func ratesInDegreesAreReported(command: String) throws {
    try write("fault.csv", scaling: ["gyro_": 180 / Double.pi])
    let result = try cardan(command, "fault.csv")
    #expect(result.errors.contains("fault.csv: take care: ") && result.errors.contains("deg/s"), "\(result.errors)")
    #expect(result.errors.contains("over the rotation of gravity"), "\(result.errors)")
  }

  @Test func aSoundLogIsGood() throws {
    try write("walk.csv")
    let result = try cardan("doctor", "walk.csv")
    #expect(result.status == 0 && result.output == "walk.csv: good\n", "\(result.output)")
  }

  @Test func infoWritesTheDocumentOfDoctorForPrograms() throws {
    try write("fault.csv", scaling: ["gyro_": 180 / Double.pi])
    let logs = ["fault.csv", "missing.csv"]
    let info = try CardanProcess.run(["info", "--json"] + logs, in: folder)
    let doctor = try CardanProcess.run(["doctor", "--json"] + logs, in: folder)
    #expect(info.status == ExitStatus.logsFailed.rawValue && info.output == doctor.output, "\(info.output)")
    #expect(info.errors.contains("missing.csv"))
    let entries = try #require(try JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [[String: Any]])
    #expect(entries.count == 2 && entries.last?["error"] is String)
    let facts = try #require(entries.first?["info"] as? [String: Any])
    #expect((facts["sensors"] as? [Any])?.count == 3 && (facts["rows"] as? Int ?? 0) > 100)
  }

  @Test(
    arguments: [
      (["accel_": -1.0], "D", 150.0), (["accel_x": -1], "E", 20), (["mag_z": -1], "E", 20),
      (["gyro_": -1], "E", 20), (["gyro_": 180 / Double.pi], "A", 20), (["accel_": 1 / 9.80665], "B", 0),
    ] as [([String: Double], String, Double)])
  func adviceRepairsTheResult(scales: [String: Double], check: String, before: Double) throws {
    try write("fault.csv", scaling: scales)
    let found = try #require((try report("fault.csv")["findings"] as? [[String: Any]])?.first)
    #expect(found["check"] as? String == check && found["severity"] as? String == "unusable")
    let options = try #require(found["options"] as? [String])
    let (wrong, right) = (try error(["fault.csv"]), try error(options + ["fault.csv"]))
    #expect(wrong > before && right < 3, "\(options): \(wrong) -> \(right)")
    #expect(try cardan("doctor", "fault.csv").status == ExitStatus.unusable.rawValue)
  }

  @Test func theSavedCalibrationRepairsTheResult() throws {
    try write("fault.csv", scaling: ["mag_x": 1.25, "mag_y": 0.85])
    let result = try cardan("doctor", "fault.csv", "--save-calibration", "repair.json")
    #expect(result.status == ExitStatus.doubtful.rawValue && result.output.contains("soft iron"), "\(result.output)")
    #expect(try error(["fault.csv", "--calibration", "repair.json"]) < 0.5 * error(["fault.csv"]))
    try write("sound.csv")
    let sound = try cardan("doctor", "sound.csv", "--save-calibration", "none.json")
    #expect(sound.errors.contains("no calibration saved"), "\(sound.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("none.json")))
    #expect(try cardan("doctor", "sound.csv", "fault.csv", "--save-calibration", "none.json").status == 2)
  }

  @Test func aFolderHasATableAndTheWorstVerdict() throws {
    try write("logs/good.csv")
    try write("logs/reversed.csv", scaling: ["accel_": -1])
    _ = try folder.write("t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y\n", to: "logs/broken.csv")
    let result = try cardan("doctor", "logs")
    #expect(result.status == ExitStatus.unusable.rawValue)
    #expect(result.output.hasPrefix("not usable: the worst of 3 logs\n"))
    #expect(result.rows.contains { $0.contains("reversed.csv") && $0.contains("D") })
    #expect(result.errors.contains("broken.csv"))
  }

  /// Two bodies in one table, whose columns lack the same units.
  @Test func recordingsThatLackTheSameSayItOnce() throws {
    let row = ",0.1,0.2,9.81,0.5,34.1,0.2"
    let rows = (0..<50).map { "\($0)\(row)\(row)\n" }.joined()
    let axes = ",acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z"
    let bodies = ["left", "right"].map { String(repeating: ",\($0)", count: 6) }.joined()
    _ = try folder.write("sensor\(bodies)\naxis\(axes)\(axes)\n\(rows)", to: "two.csv")
    for arguments in [
      ["info", "two.csv"], ["doctor", "two.csv"], ["fuse", "two.csv", "-o", "results"], ["evaluate", "two.csv"],
    ] {
      let result = try cardan(arguments)
      #expect(result.status == (arguments[0] == "doctor" ? ExitStatus.unusable : .logsFailed).rawValue)
      #expect(result.errors.matches(of: /no unit for the gyroscope/).count == 1, "\(result.errors)")
    }
  }

  @Test func aMagnetometerThatIsLeftOutIsNotUnused() throws {
    try write("log.csv")
    for arguments in [["report"], ["fuse", "-o", "out.csv"]] {
      let result = try cardan(arguments + ["log.csv", "--no-magnetometer"])
      #expect(result.status == 0 && !result.errors.contains("not used"), "\(result.errors)")
    }
  }

  @Test func aPlaceDecidesTheHemisphere() throws {
    // Without a true attitude, which would show it too.
    try write("reversed.csv", scaling: ["accel_": -1, "q_": .nan])
    #expect(try cardan("doctor", "reversed.csv", "--location", "47.38,8.54").status == ExitStatus.unusable.rawValue)
    let south = try cardan("doctor", "reversed.csv", "--location=-37.81,144.96")
    #expect(!south.output.contains("are reversed"), "\(south.output)")
  }
}
