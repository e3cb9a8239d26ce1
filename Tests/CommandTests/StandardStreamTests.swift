import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// Standard streams that are full, closed or slow end no command by a signal, and lose nothing in silence.
@Suite struct StandardStreamTests {
  private let folder = TemporaryFolder()

  init() throws {
    try #require(try CardanProcess.run(["simulate", "--duration", "20", "-o", "log.csv"], in: folder).status == 0)
  }

  /// Runs a command with redirections of the shell.
  private func cardan(_ arguments: [String], _ redirections: String) throws -> ProgramRun {
    try Program.run(
      ["sh", "-c", "exec \"$0\" \"$@\" \(redirections)", CardanProcess.executable.path] + arguments, in: folder.url)
  }

  private static let writers: [[String]] = [
    ["--help"], ["--version"], ["fuse", "--help"], ["manual"], ["completions", "bash"], ["help", "formats"],
    ["info", "log.csv"], ["evaluate", "log.csv"], ["field", "47,8"], ["align", "log.csv", "--truth"],
    ["events", "replay:log.csv"], ["level", "replay:log.csv"], ["fuse", "--parameters"], ["convert", "log.csv"],
    ["fuse", "log.csv", "-o", "-"], ["simulate", "--duration", "5"], ["live", "replay:log.csv"],
    ["fuse", "log.csv", "-o", "o.csv", "--report", "-"],
  ]

  @Test(arguments: writers) func aFullOrClosedOutputIsExitCodeThree(arguments: [String]) throws {
    for redirection in ["> /dev/full", ">&-"] {
      let run = try cardan(arguments, redirection)
      #expect(run.status == ExitStatus.outputFailed.rawValue, "\(arguments) \(redirection): \(run.errors)")
      let reason = redirection == ">&-" ? "Bad file descriptor" : "No space left on device"
      #expect(run.errors.contains("cardan: ") && run.errors.contains(reason), "\(arguments): \(run.errors)")
    }
  }

  @Test func aFullOrClosedErrorStreamChangesNothing() throws {
    for redirection in ["2> /dev/full", "2>&-", "<&- 2>&-", "<&- >&- 2>&-"] {
      let run = try cardan(["fuse", "log.csv", "-o", "out.csv", "--report", "report.jsonl"], redirection)
      #expect(run.status == 0, "\(redirection): \(run.errors)")
      #expect(try folder.text("out.csv").split(separator: "\n").count > 2000)
      #expect(try folder.text("report.jsonl").contains("\"state\":\"ok\""))
      try FileManager.default.removeItem(atPath: folder.path("out.csv"))
    }
    #expect(try cardan(["fuse", "none.csv"], "2> /dev/full").status == ExitStatus.logsFailed.rawValue)
    #expect(try cardan(["fsue"], "2>&-").status == ExitStatus.usage.rawValue)
  }

  /// Rows before a bad one have been computed, and the standard output cannot be taken back: none of them is missing.
  @Test(arguments: ["1", "2"]) func rowsBeforeABadOneReachTheStandardOutput(threads: String) throws {
    var lines = try folder.text("log.csv").split(separator: "\n", omittingEmptySubsequences: false)
    lines.removeAll { $0.hasPrefix("#") }
    #expect(try cardan(["fuse", "log.csv", "-o", "whole.csv"], "").status == 0)
    lines[1500] = "damaged"
    try folder.write(lines.joined(separator: "\n"), to: "bad.csv")
    let run = try cardan(["fuse", "bad.csv", "-j", threads, "-o", "-"], "")
    func rows(_ text: String) -> [Substring] { text.split(separator: "\n").filter { !$0.hasPrefix("#") } }
    #expect(run.status == ExitStatus.logsFailed.rawValue && run.errors.contains("bad.csv:1501"), "\(run.errors)")
    #expect(rows(run.output) == Array(rows(try folder.text("whole.csv")).prefix(1500)) && run.output.hasSuffix("\n"))
    #expect(try cardan(["fuse", "bad.csv", "-o", "bad.out.csv"], "").status == ExitStatus.logsFailed.rawValue)
    #expect(!folder.exists("bad.out.csv"))
  }

