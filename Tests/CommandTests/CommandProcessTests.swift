import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// The other subcommands, help, version and exit codes, as a process.
@Suite struct CommandProcessTests: CommandSuite {
  let folder = TemporaryFolder()

  @Test func showsVersionAndHelp() throws {
    #expect(try cardan("--version").output == "cardan \(CommandList.version)\n")
    for arguments in [["--help"], ["-h"], ["help"]] {
      let result = try cardan(arguments)
      #expect(result.status == 0)
      for entry in CommandList.entries { #expect(result.output.contains(entry.name)) }
    }
    for entry in CommandList.entries {
      let result = try cardan(entry.name, "--help")
      #expect(result.status == 0)
      #expect(result.output == (try cardan("help", entry.name).output))
      #expect(result.output.contains("Examples:"))
    }
  }

  /// "Write the noise as JSON", not "The noise." or "Writes ...".
  @Test(arguments: CommandList.outlines.map(\.name))
  func helpOfOptionsHasNoFinalStop(command: String) throws {
    let outline = try #require(CommandList.outlines.first { $0.name == command })
    for option in outline.options {
      #expect(!option.help.hasSuffix("."), "\(command) --\(option.long)")
      #expect(option.help.first?.isUppercase == true, "\(command) --\(option.long)")
      let verb = option.help.prefix { $0 != " " }
      #expect(!["The", "A", "An"].contains(verb), "\(command) --\(option.long)")
    }
    if let help = outline.operands?.help { #expect(!help.hasSuffix("."), "\(command)") }
  }

  @Test(arguments: [
    ([], "Usage"), (["fsue"], "did you mean 'fuse'?"), (["--versoin"], "did you mean '--version'?"),
    (["fuse"], "no LOG given"), (["fuse", "a", "--fram", "ned"], "did you mean '--frame'?"),
    (["fuse", "a", "--frame", "nde"], "did you mean 'ned'?"), (["fuse", "a", "b", "-o", "-"], "-o FOLDER"),
    (["fuse", "-", "-"], "standard input"), (["fuse", "a", "--axes", "x,y,-z"], "mirrored"),
    (["fuse", "a", "--gyro-unit", "furlong"], "--gyro-unit"), (["fuse", "a", "--columns", "t,w"], "--columns"),
    (["fuse", "a", "--format", "tum", "--columns", "t"], "--columns"),
    (["fuse", "a", "--filter", "vqf", "--output-lead", "0.01"], "--output-lead"),
    (["evaluate", "a", "--filter", "vqf,foo"], "--filter"), (["evaluate", "-", "--filter", "all"], "standard input"),
    (["simulate", "--scenario", "penduluum"], "did you mean 'pendulum'?"),
    (["simulate", "x"], "unexpected argument 'x'"),
    (["simulate", "--lever-arm", "1,2"], "three numbers with commas between them"),
    (["convert", "a", "b"], "unexpected argument 'b'"),
  ])
  func refusesWithExitCodeTwo(arguments: [String], reason: String) throws {
    let result = try cardan(arguments)
    #expect(result.status == ExitStatus.usage.rawValue)
    #expect(result.errors.contains(reason))
    #expect(result.output == "")
  }

  @Test func simulatesTheSameAgain() throws {
    let first = try cardan("simulate", "--scenario", "quadrotor", "--duration", "2", "--rate", "50", "--seed", "3")
    #expect(first.rows.count == 101)
    #expect(try cardan("simulate", "-s", "quadrotor", "-d2", "-r50", "--seed=3").output == first.output)
    #expect(try cardan("simulate", "-s", "quadrotor", "-d2", "-r50", "--seed=4").output != first.output)
  }

  /// The default learns what a drone does; a fixed density for a hand does not fit one.
  @Test func theDefaultLearnsTheVelocityOfADrone() throws {
    let log = Project.dataset("quadrotor.csv").path
    func inclination(_ options: String...) throws -> Double {
      let run = try cardan(["evaluate", log, "--filter", "default", "--csv"] + options)
      // log,filter,rows,total,heading,inclination,heading_offset
      let values = try #require(run.rows.last?.split(separator: ","))
      return try #require(Double(values[5]))
    }
    let learned = try inclination()
    let asHandHeld = try inclination(
      "--set", "least_velocity_density=0.1", "--set", "largest_velocity_density=0.1", "--set",
      "added_density_of_travel=0")
    #expect(learned < 1.9 && learned < 0.5 * asHandHeld, "\(learned), \(asHandHeld)")
    let mistake = try cardan("evaluate", log, "--platform", "bus")
    #expect(mistake.status == 2 && mistake.errors.contains("option '--platform' takes auto or vehicle, not 'bus'"))
  }

  /// Vehicles have columns of velocity and speed; the options add, change and remove them.
  @Test func simulatesReceivers() throws {
    func rows(_ options: String...) throws -> [Substring] {
      let run = try cardan(["simulate", "-s", "boat", "-d", "1"] + options)
      #expect(run.status == 0)
      return run.rows
    }
    let columns = "vel_e [m/s],vel_n,vel_u,speed [m/s],q_w"
    #expect(try rows()[0].contains(columns))
    #expect(try !rows("--gnss-rate", "0", "--speed-rate", "0")[0].contains("m/s]"))
    let exact = try rows("--exact")
    #expect(try rows("--exact", "--lever-arm", "0,0,0")[1] != exact[1])
    #expect(try rows("--exact", "--gnss-lag", "0.15")[1] != exact[1])
    #expect(try rows("--exact", "--gnss-rate", "50").filter { !$0.contains("nan,nan,nan") }.count == 51)
    let added = try cardan("simulate", "-d", "1", "--gnss-rate", "5", "--speed-noise", "0.3")
    #expect(added.rows[0].contains(columns))
  }

  @Test func evaluatesForPeopleAndPrograms() throws {
    #expect(try cardan("simulate", "--duration", "10", "-o", "a.csv").status == 0)
    #expect(try cardan("simulate", "--duration", "10", "--seed", "2", "-o", "b,c.csv").status == 0)
    let table = try cardan("evaluate", "a.csv", "b,c.csv", "--filter", "default,vqf")
    #expect(table.status == 0)
    #expect(table.output.contains("mean of 2"))
    #expect(table.rows.first?.contains("default") == true && table.rows.first?.contains("vqf") == true)

    let csv = try cardan("evaluate", ".", "--filter", "default,vqf", "--csv")
    #expect(csv.rows.count == 5)
    #expect(
      csv.rows[0]
        == "log,filter,rows,total [deg],heading [deg],inclination [deg],heading_offset [deg],total_without_offset [deg],heading_without_offset [deg],nees_inclination,nees_heading"
    )
    #expect(csv.rows[1].hasPrefix("./a.csv,default,1000,"))
    #expect(csv.rows[4].hasPrefix("\"./b,c.csv\",vqf,1000,"))
    // VQF has no variance. Missing numbers are `nan`, which other programs read as a number.
    #expect(csv.rows[4].hasSuffix(",nan,nan") && !csv.output.contains(",-,"))

    let json = try cardan("evaluate", "a.csv", "--json")
    let parsed = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    let error = try #require(parsed.first?["total"] as? Double)
    #expect(parsed.count == 1)
    #expect(error > 0 && error < 20)
  }

  @Test func evaluationNeedsTruth() throws {
    try folder.write(Self.rest(gyroscope: "rad/s", force: 9.81), to: "rest.csv")
    let result = try cardan("evaluate", "rest.csv")
    #expect(result.status == ExitStatus.logsFailed.rawValue)
    #expect(result.errors.contains("no true attitude"))
  }

  @Test func infoNamesWrongUnits() throws {
    try folder.write(Self.rest(gyroscope: "rad/s", force: 1), to: "g.csv")
    let result = try cardan("info", "g.csv")
    #expect(result.status == 0)
    #expect(result.output.contains("the accelerometer values look like g"))
    #expect(result.output.contains("100.00 Hz"))
    try folder.write(Self.rest(gyroscope: "rad/s", force: 9.81), to: "rest.csv")
    #expect(!(try cardan("info", "rest.csv").output.contains("look like")))
  }

  @Test func namesTheOptionForAMissingUnit() throws {
    try folder.write(Self.rest(gyroscope: nil, force: 9.81), to: "bare.csv")
    let result = try cardan("fuse", "bare.csv")
    #expect(result.status == ExitStatus.logsFailed.rawValue)
    #expect(result.errors.contains("bare.csv:1:2: gyro_x: no unit for the gyroscope"))
    #expect(result.errors.contains("; use --gyro-unit UNIT"))
    #expect(try cardan("fuse", "bare.csv", "--gyro-unit", "deg/s").status == 0)
  }

  @Test func convertsThereAndBack() throws {
    #expect(try cardan("simulate", "--duration", "2", "-o", "a.csv").status == 0)
    #expect(try cardan("convert", "a.csv", "-o", "b.csv").status == 0)
    let again = try cardan("convert", "b.csv")
    #expect(again.rows == (try cardan("convert", "a.csv").rows))
    #expect(again.rows.count == 201)
    #expect(try cardan("convert", "a.csv", "--format", "euroc").output.hasPrefix("#timestamp [ns]"))
    #expect(try cardan("convert", "a.csv", "-o", "a.csv").status == ExitStatus.usage.rawValue)
  }

  /// Ten seconds of a device that lies face up, at 100 Hz.
  private static func rest(gyroscope unit: String?, force: Double) -> String {
    let header = "t [s],gyro_x\(unit.map { " [\($0)]" } ?? ""),gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z\n"
    return header + (0..<1000).map { "\(Double($0) / 100),0,0,0,0,0,\(force)\n" }.joined()
  }
}
