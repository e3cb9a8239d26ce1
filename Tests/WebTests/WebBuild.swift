import Foundation
import TestSupport

/// The module and the page as `make web` builds them, and programs of Node that use them.
enum WebBuild {
  static let folder = Project.file(".build/web")
  static let datasets = Project.file("datasets")

  /// What building the module and running it in Node takes.
  static let needs: [Requirement] = [
    .program("make"), .program("clang"), .program("wasm-ld", package: "lld"), .program("node", package: "nodejs"),
    .embeddedSwift(for: "wasm32-unknown-none-wasm"),
  ]

  /// Builds what is not up to date. Tests run side by side: one `make` at a time.
  static func make() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let source = Project.file("Examples/web").path
    try Program.require(["flock", folder.path + ".lock", "make", "--silent", "-C", source, "OUT=" + folder.path])
  }

  /// Runs a program of `Programs` with Node, and returns what it prints.
  static func node(_ program: String, _ arguments: [String]) throws -> String {
    try Program.require(["node", Project.file("Tests/WebTests/Programs/\(program)").path, folder.path] + arguments)
  }
}
