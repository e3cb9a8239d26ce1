import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// True north in `cardan fuse`, and `cardan field`, as processes.
@Suite struct NorthProcessTests: CommandSuite {
  let folder = TemporaryFolder()

  /// One second at rest, with timestamps from 2025-01-01: x points to magnetic north, z up.
  init() throws {
    let header = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z,mag_x [uT],mag_y,mag_z\n"
    func rows(from start: Int) -> String {
      (0..<100).map { "\(start + $0 / 100).\(String(format: "%02d", $0 % 100)),0,0,0,0,0,9.80665,20,0,-40\n" }.joined()
    }
    try folder.write(header + rows(from: 1_735_689_600), to: "dated.csv")
    try folder.write(header + rows(from: 0), to: "undated.csv")
  }

  /// The yaw of the last row in degrees, fused with these options.
  private func lastYaw(_ options: String...) throws -> Double {
    let result = try cardan(["fuse", "-o", "-", "--columns", "t,euler"] + options)
    try #require(result.status == 0, "\(result.errors)")
    return try #require(result.rows.last?.split(separator: ",").last.flatMap { Double($0) })
  }

  /// NOAA's test values of 2025.0: at 80° S 240° E magnetic north lies 68.78° east of true north.
  @Test(.needs(.lapacke)) func turnsByTheDeclination() throws {
    let place = "--location=-80,240"
    #expect(abs(try lastYaw("dated.csv", "--frame", "nwu")) < 0.01)
    #expect(abs(try lastYaw("dated.csv", "--frame", "x-true-north-z-vertical", place) + 68.78) < 0.01)
    #expect(abs(try lastYaw("dated.csv", "--frame", "nwu", "--true-north", place) + 68.78) < 0.01)
    // A body whose x axis points to magnetic north, z up: yaw from east is 90° less the heading.
    #expect(abs(try lastYaw("dated.csv", "--true-north", place) - (90 - 68.78)) < 0.01)
    #expect(
      abs(try lastYaw("dated.csv", "--smooth", "--frame", "nwu", "--true-north", place) + 68.78) < 0.01)
  }

  @Test func takesTheDateOfTheOptionOrOfTheLog() throws {
    let options = ["--frame", "nwu", "--true-north", "--location=-80,240,100000"]
    #expect(abs(try lastYaw("dated.csv", options[0], options[1], options[2], options[3]) + 68.21) < 0.01)
    // 2 July 2027 is 2027.4986, where the test values have 67.93 for 2027.5.
    for log in ["dated.csv", "undated.csv"] {
      let yaw = try lastYaw(log, options[0], options[1], options[2], options[3], "--date", "2027-07-02")
      #expect(abs(yaw + 67.93) < 0.01)
    }
    let undated = try cardan("fuse", "undated.csv", "-o", "-", "--true-north", "--location", "47,8")
    #expect(undated.status == ExitStatus.logsFailed.rawValue)
    #expect(undated.errors.contains("undated.csv: timestamps are not Unix time"))
  }

  /// 44.7 µT that dip by 63° fit the model's field at Zurich, and not that on the equator.
  @Test func theModelMayBeTheMagneticReference() throws {
    func isLastRowDisturbed(_ place: String) throws -> Bool {
      let result = try cardan(
        "fuse", "dated.csv", "-o", "-", "--columns", "t,flags", "--filter", "vqf", "--magnetic-reference", "model",
        "--location", place)
      try #require(result.status == 0, "\(result.errors)")
      return try #require(result.rows.last).contains("field")
    }
    #expect(try isLastRowDisturbed("47.38,8.54") == false)
    #expect(try isLastRowDisturbed("0,0"))
    // North stays magnetic.
    #expect(
      abs(try lastYaw("dated.csv", "--frame", "nwu", "--location", "47.38,8.54", "--magnetic-reference", "model"))
        < 0.01)
    for (arguments, text) in [
      (["--magnetic-reference", "model", "--location", "47,8", "--filter", "mahony"], "only goes with"),
      (["--magnetic-reference", "map", "--location", "47,8"], "learned, model"),
    ] {
      let result = try cardan(["fuse", "dated.csv"] + arguments)
      #expect(result.status == ExitStatus.usage.rawValue && result.errors.contains(text), "\(result.errors)")
    }
    let live = try cardan(
      "live", "replay:dated.csv", "--columns", "t,flags", "--magnetic-reference", "model", "--location", "47.38,8.54")
    #expect(live.status == 0 && live.rows.count == 101)
  }

  @Test func saysWhatItDid() throws {
    let result = try cardan("fuse", "dated.csv", "--comments", "--true-north", "--location", "47.38,8.54,450")
    #expect(result.errors.contains("north      true"))
    #expect(!result.errors.contains("take care: WMM"))
    let comments = try folder.text("dated.attitude.csv").split(separator: "\n").prefix { $0.hasPrefix("#") }
    #expect(comments.contains { $0.contains("north: true, by WMM2025 at 47.38,8.54,450, date of the log") })
    let late = try cardan(
      "fuse", "dated.csv", "--true-north", "--location", "85.76,139.3", "--date", "2031-01-01")
    #expect(late.errors.contains("made for the years 2025 to 2029"))
    #expect(late.errors.contains("magnetic pole"))
  }

  @Test(arguments: [["--frame", "x-true-north-z-vertical"], ["--true-north"], ["--magnetic-reference", "model"]])
  func aLogWithoutAPlaceNeedsOne(options: [String]) throws {
    let result = try cardan(["fuse", "dated.csv"] + options)
    #expect(result.status == ExitStatus.logsFailed.rawValue)
    #expect(
      result.errors.contains("dated.csv: the log does not contain the place of the recording; use --location LAT,LON"))
    #expect(!folder.exists("dated.attitude.csv"))
  }

  @Test(arguments: [
    (["--location", "47,8"], "--true-north"), (["--date", "2026-01-01"], "--true-north"),
    (["--true-north", "--location", "47,8", "--frame", "x-arbitrary-z-vertical"], "does not go with"),
    (["--true-north", "--location", "47,8", "--no-magnetometer"], "needs the magnetometer"),
    (["--true-north", "--location", "91,8"], "a latitude from -90 to 90"),
    (["--true-north", "--location", "47"], "LAT,LON"),
    (["--true-north", "--location", "47,8", "--date", "2026-02-30"], "YYYY-MM-DD"),
  ])
  func refusesWhatMakesNoSense(options: [String], reason: String) throws {
    let result = try cardan(["fuse", "dated.csv"] + options)
    #expect(result.status == ExitStatus.usage.rawValue)
    #expect(result.errors.contains(reason))
    #expect(!folder.exists("dated.attitude.csv"))
  }

  @Test func showsTheField() throws {
    let result = try cardan("field", "-80,240", "--date", "2025-01-01")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("WMM2025 at -80,240 on 2025-01-01\n"))
    let cells = result.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(cells.contains { $0.starts(with: ["declination", "68.78", "-0.116"]) && $0.last == "deg" })
    #expect(cells.contains { $0.starts(with: ["grid", "variation", "-51.22"]) })
    #expect(cells.contains { $0.starts(with: ["down", "-52.02"]) && $0.last == "uT" })
    #expect(!result.output.contains("Warning"))
    #expect(try cardan("field", "-80,240", "--date", "2030-06-01").output.contains("Warning"))
    #expect(try cardan("field", "47,8").status == 0)
    #expect(try cardan("field", "north").status == ExitStatus.usage.rawValue)
    let swapped = try cardan("field", "95,8")
    #expect(swapped.status == ExitStatus.usage.rawValue && swapped.errors.contains("a latitude from -90 to 90"))
  }

  @Test func showsTheFieldToPrograms() throws {
    struct Shown: Decodable {
      struct Line: Decodable { var value: Double, perYear: Double?, standardDeviation: Double?, unit: String }
      var model: String, date: String, decimalYear: Double, latitude: Double, height: Double, warnings: [String]
      var declination: Line, totalIntensity: Line, gridVariation: Line?
    }
    let result = try cardan("field", "80,0,100000", "--date", "2025-01-01", "--json")
    let shown = try JSONDecoder().decode(Shown.self, from: Data(result.output.utf8))
    #expect(shown.model == "WMM2025" && shown.date == "2025-01-01" && shown.decimalYear == 2025)
    #expect(abs(shown.latitude - 80) < 1e-9 && shown.height == 100_000 && shown.warnings.isEmpty)
    #expect(abs(shown.declination.value - 0.85) < 0.005 && shown.declination.unit == "deg")
    #expect(abs(shown.totalIntensity.value - 52.9649) < 0.0001 && shown.totalIntensity.unit == "uT")
    #expect(abs(try #require(shown.totalIntensity.perYear) - 0.0276) < 0.0001)
    #expect(shown.gridVariation?.perYear == nil)
  }
}
