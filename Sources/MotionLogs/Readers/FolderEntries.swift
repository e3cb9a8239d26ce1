import Glibc

/// What is in a folder.
enum FolderEntries {
  /// The names, in no order, hidden ones and the folder's own `.` and `..` among them. Throws where the folder cannot be
  /// read.
  static func names(in folder: String) throws(LogError) -> [String] {
    guard let directory = opendir(folder.isEmpty ? "." : folder) else {
      throw LogError(path: folder, message: "cannot be opened: \(SystemError.last)")
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
        })
    }
    return names
  }
}
