import Foundation
import TestSupport

/// The built command, run as a user runs it.
enum CardanProcess {
  static let executable = Project.products.appending(path: "cardan")

  /// Runs the command to its end, in at most `memoryLimit` kB of addresses, with libraries of `libraryFolder` before others.
  static func run(
    _ arguments: [String], input: String? = nil, in folder: TemporaryFolder, memoryLimit: Int? = nil,
    libraryFolder: String? = nil
  ) throws -> ProgramRun {
    var command = [executable.path] + arguments
    if let memoryLimit { command = ["sh", "-c", "ulimit -v \(memoryLimit) && exec \"$0\" \"$@\""] + command }
    let environment = libraryFolder.map { ["LD_LIBRARY_PATH": $0] } ?? [:]
    return try Program.run(command, environment: environment, input: input ?? "", in: folder.url)
  }

  /// Starts the command; its output and errors go to `standard-output` and `standard-error` in the folder.
  static func start(_ arguments: [String], in folder: TemporaryFolder, input: Any?) throws -> Process {
    try Program.start(
      [executable.path] + arguments, in: folder.url, input: input,
      output: FileHandle(forWritingAtPath: try folder.write("", to: "standard-output")),
      errors: FileHandle(forWritingAtPath: try folder.write("", to: "standard-error")))
  }

  /// What a process that has ended left behind.
  static func result(of process: Process, in folder: TemporaryFolder) throws -> ProgramRun {
    ProgramRun(
      status: process.terminationStatus, output: try folder.text("standard-output"),
      errors: try folder.text("standard-error"))
  }
}

extension ProgramRun {
  /// Lines of the output that are neither empty nor comments.
  var rows: [Substring] { output.split(separator: "\n").filter { !$0.hasPrefix("#") } }
}

/// A suite that runs the command in a folder of its own.
protocol CommandSuite {
  var folder: TemporaryFolder { get }
}

extension CommandSuite {
  /// Runs the command in the folder to its end.
  func cardan(_ arguments: String..., input: String? = nil) throws -> ProgramRun { try cardan(arguments, input: input) }

  func cardan(_ arguments: [String], input: String? = nil) throws -> ProgramRun {
    try CardanProcess.run(arguments, input: input, in: folder)
  }
}
