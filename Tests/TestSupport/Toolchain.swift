import Foundation

/// The compilers and interpreters that tests use.
public enum Toolchain {
  /// The interpreter of the environment that `Scripts/install-python-peers` makes.
  public static let python = Project.file(".build/python/bin/python").path

  /// The triple of this machine.
  public static func hostTarget() throws -> String { try information().target.moduleTriple }

  /// Whether the toolchain has the standard library of Embedded Swift for a target.
  public static func hasEmbeddedLibrary(for target: String) throws -> Bool {
    let resources = URL(filePath: try information().paths.runtimeResourcePath)
    let library = resources.appending(path: "embedded/Swift.swiftmodule/\(target).swiftmodule")
    return FileManager.default.fileExists(atPath: library.path)
  }

  private struct Information: Decodable {
    struct Target: Decodable { var moduleTriple: String }
    struct Paths: Decodable { var runtimeResourcePath: String }
    var target: Target
    var paths: Paths
  }

  private static func information() throws -> Information {
    try JSONDecoder().decode(
      Information.self, from: Data(try Program.run(["swiftc", "-print-target-info"]).output.utf8))
  }
}
