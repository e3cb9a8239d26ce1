import Foundation
import Testing

/// The built command, run as a user runs it.
struct CardanProcess {
  /// What a run left behind.
  struct Result {
    var status: Int32
    var output: String
    var errors: String
    /// Lines of the output that are neither empty nor comments.
    var rows: [Substring] { output.split(separator: "\n").filter { !$0.hasPrefix("#") } }
  }

  /// The executable, which stands beside the test bundle.
  static var executable: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("cardan")
  }

  /// Runs the command to its end, in at most `memoryLimit` kB of addresses, with libraries of `libraryFolder` before others.
  static func run(
    _ arguments: [String], input: String? = nil, in folder: TemporaryFolder, memoryLimit: Int? = nil,
    libraryFolder: String? = nil
  ) throws -> Result {
    let standardInput = folder.path("standard-input")
    try (input ?? "").write(toFile: standardInput, atomically: false, encoding: .utf8)
    let process = try start(
      arguments, in: folder, input: FileHandle(forReadingAtPath: standardInput), memoryLimit: memoryLimit,
      libraryFolder: libraryFolder)
    process.waitUntilExit()
    return try result(of: process, in: folder)
  }

  /// Starts the command; its output and errors go to files in the folder.
  static func start(
    _ arguments: [String], in folder: TemporaryFolder, input: Any?, memoryLimit: Int? = nil,
    libraryFolder: String? = nil
  ) throws -> Process {
    // A child that ends early must not take the tests with it. It inherits this, as from many a parent.
    signal(SIGPIPE, SIG_IGN)
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let memoryLimit {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "ulimit -v \(memoryLimit) && exec \"$0\" \"$@\"", executable.path] + arguments
    }
    if let libraryFolder {
      process.environment = ProcessInfo.processInfo.environment.merging(["LD_LIBRARY_PATH": libraryFolder]) { $1 }
    }
    process.currentDirectoryURL = folder.url
    process.standardInput = input
    process.standardOutput = try folder.newFile("standard-output")
    process.standardError = try folder.newFile("standard-error")
    try process.run()
    return process
  }

  /// What a process that has ended left behind.
  static func result(of process: Process, in folder: TemporaryFolder) throws -> Result {
    Result(
      status: process.terminationStatus, output: try folder.text("standard-output"),
      errors: try folder.text("standard-error"))
  }
}

/// A folder for one test, removed at its end.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("cardan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Every file, hidden ones too, but for the standard streams.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).filter { !$0.hasPrefix("standard-") }.sorted()
  }

  func newFile(_ name: String) throws -> FileHandle {
    try write("", to: name)
    return try #require(FileHandle(forWritingAtPath: path(name)))
  }
}
