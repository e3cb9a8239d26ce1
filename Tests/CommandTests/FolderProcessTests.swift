import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// Folders, recordings of several files, and awkward tables, as a user gives them to the command.
@Suite struct FolderProcessTests: CommandSuite {
  let folder = TemporaryFolder()

  init() throws {
    try FileManager.default.createDirectory(atPath: folder.path("logs"), withIntermediateDirectories: true)
    let made = try cardan("simulate", "--duration", "5", "-o", "logs/good.csv")
    try #require(made.status == 0)
  }

  /// Good, empty, broken, unknown and without gyroscope and accelerometer: each has a record, and a reason if it failed.
  @Test func everyLogOfAFolderIsReported() throws {
    try folder.write("", to: "logs/empty.csv")
    try folder.write(Data([1, 2, 3, 0]), to: "logs/noise.npy")
    try folder.write("time,note\n1,a\n", to: "logs/words.csv")
    try folder.write("t [s],mag_x [uT],mag_y,mag_z\n0,1,2,3\n", to: "logs/compass.csv")
    try folder.write("some words\n", to: "logs/README.txt")
    try folder.write(try folder.text("logs/good.csv"), to: "logs/deep/er.csv")
    let result = try cardan("fuse", "logs", "-o", "out", "--report", "report.jsonl")
    #expect(result.status == ExitStatus.logsFailed.rawValue)
    let lines = try folder.text("report.jsonl").split(separator: "\n")
    #expect(lines.count == 5)
    let reasons = [
      ("compass.csv", "no accelerometer"), ("empty.csv", "empty"), ("good.csv", "\"ok\""),
      ("noise.npy", "unknown format"), ("words.csv", "no column of a gyroscope"),
    ]
    for (line, (name, words)) in zip(lines, reasons) {
      #expect(line.contains(name) && line.contains(words), "\(line)")
      #expect(line.contains("\"failed\"") == (name != "good.csv"))
    }
    #expect(result.errors.contains("1 of 5 logs done") && result.errors.contains("skipped 1 other file: README.txt"))
    let deep = try cardan("fuse", "-r", "logs", "-o", "out", "--fail-on", "none")
    #expect(deep.status == 0 && deep.errors.contains("2 of 6 logs done") && folder.exists("out/deep/er.attitude.csv"))
    // Results of any columns are not logs.
    #expect(try cardan("fuse", "logs/good.csv", "-o", "more/flags.csv", "--columns", "t,sigma").status != 0)
    #expect(try cardan("fuse", "logs/good.csv", "-o", "out/flags.csv", "--columns", "t,sigma").status == 0)
    #expect(try cardan("info", "out").errors.contains("no log in this folder"))
    try folder.write(try folder.text("logs/good.csv"), to: "nested/deep/er.csv")
    let nested = try cardan("fuse", "nested", "-o", "out")
    #expect(nested.status == ExitStatus.usage.rawValue)
    #expect(nested.errors.contains("1 folder; take the logs in them with -r"), "\(nested.errors)")
  }

  /// The names of logs in messages are one line each, in one direction.
  @Test func namesForgeNoLines() throws {
    let name = "logs/a\nok.csv -> b\u{202e}\u{2028}.csv"
    try folder.write(try folder.text("logs/good.csv"), to: name)
    for arguments in [
      ["fuse", name, "-o", "out.csv"], ["fuse", "logs", "-o", "out/"], ["report", name, "-o", "out.html"],
      ["report", "logs", "-o", "out/"], ["doctor", name], ["info", name], ["evaluate", "logs"],
      ["info", "missing\nline"],
    ] {
      let run = try cardan(arguments)
      let text = run.output + run.errors
      #expect(!text.contains("\u{202e}") && !text.contains("\u{2028}"), "\(arguments): \(text)")
      let lines = text.split(separator: "\n")
      #expect(!lines.contains { $0.hasPrefix("ok.csv") || $0.hasPrefix("line") }, "\(arguments): \(text)")
    }
  }

