import Foundation
import TestSupport
import Testing

/// ARCHITECTURE.md against the manifest and the modules.
@Suite struct ArchitectureTests {
  /// A row of the table of modules.
  private struct Row: Equatable {
    var floor: String
    var module: String
    var purpose: String
  }

  /// The page has a row for each module, in the order of the manifest, with what its main file says of it.
  @Test func thePageDescribesEveryModule() throws {
    let page = try Project.text("ARCHITECTURE.md")
    let rows = page.matches(of: /(?m)^\| `(\w+)` \| `(\w+)` \| (.+) \|$/).map {
      Row(floor: String($0.1), module: String($0.2), purpose: String($0.3))
    }
    let expected = try ProjectLayout.modules.map { module in
      Row(floor: module.floor, module: module.name, purpose: try sign(of: module).joined(separator: " and "))
    }
    #expect(rows == expected)
  }

  /// The page gives a rule for each floor.
  @Test func thePageHasARuleForEveryFloor() throws {
    let page = try Project.text("ARCHITECTURE.md")
    let floors = page.matches(of: /(?m)^\| `(\w+)` \| [^|`]+[^|]* \|$/).map { String($0.1) }
    #expect(floors.starts(with: ImportRuleTests.floors), "\(floors)")
  }

  /// Files on the module whose first line is `// Module: purpose.`: one.
  private func sign(of module: ProjectLayout.Module) throws -> [String] {
    let files = FileManager.default.enumerator(at: Project.file(module.folder), includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { ["swift", "h", "c"].contains($0.pathExtension) }
      .compactMap { file in
        let line = try String(contentsOf: file, encoding: .utf8).prefix { $0 != "\n" }
        guard line.hasPrefix("// \(module.name): "), line.hasSuffix(".") else { return nil }
        return String(line.dropFirst(module.name.count + 5).dropLast())
      }
  }
}
