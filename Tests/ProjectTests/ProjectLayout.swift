import Foundation
import TestSupport
import Testing

/// The package as it lies on the disk.
enum ProjectLayout {
  /// A target of Package.swift: its name and those it depends on.
  struct Target {
    var name: String
    var dependencies: [String]
  }

  /// The targets of Package.swift that have sources in Sources, which are those without a path, read from its text.
  static func targets() throws -> [Target] {
    let manifest = try Project.text("Package.swift")
    let declaration =
      /\.(?:target|executableTarget|systemLibrary)\(\s*name:\s*"(\w+)"(?!,\s*path:)(?:[^()\[\]]*dependencies:\s*\[([^\]]*)\])?/
    return manifest.matches(of: declaration).map { match in
      let dependencies = match.2.map { $0.matches(of: /"(\w+)"/).map { String($0.1) } }
      return Target(name: String(match.1), dependencies: dependencies ?? [])
    }
  }

  /// A target and all that it depends on, directly or through others.
  static func reachable(from name: String, _ targets: [Target]) -> Set<String> {
    let dependencies = targets.first { $0.name == name }?.dependencies ?? []
    return dependencies.reduce(into: [name]) { $0.formUnion(reachable(from: $1, targets)) }
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
