import Foundation
import TestSupport

/// Calls of the system that fail in a process, by a library that is loaded before the others.
final class FaultShim {
  private let folder = TemporaryFolder()
  private var library: String { folder.path("faults.so") }

  /// Compiles the library.
  init() throws {
    let source = Project.file("Tests/CommandTests/Programs/faults.c").path
    try Program.require(["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", source, "-o", library, "-ldl"])
  }

  /// Runs the command; the second opening of a file whose path ends with `crashOn` is a segmentation fault.
  func run(_ arguments: [String], crashOn path: String, in folder: TemporaryFolder) throws -> ProgramRun {
    try run(arguments, ["CARDAN_CRASH_ON": path], in: folder)
  }

  /// Runs the command; the call of this name and number, from 1, fails with an error of the system.
  func run(
    _ arguments: [String], failing call: String, at number: Int, error: Int32, in folder: TemporaryFolder
  ) throws -> ProgramRun {
    try run(
      arguments, ["CARDAN_FAIL": call, "CARDAN_FAIL_AT": "\(number)", "CARDAN_FAIL_WITH": "\(error)"], in: folder)
  }

  /// The number of calls of each name in a run without errors.
  func calls(_ arguments: [String], in folder: TemporaryFolder) throws -> [String: Int] {
    let log = self.folder.path("calls")
    _ = try run(arguments, ["CARDAN_COUNT_CALLS": log], in: folder)
    let lines = try self.folder.text("calls").split(separator: "\n").map { $0.split(separator: " ") }
    return Dictionary(lines.map { (String($0[0]), Int($0[1]) ?? 0) }, uniquingKeysWith: max)
  }

  private func run(
    _ arguments: [String], _ environment: [String: String], in folder: TemporaryFolder
  ) throws -> ProgramRun {
    let settings = environment.merging(["LD_PRELOAD": library, "SWIFT_BACKTRACE": "enable=no"]) { $1 }
    return try Program.run(
      ["env"] + settings.map { "\($0)=\($1)" } + [CardanProcess.executable.path] + arguments, in: folder.url,
      timeout: .seconds(600))
  }
}
