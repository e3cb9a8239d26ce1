import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// One bad log or file stops neither the others nor the next run.
@Suite struct FolderFaultTests: CommandSuite {
  let folder = TemporaryFolder()

  init() throws {
    for name in ["a", "c"] {
      try FileManager.default.createDirectory(atPath: folder.path("logs"), withIntermediateDirectories: true)
      let made = try cardan("simulate", "--duration", "5", "-o", "logs/\(name).csv")
      try #require(made.status == 0)
    }
  }

  private func copyFixture(_ name: String) throws {
    let file = Project.file("Tests/CommandTests/Fixtures/\(name).hdf5")
    try folder.write(try Data(contentsOf: file), to: "logs/b.hdf5")
  }

  /// Files on which libhdf5 1.10.8 ends by a signal, of 10^15 rows that were never written, and with a rate of 1e-300 Hz.
  @Test(.needs(.hdf5), arguments: ["damaged", "endless", "tiny_rate"])
  func aHostileFileFailsAlone(name: String) throws {
    try copyFixture(name)
    for _ in 0..<3 {
      let run = try cardan("fuse", "logs", "-o", "out", "--resume", "--report", "report.jsonl")
      #expect(run.status == ExitStatus.logsFailed.rawValue, "\(run.errors)")
      let states = try folder.text("report.jsonl").split(separator: "\n")
      #expect(states.count == 3 && states[1].contains("\"state\":\"failed\""), "\(states)")
      #expect(folder.exists("out/a.attitude.csv") && folder.exists("out/c.attitude.csv"))
    }
    #expect(try cardan("info", "logs/b.hdf5").status == ExitStatus.logsFailed.rawValue)
  }

