import Foundation
import TestSupport
import Testing

/// The pages of `cardan report`, opened from disk in Chromium; the pictures stay in `.build`.
@Suite(.needs([.program("node", package: "nodejs"), .program("chromium")])) struct ReportTests {
  private let folder = TemporaryFolder()

  private func cardan(_ arguments: String...) throws -> ProgramRun {
    let run = try Program.run([Project.products.appending(path: "cardan").path] + arguments, in: folder.url)
    #expect(run.status == 0, "\(arguments): \(run.errors)")
    return run
  }

  /// Short and long logs, one with gaps, and a folder with a log that cannot be read.
  @Test func thePagesWorkInChromium() throws {
    let log = Project.dataset("hand-held.csv").path
    _ = try cardan("report", log, "--location", "47.38,8.54", "--date", "2025-06-01", "-o", "short.html", "--quiet")
    _ = try cardan("fuse", log, "-o", "short.csv", "--quiet")
    try cardan("evaluate", log, "--json").output.write(
      toFile: folder.path("short.json"), atomically: false, encoding: .utf8)
    _ = try cardan("simulate", "--scenario", "walking", "--duration", "600", "--rate", "200", "-o", "long-log.csv")
    _ = try cardan("report", "long-log.csv", "-o", "long.html", "--quiet")
    _ = try cardan("fuse", "long-log.csv", "-o", "long.csv", "--quiet")
    _ = try cardan("bench", log, "--filter", "default,vqf,madgwick", "--no-peers", "-o", "bench.html")
    try makeFolder()
    try writeDeviceLog()
    _ = try cardan("report", "device.csv", "-o", "device.html", "--quiet")
    _ = try cardan("simulate", "--scenario", "city", "--duration", "90", "-o", "city.csv")
    _ = try cardan("report", "city.csv", "-o", "city.html", "--quiet")
    let program = Project.file("Tests/WebTests/Programs/report.mjs").path
    let pictures = Project.file(".build/report.pictures").path
    let output = try Program.require(["node", program, folder.url.path, pictures])
    #expect(output.split(separator: "\n").contains("all of the pages work"), "\(output)")
    print(output)
  }

  /// The real recording as Core Motion would give it, with the truth as the attitude that the device estimates.
  private func writeDeviceLog() throws {
    let lines = try String(contentsOf: Project.dataset("hand-held.csv"), encoding: .utf8).split(separator: "\n")
    let names = ["timestamp [s]"]
    let stems = ["rotationRate", "gravity", "userAcceleration", "magneticField"]
    var text =
      (names + stems.flatMap { stem in ["X", "Y", "Z"].map { stem + $0 } }
      + ["W", "X", "Y", "Z"].map { "quaternion" + $0 }).joined(separator: ",")
    for line in lines.dropFirst() where !line.hasPrefix("#") {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let gravity = cells[4..<7].map { "\(-(Double($0) ?? .nan) / 9.80665)" }
      text += "\n" + (cells[..<4] + gravity + ["0", "0", "0"] + cells[7..<14]).joined(separator: ",")
    }
    try text.write(toFile: folder.path("device.csv"), atomically: false, encoding: .utf8)
  }

  /// Three logs: a good one, one with a gap, and one with an invalid row.
  private func makeFolder() throws {
    let logs = folder.url.appending(path: "logs")
    try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: true)
    let lines = try String(contentsOf: Project.dataset("hand-held.csv"), encoding: .utf8).split(separator: "\n")
    func write(_ lines: some Sequence<Substring>, _ name: String) throws {
      try lines.joined(separator: "\n").write(
        to: logs.appending(path: name), atomically: false, encoding: .utf8)
    }
    try write(lines.prefix(2000), "a good one.csv")
    try write(lines.prefix(1000) + lines[1200..<2000], "b gap.csv")
    try write(lines.prefix(50) + ["10,x,0,0,0,0,9.81,20,0,-40"], "c bad.csv")
    let command = [Project.products.appending(path: "cardan").path, "report", "logs", "-o", "pages"]
    let run = try Program.run(command, in: folder.url)
    #expect(run.status == 1 && run.errors.contains("c bad.csv:51"), "\(run.errors)")
  }
}
