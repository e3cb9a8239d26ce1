import Foundation

/// The Swift compiler of the toolchain that runs the tests.
enum Compiler {
  /// The options for Embedded Swift, with modules found in `folder`.
  static func embedded(_ target: String, _ folder: URL) -> [String] {
    let shims = ProjectLayout.root.appending(path: "Sources/CMathShims/include").path
    return [
      "-target", target, "-enable-experimental-feature", "Embedded", "-wmo", "-no-allocations", "-O", "-swift-version",
      "6", "-parse-as-library", "-I", folder.path, "-I", shims,
    ]
  }

  /// Runs a program and returns its exit status and what it wrote to both of its outputs.
  static func run(_ program: URL, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// The triple of this machine.
  static func hostTarget() throws -> String {
    try targetInfo().target.moduleTriple
  }

  /// Whether the toolchain has the standard library of Embedded Swift for a target.
  static func hasEmbeddedLibrary(for target: String) throws -> Bool {
    let resources = URL(filePath: try targetInfo().paths.runtimeResourcePath)
    let library = resources.appending(path: "embedded/Swift.swiftmodule/\(target).swiftmodule")
    return FileManager.default.fileExists(atPath: library.path)
  }

  /// Calls `body` with a folder that is gone afterwards.
  static func withTemporaryFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cardan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private struct TargetInfo: Decodable {
    struct Target: Decodable { var moduleTriple: String }
    struct Paths: Decodable { var runtimeResourcePath: String }
    var target: Target
    var paths: Paths
  }

  private static func targetInfo() throws -> TargetInfo {
    let run = try run(URL(filePath: "/usr/bin/env"), ["swiftc", "-print-target-info"])
    return try JSONDecoder().decode(TargetInfo.self, from: Data(run.output.utf8))
  }
}
