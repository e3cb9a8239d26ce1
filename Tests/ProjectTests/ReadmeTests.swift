import Foundation
import Testing

/// The README keeps its word: its Swift compiles, links and runs against the modules of this build.
@Suite struct ReadmeTests {
  @Test func swiftExampleRuns() throws {
    let readme = try String(contentsOf: ProjectLayout.root.appending(path: "README.md"), encoding: .utf8)
    let blocks = readme.matches(of: /(?s)```swift\n(.*?)```/).map { String($0.1) }
    #expect(blocks.count == 1)
    for block in blocks { try runAsProgram(block) }
  }

  /// The pages for Swift and for firmware begin with lines that work; firmware has its readings from somewhere.
  @Test(arguments: [
    ("Sources/Cardan/Cardan.docc/UsingFromSwift.md", "", ""),
    (
      "Examples/cortex-m4/README.md",
      """
      let rate = Vector3<Float>(x: 0, y: 0, z: 0.5)
      let force = Vector3<Float>(x: 0, y: 0, z: 9.81)
      let field = Vector3<Float>(x: 0, y: 20, z: -40)

      """, "print(\"yaw \\(quaternion.z)\")"
    ),
  ])
  func theFirstLinesOfThePagesRun(page: String, before: String, after: String) throws {
    let text = try String(contentsOf: ProjectLayout.root.appending(path: page), encoding: .utf8)
    let block = try #require(text.firstMatch(of: /(?s)^# [^\n]+\n\n```swift\n(.*?)```/), "it begins with code")
    let lines = block.1.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.filter { $0.hasPrefix("import") }.joined(separator: "\n")
    let rest = lines.filter { !$0.hasPrefix("import") }.joined(separator: "\n")
    try runAsProgram("\(imports)\n\(before)\(rest)\n\(after)\n")
  }

  @Test func thePagesAreLinked() throws {
    let readme = try String(contentsOf: ProjectLayout.root.appending(path: "README.md"), encoding: .utf8)
    let pages = readme.matches(of: /\]\(([A-Za-z0-9\/._-]+\.md)\)/).map { String($0.1) }
    #expect(pages.count >= 6)
    for page in pages {
      #expect(FileManager.default.fileExists(atPath: ProjectLayout.root.appending(path: page).path), "\(page)")
    }
  }

  @Test func makeTargetsExist() throws {
    let readme = try String(contentsOf: ProjectLayout.root.appending(path: "README.md"), encoding: .utf8)
    let makefile = try String(contentsOf: ProjectLayout.root.appending(path: "Makefile"), encoding: .utf8)
    let targets = Set(readme.matches(of: /make ([a-z-]+)(?:\s+#|`)/).map { String($0.1) })
    #expect(targets.isSuperset(of: ["run", "test", "bench"]))
    for target in targets { #expect(makefile.contains("\n\(target):"), "make \(target)") }
  }

  private func runAsProgram(_ source: String) throws {
    let products = try #require(builtProducts(), "the folder with Modules/Cardan.swiftmodule")
    try Compiler.withTemporaryFolder { folder in
      let main = folder.appending(path: "main.swift")
      try source.write(to: main, atomically: true, encoding: .utf8)
      let modules = [
        "CMathShims", "CFileShims", "COnDemand", "CHDF5", "Rotations", "MotionSamples", "AttitudeFilters",
        "Geomagnetism", "MotionFeatures", "MotionLogs", "MotionSessions", "Cardan",
      ]
      let objects = modules.flatMap { objectFiles(of: $0, in: products) }
      let program = folder.appending(path: "example")
      let build = try Compiler.run(
        URL(filePath: "/usr/bin/env"),
        ["swiftc", "-swift-version", "6", "-I", products.appending(path: "Modules").path]
          + ["CMathShims", "CFileShims", "CHDF5"].flatMap {
            ["-I", ProjectLayout.root.appending(path: "Sources/\($0)/include").path]
          }
          + [main.path] + objects + ["-lm", "-o", program.path])
      #expect(build.status == 0, "\(build.output)")
      let run = try Compiler.run(program, [])
      #expect(run.status == 0)
      #expect(run.output.hasPrefix("yaw "))
    }
  }

  /// The folder that this test was built into.
  private func builtProducts() -> URL? {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles { folder = bundle.bundleURL.pathExtension == "xctest" ? bundle.bundleURL : folder }
    for _ in 0..<4 {
      if FileManager.default.fileExists(atPath: folder.appending(path: "Modules/Cardan.swiftmodule").path) {
        return folder
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  private func objectFiles(of module: String, in products: URL) -> [String] {
    let folder = products.appending(path: "\(module).build")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "o" }.map(\.path)
  }
}