  /// A folder without permission is a failed log with that reason.
  @Test func aClosedFolderIsNamed() throws {
    for name in ["logs/closed", "out"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    chmod(folder.path("logs/closed"), 0)
    chmod(folder.path("out"), 0o777)
    defer { chmod(folder.path("logs/closed"), 0o700) }
    // Root may open every folder.
    let user = getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    let run = try Program.run(
      user + [CardanProcess.executable.path, "fuse", "-r", "logs", "-o", "out"], in: folder.url)
    #expect(run.status == ExitStatus.logsFailed.rawValue && run.errors.contains("Permission denied"), "\(run.errors)")
  }

  /// Lines that end with a carriage return alone, as some instruments write them.
  @Test func carriageReturnsEndLines() throws {
    let text = try folder.text("logs/good.csv")
    let expected = try cardan("fuse", "logs/good.csv", "-o", "-").rows
    try folder.write(text.replacing("\n", with: "\r"), to: "cr.csv")
    #expect(try cardan("fuse", "cr.csv", "-o", "-").rows == expected)
  }

  @Test func readsTablesByOptions() throws {
    let text = try folder.text("logs/good.csv")
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let header = String(rows[0])
    let body = rows.dropFirst().joined(separator: "\n") + "\n"
    try folder.write(body, to: "bare.csv")
    let expected = try cardan("fuse", "logs/good.csv", "-o", "-").rows
    #expect(try cardan("fuse", "bare.csv", "-o", "-", "--header", header).rows == expected)
    try folder.write(header.replacing("gyro_x", with: "turn") + "\n" + body, to: "named.csv")
    #expect(try cardan("fuse", "named.csv", "-o", "-", "--map", "turn=gyro_x").rows == expected)
    let missing = try cardan("fuse", "named.csv", "-o", "-", "--map", "turns=gyro_x")
    #expect(missing.status == ExitStatus.logsFailed.rawValue && missing.errors.contains("no column \"turns\""))
    #expect(try cardan("fuse", "named.csv", "--map", "turn=nothing").status == ExitStatus.usage.rawValue)

    try folder.write(text + "1,2,three\n5,6", to: "bad.csv")
    let refused = try cardan("fuse", "bad.csv", "-o", "-")
    #expect(refused.status == ExitStatus.logsFailed.rawValue && refused.errors.contains("--skip-bad-rows"))
    let skipped = try cardan("fuse", "bad.csv", "-o", "-", "--skip-bad-rows")
    #expect(skipped.status == 0 && skipped.rows == expected)
    #expect(skipped.errors.contains("take care: 2 bad rows skipped, first at line"), "\(skipped.errors)")
    #expect(try cardan("info", "bad.csv", "--skip-bad-rows").output.contains("damage"))
    #expect(try cardan("convert", "bad.csv", "--skip-bad-rows").errors.contains("2 bad rows skipped"))
  }

  /// Columns of one log as three files give the same rows.
  @Test func mergesFilesOfOneRecording() throws {
    let rows = try folder.text("logs/good.csv").split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let names = rows[0].map(String.init)
    for (file, stem) in [("gyro.csv", "gyro_"), ("accel.csv", "accel_"), ("mag.csv", "mag_")] {
      let columns = [0] + names.indices.filter { names[$0].hasPrefix(stem) }
      #expect(columns.count == 4)
      try folder.write(
        rows.map { row in columns.map { String(row[$0]) }.joined(separator: ",") }.joined(separator: "\n") + "\n",
        to: file)
    }
    let merged = try cardan("fuse", "gyro.csv", "accel.csv", "mag.csv", "--merge", "-o", "-")
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(try merged.rows == cardan("fuse", "logs/good.csv", "-o", "-").rows)
    #expect(try cardan("info", "gyro.csv", "accel.csv", "--merge").output.contains("merged tables"))
    let overwriting = try cardan("fuse", "gyro.csv", "accel.csv", "--merge", "-o", "accel.csv")
    #expect(overwriting.status == ExitStatus.usage.rawValue && overwriting.errors.contains("overwrite"))
    for wrong in [["gyro.csv"], ["gyro.csv", "logs"], ["gyro.csv", "mag.csv", "--header", "t [s]"]] {
      let result = try cardan(["fuse", "--merge"] + wrong)
      #expect(result.status == ExitStatus.usage.rawValue && result.errors.contains("--merge"), "\(result.errors)")
    }
  }
}
