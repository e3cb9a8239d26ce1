import FileAccess
import LogTables

/// The folder of a ROS 2 bag.
enum ROS2Folder {
  /// The files of a bag in their order; nil for a folder that is not one.
  ///
  /// `metadata.yaml` lists them. Without it, a folder is a bag if all its files are `NAME_0.mcap`, `NAME_1.mcap` ... or the same
  /// with `.db3`, compressed or not.
  static func parts(in folder: String) -> [String]? {
    guard FileKind(of: folder) == .folder else { return nil }
    guard let names = try? FolderEntries.names(in: folder).filter({ !$0.hasPrefix(".") }) else { return nil }
    let prefix = folder.hasSuffix("/") ? folder : "\(folder)/"
    if names.contains("metadata.yaml"), let listed = listedParts("\(prefix)metadata.yaml") {
      // Recorders wrote paths from elsewhere, and leave the name of the form before compression.
      let found = listed.compactMap { path -> String? in
        let name = String(path.split(separator: "/").last ?? "")
        return names.contains(name) ? name : names.contains("\(name).zstd") ? "\(name).zstd" : nil
      }
      if !found.isEmpty { return found.map { prefix + $0 } }
    }
    let numbered = names.filter { $0 != "metadata.yaml" }.map { ($0, number(of: $0)) }
    guard !numbered.isEmpty, numbered.allSatisfy({ $0.1 != nil }), Set(numbered.map { $0.1!.stem }).count == 1
    else { return nil }
    return numbered.sorted { $0.1!.number < $1.1!.number }.map { prefix + $0.0 }
  }

  /// The name before the number of a part, and the number; nil for other names.
  private static func number(of name: String) -> (stem: Substring, number: Int)? {
    var rest = name[...]
    if rest.hasSuffix(".zstd") { rest = rest.dropLast(5) }
    guard rest.hasSuffix(".mcap") || rest.hasSuffix(".db3"), let dot = rest.lastIndex(of: "."),
      let mark = rest.lastIndex(of: "_"), let number = Int(rest[rest.index(after: mark)..<dot])
    else { return nil }
    return (rest[..<mark], number)
  }

  /// The entries of `relative_file_paths`; nil for an unreadable file.
  private static func listedParts(_ path: String) -> [String]? {
    guard let reader = try? ByteReader(path: path) else { return nil }
    var (paths, isInList) = ([String](), false)
    while let line = try? reader.nextLine() {
      let text = line.text.trimmed
      if text.hasPrefix("relative_file_paths:") {
        isInList = true
      } else if isInList, text.hasPrefix("- ") {
        paths.append(text.dropFirst(2).trimmed.filter { $0 != "\"" && $0 != "'" })
      } else {
        isInList = false
      }
    }
    return paths
  }
}
