import LogTables
import SystemLibrary

/// The parts of paths.
package enum FilePath {
  /// The folder of a path with its slash, empty for the current folder, and the name.
  package static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  /// A path without the slashes at its end; "/" for the root.
  package static func trimmed(_ path: String) -> String {
    guard let end = path.lastIndex(where: { $0 != "/" }) else { return path.isEmpty ? "" : "/" }
    return String(path[...end])
  }

  /// A path without empty parts, those of one point, and slashes at its end: `./a//b/` is `a/b`.
  package static func normalized(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// The name of a file or folder, without the slashes at the end of its path; "/" for the root.
  package static func name(of path: String) -> String {
    let path = trimmed(path)
    return path == "/" ? path : parts(of: path).name
  }

  /// A name without its ending, and the ending without its point. A name that only begins with a point has no ending.
  package static func stem(of name: String) -> (stem: String, ending: String) {
    guard let point = name.lastIndex(of: "."), point != name.startIndex, name.index(after: point) != name.endIndex
    else {
      return (name, "")
    }
    return (String(name[..<point]), String(name[name.index(after: point)...]))
  }

  /// The path of a file below a folder, which is the start of its path; the path itself for others.
  package static func relative(_ path: String, to folder: String) -> String {
    let prefix = folder.isEmpty || folder.hasSuffix("/") ? folder : "\(folder)/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  /// Whether two paths lead to the same entry of the file system; false if one is missing.
  package static func isSameFile(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }

  /// The path of a name in a folder; the name alone for an empty folder.
  package static func path(of name: String, in folder: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