  /// A process that is killed leaves no mark against its log; one that crashes twice on a log leaves it out.
  @Test func aLogThatEndsTheProgramTwiceIsLeftOut() throws {
    try folder.write(try folder.text("logs/a.csv"), to: "logs/b.csv")
    let shim = try FaultShim()
    for run in 0..<2 {
      let crashed = try shim.run(
        ["fuse", "logs", "-o", "out", "--resume", "--jobs", "1"], crashOn: "logs/b.csv", in: folder)
      #expect(crashed.status == SIGSEGV, "run \(run): \(crashed.status) \(crashed.errors)")
    }
    let third = try shim.run(
      ["fuse", "logs", "-o", "out", "--resume", "--jobs", "1", "--report", "r.jsonl"], crashOn: "logs/b.csv", in: folder
    )
    #expect(
      third.status == ExitStatus.logsFailed.rawValue && third.errors.contains("ended the program"), "\(third.errors)")
    #expect(folder.exists("out/a.attitude.csv") && folder.exists("out/c.attitude.csv"))
    #expect(try folder.text("r.jsonl").contains("ended the program"))
    // A changed log is begun again.
    try folder.write(try folder.text("logs/a.csv") + "\n", to: "logs/b.csv")
    #expect(try cardan("fuse", "logs", "-o", "out", "--resume").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out/.cardan")).count == 3)
  }

  /// The date of a file may lie beyond 292 years.
  @Test func aLogOfTheYear2400IsProcessed() throws {
    try Program.require(["touch", "-d", "2400-01-01", folder.path("logs/a.csv")])
    for _ in 0..<2 { #expect(try cardan("fuse", "logs", "-o", "out", "--resume").status == 0) }
    #expect(folder.exists("out/a.attitude.csv"))
  }

  /// A pipe with the name of an unfinished file or of an entry is not waited for.
  @Test(.endedWhenHanging) func aPipeInAFolderOfResultsIsNotWaitedFor() throws {
    try FileManager.default.createDirectory(atPath: folder.path("out/.cardan"), withIntermediateDirectories: true)
    for name in [
      "out/.a.attitude.csv.1-0.partial", "out/.cardan/a.attitude.csv.json", "out/.cardan/c.attitude.csv.begun",
    ] {
      #expect(mkfifo(folder.path(name), 0o600) == 0)
    }
    let run = try Program.run(
      [CardanProcess.executable.path, "fuse", "logs", "-o", "out", "--resume"], in: folder.url, timeout: .seconds(120))
    #expect(run.status == 0, "\(run.errors)")
  }

  /// A signal ends the command while it waits for a log: a pipe whose writer is silent.
  @Test(.endedWhenHanging, arguments: [SIGTERM, SIGINT, SIGHUP]) func theFirstSignalEndsACommand(signal: Int32) throws {
    #expect(mkfifo(folder.path("stalled.csv"), 0o600) == 0)
    let process = try CardanProcess.start(
      ["fuse", "stalled.csv", "-o", "x.csv", "--jobs", "2"], in: folder, input: nil)
    // It opens for writing as soon as the command reads it.
    var writer: CInt = -1
    try waitUntil {
      writer = open(folder.path("stalled.csv"), O_WRONLY | O_NONBLOCK)
      return writer >= 0
    }
    defer { close(writer) }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationStatus == ExitStatus.interrupted.rawValue)
    #expect(!folder.exists("x.csv"))
  }

  /// Logs in work and those that wait are interrupted alike: none of them failed.
  @Test(.endedWhenHanging) func logsInWorkAreInterrupted() throws {
    try FileManager.default.createDirectory(atPath: folder.path("long"), withIntermediateDirectories: true)
    try #require(try cardan("simulate", "--duration", "1800", "-o", "long/a.csv").status == 0)
    for name in ["b", "c"] {
      try FileManager.default.linkItem(atPath: folder.path("long/a.csv"), toPath: folder.path("long/\(name).csv"))
    }
    let process = try CardanProcess.start(["fuse", "long", "-o", "out", "--jobs", "2"], in: folder, input: nil)
    try waitUntil { (try? FileManager.default.contentsOfDirectory(atPath: folder.path("out")).count) == 2 }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == ExitStatus.interrupted.rawValue)
    let told = try folder.text("standard-error")
    #expect(told.matches(of: /[abc]\.csv +interrupted/).count == 3 && !told.contains("failed"), "\(told)")
  }

  /// The working folder is gone: an absolute output is written, a relative one cannot be.
  @Test func aCommandInADeletedFolderEndsWithAReason() throws {
    let command = "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" simulate -d 1 -o \"$1\""
    func run(_ output: String) throws -> ProgramRun {
      try Program.run(["sh", "-c", command, CardanProcess.executable.path, output], in: folder.url)
    }
    #expect(try run(folder.path("whole.csv")).status == 0)
    let lost = try run("lost.csv")
    #expect(lost.status == ExitStatus.outputFailed.rawValue && lost.errors.contains("lost.csv"), "\(lost)")
  }

  /// A terminal that is closed must not lose a recording; 'nohup' keeps the command running.
  @Test(.endedWhenHanging, arguments: [false, true]) func aClosedTerminalEndsALiveRecording(isIgnored: Bool) throws {
    let trap = isIgnored ? "trap '' HUP; " : ""
    let input = Pipe()
    let process = try Program.start(
      ["sh", "-c", "\(trap)exec \"$0\" live - -o live.csv", CardanProcess.executable.path], in: folder.url,
      input: input,
      output: FileHandle(forWritingAtPath: try folder.write("", to: "output")),
      errors: FileHandle(forWritingAtPath: try folder.write("", to: "errors")))
    let rows = (0..<200).map { "\($0 * 10),0,0,0,0,0,9.81\n" }.joined()
    input.fileHandleForWriting.write(
      Data(("t [ms],gx [rad/s],gy [rad/s],gz [rad/s],ax [m/s^2],ay [m/s^2],az [m/s^2]\n" + rows).utf8))
    try waitUntil {
      FileManager.default.enumerator(atPath: folder.path)?.contains { "\($0)".hasSuffix(".partial") } ?? false
    }
    kill(process.processIdentifier, SIGHUP)
    if isIgnored {
      input.fileHandleForWriting.closeFile()
    }
    process.waitUntilExit()
    let errors = try folder.text("errors")
    #expect(process.terminationStatus == 0, "\(errors)")
    #expect(folder.exists("live.csv"))
  }
}
