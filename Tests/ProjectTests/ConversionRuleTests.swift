import Foundation
import TestSupport
import Testing

/// Modules above the core convert real numbers to integers by `init(saturating:)` or `init(exactly:)`: the conversion of the standard
/// library ends the program for a number that a file may hold.
@Suite struct ConversionRuleTests {
  /// The modules above the core, and of the core what is called with the readings of devices.
  static let modules =
    ["DeviceGestures"]
    + ProjectLayout.modules.filter { ["Portable", "Host", "Faces"].contains($0.floor) }.map(\.name)
  static let integers = ["Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64"]

  /// Declarations of the module that is compiled hide equal ones of the standard library, so that the compiler names their uses.
  static let hidden = integers.flatMap { integer in
    ["Double", "Float"].map { real in
      "extension \(integer) { @available(*, deprecated, message: \"ends\") init(_ value: \(real)) { self = 0 } }\n"
    }
  }.joined()

  @Test(arguments: modules) func realNumbersAreConvertedWithoutATrap(name: String) throws {
    let folder = try #require(ProjectLayout.modules.first { $0.name == name }).folder
    #expect(try uses(in: ProjectLayout.swiftFiles(in: folder).map(\.path), target: name) == [])
  }

  @Test(arguments: [
    ("Int64(time * 1e9)", 3), ("Int64.init(time * 1e9)", 9), ("[time].map(Int64.init)[0]", 20),
    (".init(time * 1e9)", 4), ("Int64(CLong(time))", 9),
  ]) func aConversionThatTrapsIsFound(conversion: String, column: Int) throws {
    try withTemporaryFolder { folder in
      let (file, other) = (folder.path("File.swift"), folder.path("Other.swift"))
      try "func count(_ time: Double) -> Int64 {\n  \(conversion)\n}\n".write(
        toFile: file, atomically: true, encoding: .utf8)
      try "func twice(_ time: Double) -> Int64 { 2 * count(time) }\n".write(
        toFile: other, atomically: true, encoding: .utf8)
      #expect(try uses(in: [file, other], target: "Sample") == ["\(file):2:\(column)"])
    }
  }

  /// Where a file may call an initializer of an integer without a label: by the name of the type, one of C's names for it, or none. Only
  /// the bodies in such files are type-checked, a third of all.
  private var unlabelled: Regex<Substring> {
    /\b(?:U?Int\d*|C[A-Z]\w+|\w+_t|Self)\((?!\s*\w+:)|\.init\b(?!\(\s*(?:\w+:|\)))/
  }

  /// File, line and column of each conversion by the standard library.
  private func uses(in files: [String], target: String) throws -> [String] {
    let primary = try files.filter { try String(contentsOfFile: $0, encoding: .utf8).contains(unlabelled) }
    if primary.isEmpty { return [] }
    return try withTemporaryFolder { folder in
      try Self.hidden.write(toFile: folder.path("Hidden.swift"), atomically: true, encoding: .utf8)
      let headers = ProjectLayout.modules(on: "C").map { Project.file("\($0.folder)/include").path }
      let package = String(Project.root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
      let output = try Program.run(
        [
          "swiftc", "-frontend", "-typecheck", "-swift-version", "6", "-module-name", target, "-package-name", package,
          "-I",
          Project.products.appending(path: "Modules").path,
        ] + headers.flatMap { ["-I", $0] } + files.flatMap { primary.contains($0) ? ["-primary-file", $0] : [$0] }
          + [folder.path("Hidden.swift")])
      #expect(output.status == 0, "\(output.errors)")
      return output.errors.matches(of: /(?m)^(\S+:\d+:\d+): warning: .*deprecated: ends/).map { String($0.1) }
    }
  }
}
