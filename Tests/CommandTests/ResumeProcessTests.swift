import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// `cardan fuse` on a folder: records, parts, and going on where a run was stopped.
@Suite struct ResumeProcessTests: CommandSuite {
  let folder = TemporaryFolder()
  private static let logCount = 8

  /// The logs of all cases, simulated once. The cases write into folders of their own.
  private static let simulated = Result {
    let folder = TemporaryFolder()
    for index in 0..<logCount {
      let made = try CardanProcess.run(
        [
          "simulate", "--seed", "\(index + 1)", "--duration", "\(20 + 10 * index)", "--rate", "200", "-o",
          "log\(index).csv",
        ], in: folder)
      try #require(made.status == 0)
    }
    return folder
  }

  init() throws {
    try FileManager.default.copyItem(atPath: Self.simulated.get().path, toPath: folder.path("logs"))
  }

  /// Every file below a folder with its content.
  private func contents(_ name: String) throws -> [String: Data] {
    let root = folder.path(name)
    guard let files = FileManager.default.enumerator(atPath: root) else { return [:] }
    var contents: [String: Data] = [:]
    for case let file as String in files {
      let path = "\(root)/\(file)"
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
        contents[file] = try Data(contentsOf: URL(fileURLWithPath: path))
      }
    }
    return contents
  }

  private func lines(_ name: String) throws -> [[String: Any]] {
    try folder.text(name).split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// Logs of one name: a result stays with its log when another is removed or added, also where they come as operands.
  @Test func aRemovedLogLeavesTheResultsOfOthers() throws {
    for (index, name) in ["a", "b", "c"].enumerated() {
      try folder.write(try folder.text("logs/log\(index).csv"), to: "many/\(name)/log.csv")
    }
    for operands in [["many", "-r"], ["many/a/log.csv", "many/b/log.csv", "many/c/log.csv"]] {
      let out = "out\(operands.count)"
      func run(_ operands: [String]) throws -> ProgramRun { try cardan(["fuse"] + operands + ["-o", out, "--resume"]) }
      #expect(try run(operands).status == 0)
      let results = try contents(out).filter { $0.key.hasSuffix(".csv") }
      #expect(results.count == 3)
      try FileManager.default.moveItem(atPath: folder.path("many/a"), toPath: folder.path("away"))
      let left = try run(operands.filter { $0 != "many/a/log.csv" })
      #expect(left.status == 0 && left.errors.contains("2 skipped as already processed"), "\(left.errors)")
      #expect(try contents(out).filter { $0.key.hasSuffix(".csv") } == results)
      try FileManager.default.moveItem(atPath: folder.path("away"), toPath: folder.path("many/a"))
      let again = try run(operands)
      #expect(again.errors.contains("3 skipped as already processed"), "\(again.errors)")
    }
  }

  /// A log that takes longer than its time fails, does not stop the others, and is left out after the second time.
  @Test(.endedWhenHanging) func aLogThatTakesTooLongIsLeftOut() throws {
    try FileManager.default.createDirectory(atPath: folder.path("slow"), withIntermediateDirectories: true)
    try folder.write(try folder.text("logs/log0.csv"), to: "slow/a.csv")
    let text = try folder.text("logs/log7.csv").split(separator: "\n").filter { !$0.hasPrefix("#") }
    let rows = text.dropFirst().map { $0 + "\n" }.joined()
    try folder.write(text[0] + "\n" + String(repeating: rows, count: 60), to: "slow/b.csv")
    for attempt in 0..<3 {
      let run = try cardan(
        "fuse", "slow", "-o", "out", "--resume", "--jobs", "1", "--log-timeout", "0.2", "--report", "r.jsonl")
      #expect(run.status == ExitStatus.logsFailed.rawValue && folder.exists("out/a.attitude.csv"))
      let words = attempt < 2 ? "not finished within 0.2 s" : "not begun a third time"
      #expect(run.errors.contains(words), "\(run.errors)")
    }
    #expect(try cardan("fuse", "slow", "-o", "more", "--log-timeout", "600").status == 0)
  }

  /// The results are gone with their folder.
  @Test func aResultThatWasRemovedIsAnError() throws {
    let process = try CardanProcess.start(["fuse", "logs", "-o", "out", "--jobs", "1"], in: folder, input: nil)
    // The largest log is the first.
    while process.isRunning, !folder.exists("out/log7.attitude.csv") { usleep(1000) }
    try? FileManager.default.removeItem(atPath: folder.path("out"))
    process.waitUntilExit()
    let run = try CardanProcess.result(of: process, in: folder)
    #expect(run.status == ExitStatus.outputFailed.rawValue, "\(run.errors)")
  }

  @Test func reportsEveryLog() throws {
    try folder.write("t [s],gyro_x [rad/s],gyro_y,gyro_z\n1,2,3\n", to: "logs/log99.csv")
    try folder.write("t [s],gyro_x [rad/s],gyro_y,gyro_z\n1,2,3,4\n", to: "logs/log98.csv")
    let result = try cardan("fuse", "logs", "-o", "out", "--report", "out/report.jsonl", "--allow-rotation")
    #expect(result.status == ExitStatus.logsFailed.rawValue)
    let records = try lines("out/report.jsonl")
    #expect(records.count == Self.logCount + 2)
    #expect(records.map { $0["log"] as? String ?? "" } == records.map { $0["log"] as? String ?? "" }.sorted())
    #expect(
      records.prefix(Self.logCount).allSatisfy { $0["state"] as? String == "ok" && $0["rows"] as? Int ?? 0 > 3000 })
    #expect(records[Self.logCount]["state"] as? String == "degraded")
    #expect((records[Self.logCount]["reasons"] as? [String])?.contains { $0.contains("accelerometer") } == true)
    #expect(records[Self.logCount + 1]["state"] as? String == "failed")
    #expect((records[Self.logCount + 1]["reasons"] as? [String])?.first?.contains("log99.csv:2") == true)
    #expect(!folder.exists("out/.cardan"))
    for (policy, status) in [("any", 1), ("none", 0), ("all", 0), ("degraded", 1)] as [(String, Int32)] {
      #expect(
        try cardan("fuse", "logs", "-o", "out", "--quiet", "--allow-rotation", "--fail-on", policy).status == status)
    }
  }

  @Test func partsAndThreadsMakeTheWhole() throws {
    #expect(try cardan("fuse", "logs", "-o", "whole", "--jobs", "1", "--report", "whole/report.jsonl").status == 0)
    #expect(try cardan("fuse", "logs", "-o", "threads", "--jobs", "4", "--report", "whole/threads.jsonl").status == 0)
    for part in 1...3 { #expect(try cardan("fuse", "logs", "-o", "parts", "--shard", "\(part)/3").status == 0) }
    let (whole, threads, parts) = (try contents("whole"), try contents("threads"), try contents("parts"))
    #expect(threads.count == Self.logCount && parts == threads)
    #expect(whole.filter { $0.key.hasSuffix(".csv") } == threads)
    let reports = try ["whole/report.jsonl", "whole/threads.jsonl"].map(folder.text)
    #expect(reports[0] == reports[1].replacingOccurrences(of: "threads/", with: "whole/"))
  }

  @Test func skipsWhatIsDone() throws {
    func run(_ more: String...) throws -> String {
      let arguments = ["fuse", "logs", "-o", "out", "--resume", "--report", "report.jsonl"] + more
      let result = try cardan(arguments)
      #expect(result.status == 0)
      return result.errors
    }
    #expect(!(try run()).contains("skipped"))
    let (first, report) = (try contents("out"), try folder.text("report.jsonl"))
    #expect(first.count == 2 * Self.logCount)
    #expect(try run().contains("\(Self.logCount) skipped"))
    // A damaged result, a result that is gone, a log that is newer: each is done again, and only they.
    try folder.write("damaged", to: "out/log0.attitude.csv")
    try FileManager.default.removeItem(atPath: folder.path("out/log1.attitude.csv"))
    #expect(try run().contains("\(Self.logCount - 2) skipped"))
    #expect(try contents("out") == first)
    #expect(try folder.text("report.jsonl") == report)
    try folder.write(try folder.text("logs/log2.csv"), to: "logs/log2.csv")
    #expect(try run().contains("\(Self.logCount - 1) skipped"))
    // Other settings have other results.
    #expect(!(try run("--filter", "madgwick")).contains("skipped"))
    #expect(try contents("out") != first)
  }

  /// A folder that is one recording is done again when any of its files changes.
  @Test func aChangedFileOfARecordingIsDoneAgain() throws {
    let sensors = [("Gyroscope", "rad/s", "0.1,0.2,0.3"), ("Accelerometer", "m/s^2", "0.1,0.2,9.8")]
    func write(_ name: String, _ unit: String, _ row: String) throws {
      let header = "\"Time (s)\",\"X (\(unit))\",\"Y (\(unit))\",\"Z (\(unit))\"\n"
      let rows = (0..<500).map { "\(Double($0) * 0.01),\(row)\n" }.joined()
      try folder.write(header + rows, to: "phones/walk/\(name).csv")
    }
    for (name, unit, row) in sensors { try write(name, unit, row) }
    func run() throws -> ProgramRun { try cardan("fuse", "phones", "-o", "walks", "--resume") }
    #expect(try run().status == 0)
    #expect(try run().errors.contains("skipped"))
    try write("Gyroscope", "rad/s", "0.2,0.2,0.3")
    #expect(!(try run().errors.contains("skipped")))
    try write("Accelerometer", "m/s^2", "0.2,0.2,9.8")
    #expect(!(try run().errors.contains("skipped")))
    #expect(try run().errors.contains("skipped"))
  }

  @Test func refusesWhatCannotBe() throws {
    for arguments in [
      ["logs/log0.csv", "-o", "-", "--resume"], ["logs/log0.csv", "-o", "-", "--format", "npy"],
      ["logs/log0.csv", "-o", "-", "--report", "-"], ["logs/log0.csv", "--report", "logs/log0.csv"],
      ["logs", "-o", "out", "--shard", "4/3"], ["logs", "-o", "out", "--fail-on", "some"],
      ["logs/log0.csv", "-o", "out.csv", "--report", "out.csv"],
      ["logs", "-o", "out", "--format", "tum", "--columns", "t"],
    ] {
      #expect(try cardan(["fuse"] + arguments).status == ExitStatus.usage.rawValue)
    }
  }

  /// 65 kills over results of all formats, 1040 in `make soak`, in rounds of five that each end with a complete run: a file with
  /// its final name is always whole, and in the end every byte is that of a run without interruption.
  ///
  /// A run is killed when a seeded number of further results has appeared, with the next ones half-written.
  @Test(
    .endedWhenHanging,
    arguments: [("csv", 5), ("npz", 2), ("npy", 1), ("arrow", 2), ("mcap", 1), ("tum", 1), ("euroc", 1)])
  func aKilledRunResumesWithTheSameFiles(format: String, rounds: Int) throws {
    // Logs of several formats.
    for (log, name) in [("log1", "log1.arrow"), ("log2", "log2.npy")] {
      #expect(try cardan("convert", "logs/\(log).csv", "-o", "logs/\(name)").status == 0)
      try FileManager.default.removeItem(atPath: folder.path("logs/\(log).csv"))
    }
    _ = try Program.run(["gzip", "logs/log3.csv"], in: folder.url)
    let ending = format == "euroc" ? "csv" : format
    let arguments = [
      "fuse", "logs", "-o", "out", "--format", format, "--resume", "--jobs", "2", "--quiet", "--report",
      "out/report.jsonl",
    ]
    #expect(try cardan(arguments).status == 0)
    let expected = try contents("out")
    #expect(expected.count == 2 * Self.logCount + 1)
    var generator = SplitMix64(seed: 2026)
    for _ in 0..<rounds * (Soak.isOn ? 16 : 1) {
      try FileManager.default.removeItem(atPath: folder.path("out"))
      var killed = 0
      while killed < 5 {
        let count = min(results(ending) + Int.random(in: 0...2, using: &generator), Self.logCount - 2)
        let process = try CardanProcess.start(arguments, in: folder, input: FileHandle.nullDevice)
        try waitUntil { !process.isRunning || results(ending) >= count }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        // Besides unfinished files, a killed process leaves the marks of the logs that it had begun.
        for (name, content) in try contents("out") where ![".partial", ".begun"].contains(where: name.hasSuffix) {
          #expect(content == expected[name])
        }
        if process.terminationReason == .uncaughtSignal {
          killed += 1
        } else {
          // It was complete first: start again.
          try FileManager.default.removeItem(atPath: folder.path("out"))
        }
      }
      #expect(try cardan(arguments).status == 0)
      #expect(try contents("out") == expected)
    }
  }

  /// The number of results with their final names.
  private func results(_ ending: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("out"))) ?? []
    return names.count { !$0.hasPrefix(".") && $0.hasSuffix(".\(ending)") }
  }
}
