import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// Each call of the system that a command makes fails once: no signal, no half file under a final name, a documented exit code.
@Suite struct FailingCallTests {
  private static let errors = ["open": EMFILE, "read": EIO, "write": ENOSPC, "fsync": EIO, "rename": EACCES]

  private struct Work: CustomTestStringConvertible {
    var arguments: [String]
    /// Results that are whole or absent.
    var results: [String]
    /// Whether a log that breaks off gives the rows before: a live source that fails has ended.
    var mayEndEarly = false
    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let work = [
    Work(arguments: ["fuse", "log.csv", "-o", "out.csv", "--report", "report.jsonl"], results: ["out.csv"]),
    Work(arguments: ["fuse", "log.csv", "-o", "out.npz"], results: ["out.npz"]),
    Work(
      arguments: ["fuse", "logs", "-o", "out", "--resume", "--jobs", "1"],
      results: ["out/a.attitude.csv", "out/b.attitude.csv"]),
    Work(arguments: ["convert", "log.csv", "--format", "npy", "-o", "out.npy"], results: ["out.npy"]),
    Work(
      arguments: ["calibrate", "gyroscope", "still.csv", "-o", "out.json", "--date", "2026-01-01"],
      results: ["out.json"]),
    Work(arguments: ["live", "replay:log.csv", "-o", "out.csv"], results: ["out.csv"], mayEndEarly: true),
  ]

  private func makeFolder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let rows = (0..<1500).map { "\(Double($0) / 100),0.001,-0.002,0.003,0,0,9.81\n" }.joined()
    let text = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z\n" + rows
    for name in ["log.csv", "still.csv", "logs/a.csv", "logs/b.csv"] { try folder.write(text, to: name) }
    return folder
  }

  private func clear(_ work: Work, in folder: TemporaryFolder) throws {
    for name in work.results + ["out"] { try? FileManager.default.removeItem(atPath: folder.path(name)) }
  }

  @Test(arguments: work) private func everyCallMayFailOnce(work: Work) throws {
    let folder = try makeFolder()
    let shim = try FaultShim()
    let calls = try shim.calls(work.arguments, in: folder)
    let whole = try work.results.map { try Data(contentsOf: folder.url.appending(path: $0)) }
    #expect((calls["open"] ?? 0) > 0 && (calls["write"] ?? 0) > 0 && (calls["fsync"] ?? 0) > 0)
    for (call, error) in Self.errors {
      let count = calls[call] ?? 0
      for number in Swift.stride(from: 1, through: count, by: max(1, count / 40)) {
        try clear(work, in: folder)
        let run = try shim.run(work.arguments, failing: call, at: number, error: error, in: folder)
        let place = "\(call) \(number) of \(count): \(run.status) \(run.errors)"
        #expect(ExitStatus(rawValue: run.status) != nil && run.status != ExitStatus.usage.rawValue, "\(place)")
        var isComplete = true
        for (name, whole) in zip(work.results, whole) {
          guard let data = try? Data(contentsOf: folder.url.appending(path: name)) else {
            isComplete = false
            continue
          }
          let isEarly = work.mayEndEarly && run.status != 0 && whole.starts(with: data)
          #expect(isEarly || data == whole, "\(name) is not whole: \(place)")
        }
        #expect(isComplete || run.status != 0, "a result is missing: \(place)")
        #expect(run.status == 0 || !run.errors.isEmpty, "\(place)")
      }
    }
  }

  /// The runtime of Swift ends a process without memory. No half file remains then either.
  @Test func aFailedAllocationLeavesNoHalfFile() throws {
    let folder = try makeFolder()
    let shim = try FaultShim()
    let work = Self.work[0]
    let count = try #require(try shim.calls(work.arguments, in: folder)["malloc"])
    let whole = try Data(contentsOf: folder.url.appending(path: "out.csv"))
    for number in Swift.stride(from: 1, through: count, by: max(1, count / 60)) {
      try clear(work, in: folder)
      _ = try shim.run(work.arguments, failing: "malloc", at: number, error: ENOMEM, in: folder)
      guard folder.exists("out.csv") else { continue }
      #expect(try Data(contentsOf: folder.url.appending(path: "out.csv")) == whole, "malloc \(number)")
    }
  }
}
