import Foundation
import Testing

/// The module and the page as `make web` builds them, and programs of Node that use them.
enum WebBuild {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let folder = root.appending(path: ".build/web")
  static let datasets = root.appending(path: "datasets")
  static let programs = root.appending(path: "Tests/WebTests/Programs")

  /// What is missing here; nothing in CI, which sets `CARDAN_NEEDS_PEERS`.
  static func missing(of needed: [String]) -> Comment? {
    guard ProcessInfo.processInfo.environment["CARDAN_NEEDS_PEERS"] == nil else { return nil }
    let library = "/usr/share/javascript/three/three.module.js"
    guard FileManager.default.fileExists(atPath: library) else { return "there is no \(library) (Debian: libjs-three)" }
    for tool in ["make", "wasm-ld", "clang"] + needed where (try? run(["sh", "-c", "command -v \(tool)"]).status) != 0 {
      return "there is no \(tool)"
    }
    guard let target = try? run(["swiftc", "-print-target-info", "-target", "wasm32-unknown-none-wasm"]),
      let resources = target.output.firstMatch(of: /"runtimeResourcePath": "(.*)"/),
      FileManager.default.fileExists(
        atPath: "\(resources.1)/embedded/Swift.swiftmodule/wasm32-unknown-none-wasm.swiftmodule")
    else { return "this toolchain has no Embedded standard library for wasm32-unknown-none-wasm" }
    return nil
  }

  /// Builds what is not up to date. Tests run side by side: one `make` at a time.
  static func make() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let source = root.appending(path: "Examples/web").path
    _ = try output(["flock", folder.path + ".lock", "make", "--silent", "-C", source, "OUT=" + folder.path])
  }

  /// Runs a program of `Programs` with Node, and gives what it printed.
  static func node(_ program: String, _ arguments: [String]) throws -> String {
    try output(["node", programs.appending(path: program).path, folder.path] + arguments)
  }

  private static func output(_ command: [String]) throws -> String {
    let run = try run(command)
    try #require(run.status == 0, "\(command[0]) stopped with \(run.status): \(run.output)")
    return run.output
  }

  private static func run(_ command: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
