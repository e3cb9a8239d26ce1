import FileAccess
import LogFormats

/// The output path of each log.
struct FusePlan {
  /// The logs, in order.
  let logs: [String]
  /// The output path of each log, in order.
  let outputs: [String]
  /// Files that are merged with the log.
  private let companions: [String]
  /// The folder of the results; nil for a single result.
  let folder: String?

  /// A plan. `needsFolder`: the results may be several. Only the shard's logs are in the plan, with
  /// the output names they have without shards; `mark` is in the name of each. `companions` are inputs besides the logs.
  init(
    logs: [String], companions: [String] = [], output: String?, needsFolder: Bool, mark: String = "attitude",
    ending: String, shard: Shard = .whole
  ) throws(UsageError) {
    let outputs: [String]
    if output == "-" {
      guard !needsFolder else {
        throw UsageError("option '--output -' takes one log; give a folder for several: -o FOLDER")
      }
      (outputs, folder) = (["-"], nil)
    } else if let output, !needsFolder, !LogDiscovery.isFolder(output), !output.hasSuffix("/") {
      (outputs, folder) = ([output], nil)
    } else {
      let place = output ?? ""
      if needsFolder, !place.isEmpty, ![.missing, .folder].contains(FileKind(of: place)) {
        throw UsageError("option '--output' needs a folder for several logs; '\(place)' is a file")
      }
      (outputs, folder) = (OutputNaming.paths(for: logs, in: place, mark: mark, ending: ending), place)
    }
    let places = logs.indices.filter { shard.contains(logs[$0]) }
    self.companions = companions
    self.logs = places.map { logs[$0] }
    self.outputs = places.map { outputs[$0] }
  }

  /// The logs and the results.
  var files: [FileUse] {
    (logs.compactMap(MotionLog.file) + companions).map { FileUse(path: $0, role: "LOG", isWritten: false) }
      + outputs.map { FileUse(path: $0, role: "--output", isWritten: true) }
  }

  /// Whether the result goes to the standard output.
  var usesStandardOutput: Bool { outputs == ["-"] }

  /// Creates the folder of the results if it is missing.
  func makeFolder() throws(UsageError) {
    guard let folder, !folder.isEmpty else { return }
    if let reason = FolderEntries.makeFolder(folder) {
      throw UsageError("option '--output': folder '\(folder)' not created: \(reason)")
    }
  }
}
