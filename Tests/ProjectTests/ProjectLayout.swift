import Foundation
import Testing

/// The package as it lies on the disk.
enum ProjectLayout {
  /// The folder of Package.swift.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A target of Package.swift: its name and those it depends on.
  struct Target {
    var name: String
    var dependencies: [String]
  }

  /// The targets of Package.swift that have sources in Sources, read from its text.
  static func targets() throws -> [Target] {
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let declaration =
      /\.(?:target|executableTarget|systemLibrary)\(\s*name:\s*"(\w+)"(?:[^()\[\]]*dependencies:\s*\[([^\]]*)\])?/
    return manifest.matches(of: declaration).map { match in
      let dependencies = match.2.map { $0.matches(of: /"(\w+)"/).map { String($0.1) } }
      return Target(name: String(match.1), dependencies: dependencies ?? [])
    }
  }

  /// The Swift files in a folder and those below it, in a fixed order.
  static func swiftFiles(in folder: String) -> [URL] {
    let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
  }

  /// The path of a file from the root.
  static func relativePath(_ file: URL) -> String {
    String(file.path.dropFirst(root.path.count)).trimmingCharacters(in: ["/"])
  }

  /// The modules that a file imports, with the first component of `import struct A.B` and the like.
  static func imports(of file: URL) throws -> [String] {
    let text = try String(contentsOf: file, encoding: .utf8)
    let line =
      /(?m)^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)/
    return text.matches(of: line).map { String($0.1) }
  }
}
