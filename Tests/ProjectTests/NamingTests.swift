import Foundation
import Testing

@Suite struct NamingTests {
  /// Swift cannot name the members of a module from outside when a type inside has the module's name.
  @Test func noModuleHasTheNameOfATypeInsideIt() throws {
    for target in ProjectLayout.modules {
      let declaration = try Regex(#"(?m)\b(?:struct|class|enum|actor|protocol|typealias)\s+\#(target.name)\b"#)
      for file in ProjectLayout.swiftFiles(in: target.folder) {
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.firstMatch(of: declaration) == nil, "\(ProjectLayout.relativePath(file)) declares \(target.name)")
      }
    }
  }

  /// One idea a file, and files that can be read in one sitting.
  @Test func noFileIsLongerThan400Lines() throws {
    for file in ProjectLayout.swiftFiles(in: "Sources") + ProjectLayout.swiftFiles(in: "Tests") {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 401, "\(ProjectLayout.relativePath(file)) has \(lines.count) lines")
      #expect(!file.lastPathComponent.contains(" "))
    }
  }
}
