import Foundation
import Testing

/// The core compiles in Embedded Swift without allocations, and a program that uses all of it compiles and runs.
@Suite struct EmbeddedBuildTests {
  static let modules = ["Rotations", "MotionSamples", "AttitudeFilters", "Geomagnetism", "MotionFeatures"]
  static let driver = "Tests/ProjectTests/EmbeddedDriver/Driver.swift"

  @Test(arguments: ["armv7em-none-none-eabi", "riscv32-none-none-eabi", "wasm32-unknown-none-wasm"])
  func theCoreCompilesForAMicrocontroller(target: String) throws {
    guard try Compiler.hasEmbeddedLibrary(for: target) else {
      print("skipped: this toolchain has no Embedded standard library for \(target)")
      return
    }
    try Compiler.withTemporaryFolder { folder in
      try compileCore(for: target, into: folder)
      // What is specialized for Float is the same on all 32-bit processors: one of them is enough.
      guard target.hasPrefix("arm") else { return }
      let object = folder.appending(path: "Driver.o").path
      try expectSuccess(
        Compiler.embedded(target, folder) + ["-module-name", "Driver", "-c", path(Self.driver), "-o", object])
    }
  }

  @Test func theDriverRunsInEmbeddedSwiftOnThisMachine() throws {
    let target = try Compiler.hostTarget()
    guard try Compiler.hasEmbeddedLibrary(for: target) else {
      print("skipped: this toolchain has no Embedded standard library for \(target)")
      return
    }
    try Compiler.withTemporaryFolder { folder in
      try compileCore(for: target, into: folder)
      let objects = Self.modules.map { folder.appending(path: $0 + ".o").path }
      let program = folder.appending(path: "driver")
      try expectSuccess(
        Compiler.embedded(target, folder) + ["-module-name", "Driver", path(Self.driver)] + objects
          + ["-lm", "-o", program.path])
      let run = try Compiler.run(program, [])
      #expect(run.status == 0, "the driver stopped with \(run.status): \(run.output)")
    }
  }

  /// A new filter must be added to the driver, or nothing proves that it works on a microcontroller.
  @Test func theDriverExercisesEveryFilter() throws {
    let driver = try String(contentsOf: ProjectLayout.root.appending(path: Self.driver), encoding: .utf8)
    for file in ProjectLayout.swiftFiles(in: "Sources/AttitudeFilters") {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /public struct (\w+)(?:<[^>]*>)?: AttitudeFilter\b/) {
        #expect(driver.contains("exercise(\(match.1)<"), "\(Self.driver) does not exercise \(match.1)")
      }
    }
  }

  private func compileCore(for target: String, into folder: URL) throws {
    for module in Self.modules {
      let sources = ProjectLayout.swiftFiles(in: "Sources/\(module)").map(\.path)
      try expectSuccess(
        Compiler.embedded(target, folder) + [
          "-module-name", module, "-emit-module", "-emit-module-path",
          folder.appending(path: module + ".swiftmodule").path, "-c", "-o", folder.appending(path: module + ".o").path,
        ] + sources)
    }
  }

  private func expectSuccess(_ arguments: [String]) throws {
    let run = try Compiler.run(URL(filePath: "/usr/bin/env"), ["swiftc"] + arguments)
    #expect(run.output == "", "swiftc has something to say")
    try #require(run.status == 0)
  }

  private func path(_ relative: String) -> String { ProjectLayout.root.appending(path: relative).path }
}
