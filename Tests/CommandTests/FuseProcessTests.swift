import Foundation
import Rotations
import TestSupport
import Testing

@testable import CardanCommand

/// `cardan fuse` as a process.
@Suite struct FuseProcessTests: CommandSuite {
  let folder = TemporaryFolder()

  init() throws {
    let made = try cardan("simulate", "--duration", "5", "-o", "good.csv")
    try #require(made.status == 0)
  }

  private static let header =
    "t [s],q_w,q_x,q_y,q_z,roll [deg],pitch [deg],yaw [deg],gravity_x [m/s^2],gravity_y,gravity_z,"
    + "user_accel_x [m/s^2],user_accel_y,user_accel_z,rate_x [rad/s],rate_y,rate_z,gyro_bias_x [rad/s],gyro_bias_y,"
    + "gyro_bias_z,tilt_sigma [deg],heading_sigma [deg],flags"

  @Test func writesOneRowPerSampleAndASummary() throws {
    let result = try cardan("fuse", "good.csv")
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(try folder.names() == ["good.attitude.csv", "good.csv"])
    let rows = try folder.text("good.attitude.csv").split(separator: "\n")
    let commented = try cardan("fuse", "good.csv", "-o", "-", "--comments").output.split(separator: "\n")
    let comments = commented.prefix { $0.hasPrefix("# ") }
    #expect(comments.contains { $0.contains("filter: default") })
    #expect(comments.contains { $0.contains("frame: enu") })
    #expect(comments.contains { $0.contains(CommandList.version) })
    #expect(Array(commented.dropFirst(comments.count)) == rows)
    #expect(rows.first.map(String.init) == Self.header)
    let samples = try folder.text("good.csv").split(separator: "\n").dropFirst()
    #expect(rows.count == samples.count + 1)
    #expect(samples.count == 500)
    for (row, sample) in zip(rows.dropFirst(), samples) {
      let (stamp, expected) = (Double(row.prefix { $0 != "," }), Double(sample.prefix { $0 != "," }))
      #expect(stamp == expected)
    }
    let summary = result.errors.split(separator: "\n").map(String.init)
    let expected = [
      #/.*good\.csv -> .*good\.attitude\.csv/#, #/  filter     default, frame enu/#,
      #/  rows       500 in 5\.0 s \(100\.0 Hz\), [\d ]+ rows/s/#,
      #/  readings   gyroscope 500, accelerometer 500, magnetometer 500/#,
      #/  events     at rest [\d.]+ %, field disturbed 0\.0 %, gaps 0, timestamps out of order 0, resets of the attitude 0/#,
      #/  gyro bias  (?:-?[0-2]\.\d{3} ){3}deg/s at the end/#,
      #/  sigma      tilt [0-3]\.\d\d, heading \d+\.\d\d deg at the end/#,
      #/  error      total [0-5]\.\d\d, heading [0-5]\.\d\d, inclination [0-2]\.\d\d deg against .* \(RMS over 500 rows\)/#,
    ]
    #expect(summary.count >= expected.count, "\(result.errors)")
    for (line, pattern) in zip(summary, expected) { #expect(line.wholeMatch(of: pattern) != nil, "\(line)") }
    // A progress bar is for terminals.
    #expect(!result.errors.contains("\r"))
  }

  @Test func withoutAnAccelerometerThereIsNoTilt() throws {
    try folder.write(
      "t [s],gyro_x [rad/s],gyro_y,gyro_z\n" + (0..<200).map { "\(Double($0) / 100),0.1,0,0\n" }.joined(),
      to: "rate.csv")
    let refused = try cardan("fuse", "rate.csv", "-o", "rate.out.csv")
    #expect(refused.status == ExitStatus.logsFailed.rawValue && refused.errors.contains("--allow-rotation"))
    #expect(!folder.exists("rate.out.csv"))
    #expect(try cardan("doctor", "rate.csv").status == ExitStatus.unusable.rawValue)
    let run = try cardan(
      "fuse", "rate.csv", "-o", "-", "--allow-rotation", "--comments", "--columns", "t,gravity,sigma")
    #expect(run.status == 0 && run.output.contains("rotation since the start"), "\(run.errors)")
    let rows = run.rows.filter { !$0.hasPrefix("#") }.dropFirst()
    #expect(
      rows.count == 200 && rows.allSatisfy { $0.contains(",nan,nan,nan,nan") || $0.contains(",,,,") },
      "\(rows.first ?? "")")
  }

