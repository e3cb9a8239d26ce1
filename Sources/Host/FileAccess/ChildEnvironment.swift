import SystemLibrary

/// The environment of the programs that this one starts. A log may come in a folder with programs and libraries, so nothing in it
/// leads to the current folder: relative folders are left out of every list, and the child begins in the root.
package enum ChildEnvironment {
  /// What a program needs to run as the user; everything else could choose its code.
  private static let kept = ["HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ"]
  /// Lists of folders.
  private static let lists = ["PATH", "LD_LIBRARY_PATH"]

  /// The variables as NAME=VALUE.
  package static var variables: [String] {
    kept.compactMap { name in value(name).map { "\(name)=\($0)" } }
      + lists.compactMap { name in value(name).map { "\(name)=\(absoluteFolders(in: $0).joined(separator: ":"))" } }
  }

  /// The path of a program by its name in PATH, or by a path from the current folder; nil if it is missing.
  package static func program(_ name: String) -> String? {
    guard !name.contains("/") else {
      guard !name.hasPrefix("/"), let folder = getcwd(nil, 0) else { return name }
      defer { free(folder) }
      return FilePath.path(of: name, in: String(cString: folder))
    }
    return absoluteFolders(in: value("PATH") ?? "/usr/local/bin:/usr/bin:/bin").lazy
      .map { FilePath.path(of: name, in: $0) }.first { FileKind(of: $0) == .file && access($0, X_OK) == 0 }
  }

  private static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private static func absoluteFolders(in list: String) -> [String] {
    list.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }
}

extension [String] {
  /// Calls a function with the texts as C takes them, with nil at the end.
  package func withCStrings<Result>(_ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result {
    let texts = map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    return texts.withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}
