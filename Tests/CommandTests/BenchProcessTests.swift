import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// `cardan bench`: the errors of `cardan evaluate`, their means, and Python packages that are missing or fail.
@Suite struct BenchProcessTests: CommandSuite {
  let folder = TemporaryFolder()

  init() throws {
    for (seed, name) in [("1", "a.csv"), ("2", "b.csv")] {
      let arguments = ["simulate", "--duration", "20", "--rate", "50", "--seed", seed, "-o", name]
      #expect(try cardan(arguments).status == 0)
    }
  }

  private func document(_ arguments: [String]) throws -> (result: ProgramRun, json: [String: Any]) {
    let result = try cardan(["bench", "--json"] + arguments)
    return (result, try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]))
  }

  private func list(_ value: Any?) throws -> [[String: Any]] { try #require(value as? [[String: Any]]) }
  private func number(_ value: Any?) throws -> Double { try #require(value as? Double) }

  /// A program in place of Python that runs `method` of a package that does not exist; `body` gets its samples.
  private func interpreter(_ body: String) throws -> String {
    let list = """
      [{"name":"x.Y","package":"x","version":"1.5","tuning":"nothing"},{"name":"z.Z","package":"z","version":null,"tuning":""}]
      """
    let path = try folder.write("#!/bin/sh\nif [ $# -lt 4 ]; then echo '\(list)'; exit; fi\n\(body)\n", to: "python")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  @Test(arguments: [[], ["--no-magnetometer"], ["--align-heading"]])
  func theErrorsAreThoseOfEvaluate(options: [String]) throws {
    let (result, json) = try document(["a.csv", "b.csv", "--no-peers"] + options)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let evaluated = try cardan(["evaluate", "a.csv", "b.csv", "--filter", "all", "--json"] + options)
    let entries = try list(JSONSerialization.jsonObject(with: Data(evaluated.output.utf8)))
    let runs = try list(json["recordings"]).flatMap { try list($0["runs"]) }
    #expect(entries.count == 14 && runs.count == 14)
    for (entry, run) in zip(entries, runs) {
      #expect(entry["filter"] as? String == run["method"] as? String)
      for name in ["total", "heading", "inclination"] {
        #expect(try number(entry[name]) == number(run[name]), "\(run)")
      }
      #expect(try number(run["nanosecondsPerSample"]) > 0)
    }
  }

  /// Two recordings: t of one degree of freedom is 12.7062, and s / √2 half the difference.
  @Test func meansHaveIntervalsAndDifferencesArePaired() throws {
    let (_, json) = try document(["a.csv", "b.csv", "--no-peers", "--filter", "vqf,default", "--against", "DEFAULT"])
    #expect(json["against"] as? String == "default")
    let totals = try list(json["recordings"]).map { try list($0["runs"]).map { try number($0["total"]) } }
    let methods = try list(json["methods"])
    try #require(methods.count == 2 && totals.count == 2 && totals.allSatisfy { $0.count == 2 })
    for (place, method) in methods.enumerated() {
      let total = try #require(method["total"] as? [String: Double])
      let (one, other) = (totals[0][place], totals[1][place])
      #expect(abs(try #require(total["mean"]) - (one + other) / 2) < 1e-9)
      #expect(abs(try #require(total["halfWidth"]) - 12.7062047 * abs(one - other) / 2) < 1e-6)
    }
    let difference = try #require(methods[0]["difference"] as? [String: Double])
    let pairs = totals.map { $0[0] - $0[1] }
    #expect(abs(try #require(difference["mean"]) - (pairs[0] + pairs[1]) / 2) < 1e-9)
    #expect(abs(try #require(difference["halfWidth"]) - 12.7062047 * abs(pairs[0] - pairs[1]) / 2) < 1e-6)
    #expect((methods[1]["difference"] as? [String: Double])?["mean"] == 0)
    #expect(try list(json["recordings"]).allSatisfy { ($0["sha256"] as? String)?.count == 64 })
  }

  @Test func theSmootherIsAMethodWithTheErrorsOfEvaluate() throws {
    let (result, json) = try document(["a.csv", "--no-peers", "--filter", "vqf", "--smooth"])
    #expect(result.status == 0, "\(result.errors)")
    let evaluated = try cardan(["evaluate", "a.csv", "--smooth", "--json"])
    let entry = try #require(try list(JSONSerialization.jsonObject(with: Data(evaluated.output.utf8))).first)
    let run = try #require(try list(try list(json["recordings"]).first?["runs"]).last)
    #expect(run["method"] as? String == "smoother")
    #expect(try number(run["total"]) == number(entry["total"]))
    #expect(try number(run["nanosecondsPerSample"]) > 0)
  }

  /// What is installed is stripped; valgrind may not know the debug information of the compiler.
  @Test(.needs(Requirement.program("valgrind"))) func instructionsAreThoseOfAnUpdate() throws {
    let stripped = folder.path("stripped")
    let strip = try Program.run(["strip", "-o", stripped, CardanProcess.executable.path], in: folder.url)
    #expect(strip.status == 0, "\(strip.errors)")
    func counts(_ options: [String]) throws -> [Double] {
      let arguments = ["a.csv", "--no-peers", "--filter", "vqf,madgwick", "--instructions", "--json"]
      let result = try Program.run([stripped, "bench"] + arguments + options, in: folder.url)
      #expect(result.status == 0, "\(result.errors)")
      let json = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      return try list(json["methods"]).map { try number($0["instructionsPerSample"]) }
    }
    let first = try counts([])
    // VQF does more work than Madgwick's filter.
    try #require(first.count == 2 && first[1] > 100 && first[0] > 1.2 * first[1], "\(first)")
    for (count, again) in zip(first, try counts(["--set", "gain=0.01"])) {
      #expect(abs(count - again) < 0.02 * count, "\(count) \(again)")
    }
    let missing = try Program.run(
      [stripped, "bench", "a.csv", "--no-peers", "--instructions"], environment: ["PATH": "/nowhere"], in: folder.url)
    #expect(missing.status == ExitStatus.usage.rawValue && missing.errors.contains("'--instructions': valgrind"))
  }

  @Test func writesATableAPageAndLines() throws {
    let result = try cardan(["bench", "a.csv", "--no-peers", "--filter", "default,vqf", "-o", "page.html"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.rows.count == 5 && result.output.contains("16 of 39 trials of BROAD"), "\(result.output)")
    #expect(try folder.text("page.html").contains("Benchmark of a.csv"))
    let lines = try cardan(["bench", "a.csv", "b.csv", "--no-peers", "--filter", "default,vqf", "--csv"])
    #expect(lines.status == 0 && lines.rows.count == 5, "\(lines.transcript)")
    #expect(lines.rows.dropFirst().first?.hasPrefix("a.csv,default,") == true)
    let table = try cardan([
      "bench", "a.csv", "--no-peers", "--filter", "vqf", "--set", "accelerometer_time_constant=2",
    ])
    #expect(table.output.contains("by the caller"), "\(table.transcript)")
  }

  /// What `make bench-peers` writes, where it is or where the option says.
  @Test func thePageShowsTimesWithoutPython() throws {
    func measurement(_ filter: String, _ number: String, _ sensors: String, _ rate: Double, _ times: [Double]) -> String
    {
      """
      {"label": {"filter": "\(filter)", "number": "\(number)", "sensors": "\(sensors)", "rate": \(rate)},
       "nanosecondsPerSample": \(times), "checksum": "nan"}
      """
    }
    let measurements = [
      measurement("default", "Double", "9D", 286, [91.5, 90.25, 99]),
      measurement("VQF C++", "Double", "9D", 286, [270, 250, 260, 280]),
      measurement("VQF C++", "Double", "9D", 100, [777]), measurement("VQF C++", "Double", "6D", 286, [777]),
      measurement("vqf", "Doublex8", "9D", 286, [777]),
    ]
    let times = """
      {"date": "2026-11-28", "processor": "Example 3000", "measurements": [\(measurements.joined(separator: ","))]}
      """
    let arguments = ["bench", "a.csv", "--no-peers", "--filter", "vqf", "-o", "page.html"]
    func page(_ options: [String] = []) throws -> String {
      let result = try cardan(arguments + options)
      #expect(result.status == 0, "\(result.errors)")
      return try folder.text("page.html")
    }
    #expect(try !page().contains("Time without Python"))
    _ = try folder.write(times, to: "times.json")
    let asked = try page(["--peer-times", "times.json"])
    for words in [
      "Time without Python", "2026-11-28 on Example 3000", "at 286 Hz", "[\"default\",\"Double\",\"91.5\"]",
      "[\"VQF C++\",\"Double\",\"265\"]",
    ] {
      #expect(asked.contains(words), "\(words)")
    }
    #expect(!asked.contains("777"))
    try FileManager.default.createDirectory(
      atPath: folder.path("Benchmarks/results"), withIntermediateDirectories: true)
    _ = try folder.write(times, to: "Benchmarks/results/peer-times.json")
    #expect(try page().contains("Example 3000"))
    for options in [["--peer-times", "a.csv"], ["--peer-times", "none.json"]] {
      #expect(try cardan(arguments + options).status == ExitStatus.usage.rawValue)
    }
  }

  /// The identity as an estimate: its total error is the angle of the true attitude.
  @Test func aPackageIsMeasuredAsAFilterIs() throws {
    let python = try interpreter(
      """
      exec python3 -c 'import sys, struct
      count = len(sys.stdin.buffer.read()) // 80
      sys.stdout.buffer.write(struct.pack("d", 5) + struct.pack("4d", 1, 0, 0, 0) * count)'
      """)
    let (result, json) = try document(["a.csv", "--filter", "vqf", "--python", python])
    #expect(result.errors.contains("not installed in \(python): z"), "\(result.errors)")
    let recording = try #require(try list(json["recordings"]).first)
    let run = try #require(try list(recording["runs"]).last)
    #expect(run["method"] as? String == "x.Y")
    #expect(try number(run["nanosecondsPerSample"]) == 5)
    let lines = try folder.text("a.csv").split(separator: "\n").filter { !$0.hasPrefix("#") }
    let column = try #require(lines[0].split(separator: ",").firstIndex { $0.hasPrefix("q_w") })
    let squares = lines.dropFirst().map { line in
      let w = Double(line.split(separator: ",", omittingEmptySubsequences: false)[column]) ?? .nan
      let angle = 2 * acos(min(1, abs(w))) * 180 / Double.pi
      return angle * angle
    }
    let expected = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    #expect(abs(try number(run["total"]) - expected) < 1e-4)
  }

  @Test(
    arguments: [
      ("echo 'ImportError: no y' >&2; exit 1", "failed: x.Y: ImportError: no y"),
      ("printf 12345678", "failed: x.Y: returned 1 numbers, expected 4001"),
      ("kill -9 $$", "failed: x.Y: ended with status 137"),
    ])
  func aPackageThatFailsIsReportedAndLeftOut(body: String, remark: String) throws {
    let (result, json) = try document(["a.csv", "--filter", "default,vqf", "--python", try interpreter(body)])
    #expect(result.status == 0 && result.errors.contains(remark), "\(result.errors)")
    #expect(try list(json["methods"]).map { $0["method"] as? String } == ["default", "vqf"])
    let runs = try list(try #require(try list(json["recordings"]).first)["runs"])
    #expect(runs.count == 3 && runs[2]["failure"] is String && runs[2]["total"] == nil)
  }

  @Test(
    arguments: [
      (["a.csv", "--python", "/nonexistent/python"], 2, "No such file or directory"),
      (["a.csv", "--no-peers", "--against", "vfq"], 2, "did you mean 'vqf'"),
      (["a.csv", "--no-peers", "--no-velocity"], 2, "--no-velocity"),
      (["a.csv", "--no-peers", "-o", "a.csv"], 2, "would overwrite"),
      (["missing.csv", "--no-peers"], 1, "missing.csv"),
    ] as [([String], Int32, String)])
  func mistakesAreExplained(arguments: [String], status: Int32, text: String) throws {
    let result = try cardan(["bench"] + arguments)
    #expect(result.status == status && result.errors.contains(text), "\(result.transcript)")
  }
}
