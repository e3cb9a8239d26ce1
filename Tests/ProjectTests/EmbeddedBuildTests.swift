import Foundation
import TestSupport
import Testing

/// The core compiles in Embedded Swift without allocations, and a program that uses all of it compiles and runs.
@Suite struct EmbeddedBuildTests {
  static let modules = ProjectLayout.modules(on: "Core")
  static let driver = "Tests/ProjectTests/EmbeddedDriver/Driver.swift"
  /// FirmwareTests compile all of the core for `armv7em`, with the same options. WebTests do not for `wasm32`: a page needs less of it.
  static let targets = ["riscv32-none-none-eabi", "wasm32-unknown-none-wasm", "arm64-apple-none-macho"]

  @Test(.needs(Self.targets.map { .embeddedSwift(for: $0) }), arguments: Self.targets)
  func theCoreCompilesForAMicrocontroller(target: String) throws {
    try withTemporaryFolder { folder in try compileCore(for: target, into: folder) }
  }

  @Test(.needs(.embeddedSwift())) func theDriverRunsInEmbeddedSwiftOnThisMachine() throws {
    let target = try Toolchain.hostTarget()
    try withTemporaryFolder { folder in
      try compileCore(for: target, into: folder)
      let objects = Self.modules.map { folder.path($0.name + ".o") }
      let program = folder.path("driver")
      try expectSuccess(
        embedded(target, folder) + ["-module-name", "Driver", Project.file(Self.driver).path] + objects
          + ["-lm", "-o", program])
      try Program.require([program])
    }
  }

  /// The manifest does not know the processor of the product: what it asks of the compiler for x86-64 must do no harm elsewhere.
  @Test(.needs(.embeddedSwift(for: "aarch64-none-none-elf"))) func theOptionsOfTheManifestSuitArm64() throws {
    try withTemporaryFolder { folder in
      let manifest = try Program.run(["swift", "package", "--scratch-path", folder.path("scratch"), "dump-package"])
      let lists = manifest.output.matches(of: /(?s)"unsafeFlags" : \{\s*"_0" : \[(.*?)\]/)
      let options = lists.map { list in list.1.matches(of: /"([^"]*)"/).map { String($0.1) } }
      let wide = Set(options.filter { $0.contains { $0.hasPrefix("-march=") } })
      #expect(wide.count == 2, "\(options)")
      let source = try folder.write("public func twice(_ value: Double) -> Double { 2 * value }\n", to: "Twice.swift")
      for options in wide {
        try expectSuccess(
          embedded("aarch64-none-none-elf", folder) + ["-warnings-as-errors"] + options + [
            "-c", source, "-o", folder.path("Twice.o"),
          ])
      }
    }
  }

  /// A new filter must be added to the driver, or nothing proves that it works on a microcontroller.
  @Test func theDriverExercisesEveryFilter() throws {
    let driver = try Project.text(Self.driver)
    for file in ProjectLayout.swiftFiles(in: "Sources/Core/AttitudeFilters") {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /public struct (\w+)(?:<[^>]*>)?: AttitudeFilter\b/) {
        #expect(driver.contains("exercise(\(match.1)<"), "\(Self.driver) does not exercise \(match.1)")
      }
    }
  }

  private func compileCore(for target: String, into folder: TemporaryFolder) throws {
    for module in Self.modules {
      let sources = ProjectLayout.swiftFiles(in: module.folder).map(\.path)
      try expectSuccess(
        embedded(target, folder) + [
          "-module-name", module.name, "-emit-module", "-emit-module-path", folder.path(module.name + ".swiftmodule"),
          "-c", "-o",
          folder.path(module.name + ".o"),
        ] + sources)
    }
  }

  /// The compiler with the options for Embedded Swift, and modules found in `folder`.
  private func embedded(_ target: String, _ folder: TemporaryFolder) -> [String] {
    [
      "swiftc", "-target", target, "-enable-experimental-feature", "Embedded", "-wmo", "-no-allocations", "-O",
      "-swift-version", "6", "-parse-as-library", "-I", folder.path, "-I",
      Project.file("Sources/C/CMathShims/include").path,
    ] + (target.contains("apple") ? ["-Xcc", "-ffreestanding"] : [])  // The headers of that system are not here.
  }

  private func expectSuccess(_ command: [String]) throws {
    #expect(try Program.require(command) == "", "swiftc prints warnings")
  }
}
