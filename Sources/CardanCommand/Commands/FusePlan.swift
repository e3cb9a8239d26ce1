import Foundation

/// Which log goes where.
struct FusePlan {
  /// The logs, in order.
  let logs: [String]
  /// Where the result of each goes.
  let outputs: [String]
  /// The folder of the results where there may be several.
  let folder: String?

  /// A plan that overwrites no log. `needsFolder` says that there may be several results.
  init(logs: [String], output: String?, needsFolder: Bool, ending: String) throws(UsageError) {
    self.logs = logs
    if output == "-" {
      guard !needsFolder else {
        throw UsageError("option '--output -' takes one log; several need a folder: -o FOLDER")
      }
      (outputs, folder) = (["-"], nil)
    } else if let output, !needsFolder, !LogDiscovery.isFolder(output), !output.hasSuffix("/") {
      (outputs, folder) = ([output], nil)
    } else {
      let place = output ?? ""
      if needsFolder, !place.isEmpty, FileManager.default.fileExists(atPath: place), !LogDiscovery.isFolder(place) {
        throw UsageError("option '--output' needs a folder for several logs, and '\(place)' is a file")
      }
      (outputs, folder) = (OutputNaming.paths(for: logs, in: place, ending: ending), place)
    }
    for output in outputs where output != "-" {
      guard let log = logs.first(where: { OutputNaming.isSameFile($0, output) }) else { continue }
      throw UsageError("the result would overwrite the log '\(log)': choose another --output")
    }
  }

  /// Whether the result goes to the standard output.
  var usesStandardOutput: Bool { outputs == ["-"] }

  /// Makes the folder of the results where it is missing.
  func makeFolder() throws(UsageError) {
    guard let folder, !folder.isEmpty else { return }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw UsageError("option '--output': the folder '\(folder)' cannot be made: \(error.localizedDescription)")
    }
  }
}