  /// Tables and logs of several streams come through a pipe as from a file.
  @Test(arguments: ["arrow", "arrows", "ulg"]) func binaryLogsAreReadFromStandardInput(ending: String) throws {
    let log = folder.path("log.\(ending)")
    if ending == "ulg" {
      try ULogFile.still(2000).data.write(to: URL(fileURLWithPath: log))
    } else {
      #expect(try cardan(["convert", "log.csv", "-o", log], "").status == 0)
    }
    let piped = try Program.run(
      ["sh", "-c", "cat \"$1\" | \"$0\" fuse - -o -", CardanProcess.executable.path, log], in: folder.url)
    let direct = try cardan(["fuse", log, "-o", "-"], "")
    #expect(piped.status == 0 && direct.status == 0, "\(piped.errors)")
    func rows(_ text: String) -> [Substring] { text.split(separator: "\n").filter { !$0.hasPrefix("#") } }
    #expect(rows(piped.output).count > 1900 && rows(piped.output) == rows(direct.output))
  }

  @Test func aCalibrationIsSavedThoughTheReportIsNot() throws {
    let run = try cardan(["calibrate", "gyroscope", "log.csv", "-o", "c.json"], "> /dev/full")
    let plain = try cardan(["calibrate", "gyroscope", "log.csv", "-o", "d.json"], "")
    #expect(run.status == ExitStatus.outputFailed.rawValue && folder.exists("c.json") == folder.exists("d.json"))
    #expect(plain.status == 0 || plain.status == 1)
  }

  /// Pipes of ssh and Node do not block: what they do not take at once waits.
  @Test func aPipeThatDoesNotBlockGetsEverything() throws {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting.fileDescriptor
    _ = fcntl(writing, F_SETFL, fcntl(writing, F_GETFL) | O_NONBLOCK)
    let process = try Program.start(
      [CardanProcess.executable.path, "convert", "log.csv"], in: folder.url, output: pipe, errors: nil)
    try pipe.fileHandleForWriting.close()
    // Full: the command has more to write.
    try waitUntil { pipe.fileHandleForReading.waitingByteCount >= 1 << 16 }
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && text.utf8.count > 1 << 16)
    #expect(text.split(separator: "\n").count { !$0.hasPrefix("#") } == 2001)
  }

  /// A file beyond the limit of the shell is an error, and leaves no part behind.
  @Test func aLimitOfFileSizesIsAnError() throws {
    let run = try Program.run(
      [
        "sh", "-c", "ulimit -f 16; exec \"$0\" \"$@\"", CardanProcess.executable.path, "fuse", "log.csv", "-o",
        "out.csv",
      ],
      in: folder.url)
    #expect(run.status == ExitStatus.outputFailed.rawValue && run.errors.contains("File too large"), "\(run.errors)")
    #expect(try folder.names() == ["log.csv"])
  }

  /// A shell's limit of 64 KB for the stack is raised, for the first thread as for others; one that is fixed is an error.
  @Test func aSmallStackGrows() throws {
    func run(_ limit: String) throws -> ProgramRun {
      let start = ["sh", "-c", "\(limit); exec \"$0\" \"$@\"", CardanProcess.executable.path]
      return try Program.run(start + ["report", "log.csv", "-o", "page.html"], in: folder.url)
    }
    let grown = try run("ulimit -S -s 64")
    #expect(grown.status == 0, "\(grown.errors)")
    // The superuser may raise a fixed limit too.
    let fixed = try run("ulimit -s 64")
    #expect(fixed.status == 0 || fixed.errors.contains("ulimit -s 1024"), "\(fixed.status) \(fixed.errors)")
  }

  /// What a log contains reaches neither the terminal nor a result as a control sequence.
  @Test func controlCharactersOfLogsAreShown() throws {
    let remark = "# \(String(repeating: "-", count: 5000))\n"
    try folder.write(
      remark
        + "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z\n0,1,\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}3m,3,0,0,9\n",
      to: "escape.csv")
    for command in ["info", "fuse", "convert"] {
      let run = try cardan([command, "escape.csv"], "")
      #expect(run.status == 1 && run.errors.contains("\\x1b]0;owned\\x07"), "\(run.errors)")
      #expect(!run.transcript.unicodeScalars.contains { $0.value == 0x1b || $0.value == 7 || $0.value == 0x9b })
    }
    let name = "a\nt,evil.csv"
    try FileManager.default.copyItem(atPath: folder.path("log.csv"), toPath: folder.path(name))
    #expect(try cardan(["fuse", name, "-o", "nl.csv", "--comments"], "").status == 0)
    let result = try folder.text("nl.csv").split(separator: "\n")
    #expect(result[0].hasSuffix("a\\x0at,evil.csv") && result[1].hasPrefix("# "), "\(result[0])")
    #expect(try cardan(["convert", name, "-o", "converted.csv"], "").status == 0)
    #expect(try cardan(["info", "converted.csv"], "").status == 0)
  }
}