  @Test func missingUnitsComeWithALineToCopy() throws {
    let rows = (0..<600).map { index in
      let angle = 0.6 * Double(index) / 100
      return "\(10 * index),0,\(0.6 * 180 / .pi),0,\(-sin(angle)),0,\(cos(angle))\n"
    }
    try folder.write("time,gx,gy,gz,ax,ay,az\n" + rows.joined(), to: "bare.csv")
    let line = "--gyro-unit deg/s --accel-unit g --time-unit ms"
    let refused = try cardan("fuse", "bare.csv")
    #expect(
      refused.status == 1 && refused.errors.contains("fuse bare.csv \(line); or --assume-units"), "\(refused.errors)")
    let given = try cardan(
      ["fuse", "bare.csv", "-o", "-"] + line.split(separator: " ").map(String.init))
    let assumed = try cardan("fuse", "bare.csv", "-o", "-", "--assume-units")
    #expect(given.status == 0 && given.output == assumed.output)
    #expect(assumed.errors.contains("assumed from the values: gyroscope deg/s, accelerometer g, timestamps ms"))
    #expect(!(try cardan("info", "bare.csv").errors.contains("--no-magnetometer")))
  }

  @Test func picksColumns() throws {
    let result = try cardan("fuse", "good.csv", "-o", "-", "--columns", "t,q", "--quiet")
    #expect(result.rows.first == "t [s],q_w,q_x,q_y,q_z")
    #expect(result.rows.count == 501)
    #expect(result.rows.allSatisfy { $0.split(separator: ",").count == 5 })
    #expect(result.errors.trimmingCharacters(in: .newlines) == "")
  }

  /// A body that rests on its side: what pushes it is seen in the axes of the frame, and in those of the body.
  @Test func accelerationInTheFrameIsTurned() throws {
    let result = try cardan("fuse", "good.csv", "-o", "-", "--columns", "q,user_accel,world_accel", "--quiet")
    #expect(result.rows.first?.hasSuffix("user_accel_z,world_accel_x [m/s^2],world_accel_y,world_accel_z") == true)
    for row in result.rows.dropFirst() {
      let cells = row.split(separator: ",").compactMap { Double($0) }
      try #require(cells.count == 10)
      let attitude = Rotation(normalizing: Quaternion(w: cells[0], x: cells[1], y: cells[2], z: cells[3]))
      let turned = try #require(attitude).rotate(Vector3(x: cells[4], y: cells[5], z: cells[6]))
      #expect((turned - Vector3(x: cells[7], y: cells[8], z: cells[9])).length < 1e-5)
    }
    #expect(
      try cardan("fuse", "good.csv", "-o", "-", "--columns", "all,world_accel").rows.first?.contains("world_accel_x")
        == true)
    #expect(try cardan("fuse", "good.csv", "-o", "-", "-q").rows.first?.contains("world_accel_x") == false)
  }

  /// The default value changes no byte, another one does; `evaluate` takes the same option.
  @Test func setsParametersOfTheSmoother() throws {
    func smoothed(_ options: String...) throws -> String {
      let result = try cardan(["fuse", "good.csv", "-o", "-", "-q", "--smooth"] + options)
      #expect(result.status == 0, "\(result.errors)")
      return result.output
    }
    let plain = try smoothed()
    #expect(try smoothed("--set", "knot_interval=0.2", "--set", "velocity_density=0.5") == plain)
    #expect(try smoothed("--set", "knot_interval=0.1") != plain)
    #expect(try smoothed("--set", "velocity_density=5") != plain)

    let listing = try cardan("fuse", "--smooth", "--parameters")
    #expect(listing.status == 0 && listing.output.hasPrefix("Parameters of the smoother"))
    #expect(listing.output.contains("  knot_interval=0.2 s\n") && !listing.output.contains("step_interval"))

    for (option, message) in [
      ("knot_intervall=0.1", "the smoother has no parameter 'knot_intervall'; did you mean 'knot_interval'?"),
      ("gain=1", "the smoother has no parameter 'gain'; it has accelerometer_bias_deviation, "),
      ("knot_interval=0", "option '--set knot_interval' takes a number from 0.01 to 10 s, not 0"),
    ] {
      let mistake = try cardan("fuse", "good.csv", "-o", "out.csv", "--smooth", "--set", option)
      #expect(mistake.status == 2 && mistake.errors.contains(message), "\(mistake.errors)")
    }
    let tuned = try cardan("fuse", "good.csv", "-o", "-", "--smooth", "--platform", "vehicle")
    #expect(tuned.status == 2 && tuned.errors.contains("'--smooth' does not go with '--platform'"))
  }

  @Test func readsAndWritesStandardStreams() throws {
    let fromFile = try cardan("fuse", "good.csv", "-o", "-")
    let fromInput = try cardan("fuse", "-", "-o", "-", input: try folder.text("good.csv"))
    #expect(fromInput.status == 0)
    #expect(fromInput.rows == fromFile.rows)
    #expect(fromInput.rows.count == 501)
  }

  @Test(arguments: [("tum", "good.attitude.tum", 8), ("euroc", "good.attitude.csv", 8)])
  func writesOtherFormats(format: String, name: String, fieldCount: Int) throws {
    #expect(try cardan("fuse", "good.csv", "--format", format).status == 0)
    let rows = try folder.text(name).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(rows.count == 500)
    #expect(rows.allSatisfy { $0.split { $0 == " " || $0 == "," }.count == fieldCount })
  }

  /// The name of an output selects its format, and is never at odds with it.
  @Test(arguments: [
    ("out.npy", [UInt8]("\u{93}NUMPY".unicodeScalars.map { UInt8($0.value) })), ("out.ARROW", Array("ARROW1".utf8)),
    ("out.feather", Array("ARROW1".utf8)), ("out.arrows", [0xff, 0xff, 0xff, 0xff]), ("out.npz", Array("PK".utf8)),
    ("out.csv", Array("t [s],q_w".utf8)), ("out.tum", Array("# timestamp".utf8)), ("out.txt", Array("t [s],q_w".utf8)),
  ])
  func theEndingOfAnOutputSelectsItsFormat(name: String, start: [UInt8]) throws {
    #expect(try cardan("fuse", "good.csv", "-o", name, "-q").status == 0)
    let data = try Data(contentsOf: URL(filePath: folder.path(name)))
    #expect(data.starts(with: start), "\(data.prefix(16))")
  }

  /// A folder that is one recording gives one result.
  @Test func theEndingSelectsTheFormatOfAFolderThatIsOneRecording() throws {
    let header = "Timestamp (us),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),"
    let rows = (0..<50).map { "\($0 * 10_000),0,0,0,0,0,1" }
    try folder.write(
      ([header + "Accelerometer Y (g),Accelerometer Z (g)"] + rows).joined(separator: "\n"), to: "walk/Inertial.csv")
    let result = try cardan("fuse", "walk", "-o", "out.mcap", "-q")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try Data(contentsOf: folder.url.appending(path: "out.mcap")).prefix(5) == Data([0x89]) + Data("MCAP".utf8))
  }

  @Test(arguments: [
    (["fuse", "good.csv", "-o", "x.parquet"], ".parquet"), (["fuse", "good.csv", "-o", "x.json"], ".json"),
    (["fuse", "good.csv", "-o", "x.csv.gz"], ".gz"),
    (["fuse", "good.csv", "-o", "x.npy", "--format", "csv"], "--format npy"),
    (["fuse", "good.csv", "-o", "x.csv", "--format", "arrow"], "--format csv"),
    (["fuse", "good.csv", "-o", "x.arrow", "--comments"], "--comments"),
    (["convert", "good.csv", "-o", "x.npz"], ".npz"),
    (["convert", "good.csv", "-o", "x.csv", "--format", "npy"], "csv"),
    (["simulate", "-o", "x.npy"], "writes CSV"), (["live", "replay.csv", "-o", "x.npy"], "writes CSV"),
  ])
  func refusesOutputsThatEndLikeAnotherFormat(arguments: [String], reason: String) throws {
    let result = try cardan(arguments)
    #expect(result.status == ExitStatus.usage.rawValue && result.errors.contains(reason), "\(result.errors)")
    #expect(try folder.names() == ["good.csv"])
  }

  @Test func theEndingSelectsTheFormatOfAConvertedLog() throws {
    #expect(try cardan("convert", "good.csv", "-o", "log.arrow").status == 0)
    #expect(try cardan("convert", "log.arrow", "-o", "log.npy").status == 0)
    #expect(try cardan("convert", "log.npy", "-o", "log.csv").status == 0)
    let first = try cardan("convert", "good.csv").output.split(separator: "\n").drop { $0.hasPrefix("#") }
    let last = try folder.text("log.csv").split(separator: "\n").drop { $0.hasPrefix("#") }
    #expect(first == last && first.count == 501)
    let fused = try cardan("fuse", "log.arrow", "-o", "-")
    #expect(fused.output == (try cardan("fuse", "good.csv", "-o", "-").output))
    #expect(fused.output.hasPrefix("t [s],q_w"))
  }

  /// With their plain calls: a CSV by pandas without arguments, trajectories by evo.
  @Test(.needs(Requirement.python("pandas")), .needs(Requirement.python("evo")))
  func resultsAreReadByPandasAndEvo() throws {
    for (name, arguments) in [
      ("plain.csv", []), ("truth.csv", ["--format", "euroc"]), ("truth.tum", []),
    ] {
      #expect(try cardan(["fuse", "good.csv", "-q", "-o", name] + arguments).status == 0)
    }
    let script = """
      import pandas
      from evo.tools import file_interface
      table = pandas.read_csv("plain.csv")
      assert list(table.columns)[:3] == ["t [s]", "q_w", "q_x"] and len(table) == 500, table
      euroc = file_interface.read_euroc_csv_trajectory("truth.csv")
      tum = file_interface.read_tum_trajectory_file("truth.tum")
      quaternions = table[["q_w", "q_x", "q_y", "q_z"]].to_numpy()
      for path in (euroc, tum):
        assert path.num_poses == 500 and path.check()[0], path.check()
        assert abs(path.orientations_quat_wxyz - quaternions).max() < 1e-12
        assert abs(path.timestamps - table["t [s]"].to_numpy()).max() < 1e-6
      print("read")
      """
    try folder.write(script, to: "read.py")
    let run = try Program.run([Toolchain.python, folder.path("read.py")], in: folder.url)
    #expect(run.status == 0 && run.output == "read\n", "\(run.transcript)")
  }

  @Test func isolatesABadLog() throws {
    try folder.write(try folder.text("good.csv") + "1,2,three\n", to: "bad.csv")
    try folder.write(try folder.text("good.csv"), to: "third.csv")
    let result = try cardan("fuse", "good.csv", "bad.csv", "missing.csv", "third.csv", "-o", "out")
    #expect(result.status == ExitStatus.logsFailed.rawValue)
    let written = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
    #expect(written == ["good.attitude.csv", "third.attitude.csv"])
    #expect(result.errors.contains("bad.csv:502"))
    #expect(result.errors.contains("missing.csv"))
    #expect(result.errors.contains("2 of 4 logs done"))
  }

  @Test func takesAFolderAndPassesItsOwnResultsOver() throws {
    try folder.write("some words\n", to: "notes.txt")
    #expect(try cardan("fuse", ".").status == 0)
    #expect(try folder.names() == ["good.attitude.csv", "good.csv", "notes.txt"])
    let second = try cardan("fuse", ".")
    #expect(second.status == 0)
    #expect(try folder.names() == ["good.attitude.csv", "good.csv", "notes.txt"])
  }

  @Test func neverOverwritesALog() throws {
    let before = try folder.text("good.csv")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.csv"), withDestinationPath: "good.csv")
    for output in ["good.csv", "./good.csv", folder.path("good.csv"), "link.csv"] {
      let result = try cardan("fuse", "good.csv", "-o", output)
      #expect(result.status == ExitStatus.usage.rawValue)
      #expect(result.errors.contains("overwrite"))
    }
    #expect(try folder.text("good.csv") == before)
  }

  @Test func saysWhereItCannotWrite() throws {
    let result = try cardan("fuse", "good.csv", "-o", "no/such/folder/out.csv")
    #expect(result.status == ExitStatus.outputFailed.rawValue)
    #expect(result.errors.contains("no/such/folder/out.csv"))
  }

  @Test func keepsTheOldResultWhereALogFails() throws {
    try folder.write("old\n", to: "bad.attitude.csv")
    try folder.write(try folder.text("good.csv") + "x\n", to: "bad.csv")
    #expect(try cardan("fuse", "bad.csv").status == ExitStatus.logsFailed.rawValue)
    #expect(try folder.text("bad.attitude.csv") == "old\n")
    #expect(try folder.names() == ["bad.attitude.csv", "bad.csv", "good.csv"])
  }

  /// Starts a run that waits for more rows on its input after some have been written.
  private func waitingRun() throws -> (process: Process, input: Pipe) {
    let input = Pipe()
    let process = try CardanProcess.start(["fuse", "-", "-o", "out.csv"], in: folder, input: input)
    let lines = try folder.text("good.csv").split(separator: "\n")
    let rows = lines.dropFirst().map { $0 + "\n" }.joined()
    try input.fileHandleForWriting.write(contentsOf: Data("\(lines[0])\n".utf8))
    for _ in 0..<20 { try input.fileHandleForWriting.write(contentsOf: Data(rows.utf8)) }
    try waitUntil { try folder.names() != ["good.csv"] }
    return (process, input)
  }

  /// The first row of a log has the time 0, which the recorder's time of a message may be.
  @Test func writtenMessagesAreReadWhole() throws {
    try #require(try cardan("fuse", "good.csv", "-o", "out.mcap", "--quiet").status == 0)
    let text = try cardan("info", "out.mcap").output
    let rows = try folder.text("good.csv").split(separator: "\n").count - 1
    #expect(text.contains("rows     \(rows) in") && !text.contains("damage"), "\(text)")
  }

  @Test func interruptionLeavesNothing() throws {
    let (process, input) = try waitingRun()
    #expect(try folder.names().count == 2)
    process.interrupt()
    process.waitUntilExit()
    withExtendedLifetime(input) {}
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == ExitStatus.interrupted.rawValue)
    #expect(try folder.names() == ["good.csv"])
    #expect(try folder.text("standard-error").contains("interrupted"))
    #expect(try !folder.text("standard-error").contains("failed"))
  }

  @Test func aKilledRunLeavesNoFileUnderTheFinalName() throws {
    let (process, input) = try waitingRun()
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    withExtendedLifetime(input) {}
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(!folder.exists("out.csv"))
  }

  @Test func aClosedPipeEndsItQuietly() throws {
    let script = "\"$0\" simulate --duration 600 | \"$0\" fuse - -o - --quiet | head -n 3"
    let run = try Program.run(["sh", "-c", script, CardanProcess.executable.path], in: folder.url)
    #expect(run.output.split(separator: "\n").count == 3)
    #expect(run.errors == "")
  }
}
