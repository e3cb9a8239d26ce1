import SystemLibrary

/// The files that a command reads and writes, of which no output may be an input or another output.
///
/// Two paths are the same file if they lead to the same inode, through symbolic and hard links and through redirected standard
/// streams. Paths of files that do not exist yet are compared with the links of their folders resolved. Terminals, pipes and
/// devices lose nothing when they are written and are not compared.
struct OutputPlan {
  /// Every file of the command.
  let files: [FileUse]

  /// Throws if an output would overwrite an input or another output.
  func validate() throws(UsageError) {
    var users: [Identity: FileUse] = [:]
    for file in files where !file.isWritten {
      guard let identity = Identity(ofInput: file.path), users[identity] == nil else { continue }
      users[identity] = file
    }
    for file in files where file.isWritten {
      guard let identity = Identity(ofOutput: file.path) else { continue }
      if let other = users.updateValue(file, forKey: identity) { throw Self.conflict(file, other) }
    }
  }

  private static func conflict(_ file: FileUse, _ other: FileUse) -> UsageError {
    if file.path == "-" && other.path == "-" && other.isWritten {
      return UsageError("options '\(other.role)' and '\(file.role)' cannot both be '-'")
    }
    let name = other.path == file.path ? "'\(other.path)' (\(other.role))" : "\(other.role) '\(other.path)'"
    return UsageError("\(file.role) '\(file.path)' would overwrite \(name); choose another \(file.role)")
  }

  /// What distinguishes a file from all others.
  private enum Identity: Hashable {
    case file(device: UInt64, inode: UInt64)
    case newFile(path: String)
    case standardOutput

    /// The identity of a file to read; nil for one that is missing and for one that is not a regular file.
    init?(ofInput path: String) {
      var status = stat()
      guard path == "-" ? fstat(STDIN_FILENO, &status) == 0 : stat(path, &status) == 0 else { return nil }
      self.init(status)
    }

    /// The identity of a file to write; nil for a device or a pipe.
    init?(ofOutput path: String) {
      var status = stat()
      if path == "-" {
        let isFile = fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        self = isFile ? .file(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)) : .standardOutput
      } else if stat(path, &status) == 0 {
        self.init(status)
      } else {
        self = .newFile(path: Self.resolved(path[...]))
      }
    }

    private init?(_ status: stat) {
      guard status.st_mode & S_IFMT == S_IFREG else { return nil }
      self = .file(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// An absolute path with the links of the folders that exist resolved.
    private static func resolved(_ path: Substring) -> String {
      let path = path.count > 1 && path.hasSuffix("/") ? path.dropLast() : path
      if let real = realpath(path.isEmpty ? "." : String(path), nil) {
        defer { free(real) }
        return String(cString: real)
      }
      // The working folder was deleted.
      guard path != "." else { return "." }
      guard let slash = path.lastIndex(of: "/") else { return "\(resolved("."))/\(path)" }
      let folder = path[..<slash]
      return "\(resolved(folder.isEmpty ? "/" : folder))/\(path[path.index(after: slash)...])"
    }
  }
}
