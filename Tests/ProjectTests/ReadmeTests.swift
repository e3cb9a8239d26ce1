import Foundation
import TestSupport
import Testing

/// The Swift of the README and of the pages compiles, links and runs against the modules of this build.
@Suite struct ReadmeTests {
  /// Every block is a program of its own, whose first output is the yaw, and which knows all that it prints.
  @Test func theSwiftOfTheREADMERuns() throws {
    let blocks = try Project.text("README.md").matches(of: /(?s)```swift\n(.*?)```/).map { String($0.1) }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let output = try runAsProgram(block)
      #expect(!output.contains("nan"), "\(output)")
    }
  }

  /// The first block of the pages for Swift and for firmware; that for firmware gets its readings here.
  @Test(arguments: [
    ("Sources/Faces/Cardan/Cardan.docc/UsingFromSwift.md", "", ""),
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
    let text = try Project.text(page)
    let block = try #require(
      text.firstMatch(of: /(?s)^# [^\n]+\n\n```swift\n(.*?)```/), "\(page) does not begin with Swift")
    let lines = block.1.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.filter { $0.hasPrefix("import") }.joined(separator: "\n")
    let rest = lines.filter { !$0.hasPrefix("import") }.joined(separator: "\n")
    try runAsProgram("\(imports)\n\(before)\(rest)\n\(after)\n")
  }

  /// The page for Swift shows many recordings in lanes, which are a product of their own.
  @Test func theLanesOfThePageRun() throws {
    let page = try Project.text("Sources/Faces/Cardan/Cardan.docc/UsingFromSwift.md")
    let blocks = page.matches(of: /(?s)```swift\n(.*?)```/).map { String($0.1) }
    let block = try #require(blocks.first { $0.contains("fuse(recordings") })
    let output = try runAsProgram(block, with: ["Cardan", "RecordingFusionDispatch"])
    #expect(output.split(separator: "\n").count == 64 && !output.contains("nan"), "\(output)")
  }

  @Test func thePagesAreLinked() throws {
    let readme = try Project.text("README.md")
    let pages = readme.matches(of: /\]\(([A-Za-z0-9\/._-]+\.md)\)/).map { String($0.1) }
    #expect(pages.count >= 6)
    for page in pages {
      #expect(
        FileManager.default.fileExists(atPath: Project.file(page).path), "README.md links \(page), which does not exist"
      )
    }
  }

  @Test func makeTargetsExist() throws {
    let readme = try Project.text("README.md")
    let makefile = try Project.text("Makefile")
    let targets = Set(readme.matches(of: /make ([a-z-]+)(?:\s+#|`)/).map { String($0.1) })
    #expect(targets.isSuperset(of: ["run", "test", "bench"]))
    for target in targets {
      #expect(makefile.contains("\n\(target):"), "README.md names make \(target), which does not exist")
    }
  }

  /// The files of a build have absolute paths; make says what to do instead of the compiler.
  @Test func aMovedCheckoutIsReported() throws {
    try withTemporaryFolder { folder in
      _ = try folder.write(try Project.text("Makefile"), to: "Makefile")
      let build = folder.url.appending(path: ".build")
      try FileManager.default.createDirectory(at: build, withIntermediateDirectories: true)
      func make(_ arguments: String..., builtIn path: String) throws -> ProgramRun {
        try "inputs: [\"\(path)/Sources/a.swift\"]\n".write(
          to: build.appending(path: "release.yaml"), atomically: false, encoding: .utf8)
        return try Program.run(["make", "-n"] + arguments, in: folder.url)
      }
      let moved = try make("check", builtIn: "/elsewhere/cardan")
      #expect(moved.status != 0 && moved.errors.contains("run 'make clean' first"), "\(moved.transcript)")
      #expect(try make("clean", builtIn: "/elsewhere/cardan").status == 0)
      #expect(try make("help", builtIn: "/elsewhere/cardan").status == 0)
      let here = try make("check", builtIn: folder.url.resolvingSymlinksInPath().path)
      #expect(here.status == 0, "\(here.transcript)")
    }
  }

  @discardableResult
  private func runAsProgram(_ source: String, with products: [String] = ["Cardan"]) throws -> String {
    let needed = Set(products.flatMap { ProjectLayout.needed(by: $0).map(\.name) })
    let modules = ProjectLayout.modules.filter { needed.contains($0.name) }
    let headers = modules.map { Project.file("\($0.folder)/include").path }
      .filter { FileManager.default.fileExists(atPath: $0) }
    return try withTemporaryFolder { folder in
      let program = folder.path("example")
      try Program.require(
        ["swiftc", "-O", "-swift-version", "6", "-I", Project.products.appending(path: "Modules").path]
          + headers.flatMap { ["-I", $0] } + [try folder.write(source, to: "main.swift")]
          + modules.flatMap { Project.objects(of: $0.name) } + ["-lm", "-ldl", "-o", program])
      let output = try Program.require([program])
      #expect(output.hasPrefix("yaw "), "\(output)")
      return output
    }
  }
}
