import Foundation
import TestSupport
import Testing

/// The package as it lies on the disk.
enum ProjectLayout {
  /// A module of Package.swift: its floor, its name and the modules that it imports.
  struct Module {
    var floor: String
    var name: String
    var imports: [String]

    /// Its folder from the root.
    var folder: String { "Sources/\(floor)/\(name)" }
  }

  /// The modules in the order of the manifest, as `Scripts/modules` prints them.
  static let modules: [Module] = {
    let list = try? Program.run([Project.file("Scripts/modules").path])
    return (list?.output ?? "").split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      return Module(floor: words[0], name: words[1], imports: Array(words[2...]))
    }
  }()

  /// The modules of a floor.
  static func modules(on floor: String) -> [Module] { modules.filter { $0.floor == floor } }

  /// A module and all that it needs, directly or through others.
  static func needed(by name: String) -> [Module] {
    var names: Set = [name]
    return modules.reversed().filter { module in
      guard names.contains(module.name) else { return false }
      names.formUnion(module.imports)
      return true
    }.reversed()
  }

  /// The Swift files in a folder and those below it, in a fixed order.
  static func swiftFiles(in folder: String) -> [URL] {
    let files = FileManager.default.enumerator(at: Project.file(folder), includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
  }

  /// The path of a file from the root.
  static func relativePath(_ file: URL) -> String {
    String(file.path.dropFirst(Project.root.path.count)).trimmingCharacters(in: ["/"])
  }

  /// The modules that a file imports, with the first component of `import struct A.B` and the like.
  static func imports(of file: URL) throws -> [String] {
    let text = try String(contentsOf: file, encoding: .utf8)
    let line =
      /(?m)^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)/
    return text.matches(of: line).map { String($0.1) }
  }
}
