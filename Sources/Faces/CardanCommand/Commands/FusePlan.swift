import FileAccess
import LogFormats
import LogProcessing
import ParallelWork

/// The output path of each log.
struct FusePlan {
  /// The logs, in order.
  let logs: [String]
  /// The output path of each log, in order.
  let outputs: [String]
  /// The name of each log in tables: its path below the folder that was given, in order.
  let names: [String]
  /// Files that are merged with the log.
  private let companions: [String]
  /// The folder of the results; nil for a single result.
  let folder: String?

  /// A plan. `needsFolder`: the results may be several. Only the shard's logs are in the plan, with
  /// the output names they have without shards; `mark` is in the name of each. `companions` are inputs besides the logs. With a
  /// `ledger`, a log keeps the output that it had in an earlier run.
  init(
    logs entries: [LogDiscovery.Entry], companions: [String] = [], output: String?, needsFolder: Bool,
    mark: String = "attitude", ending: String, shard: Shard = .whole, ledger: ResultLedger? = nil
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
      folder = place
      outputs = OutputNaming.paths(for: entries, in: place, mark: mark, ending: ending) { path, log in
        guard let isOfLog = ledger?.isResult(at: path, of: log) else { return .unused }
        return isOfLog ? .log : .otherLog
      }
    }
    let places = entries.indices.filter { shard.contains(entries[$0].place) }
    self.companions = companions
    logs = places.map { entries[$0].path }
    names = places.map { entries[$0].folders + FilePath.name(of: entries[$0].path) }
    self.outputs = places.map { outputs[$0] }
  }

  /// The logs and the results.
  var files: [FileUse] {
    (logs.compactMap(MotionLog.file) + companions).map { FileUse(path: $0, role: "LOG", isWritten: false) }
      + outputs.map { FileUse(path: $0, role: "--output", isWritten: true) }
  }

  /// Outcomes in which a result that is no longer there is an error: its folder was removed while the command ran.
  func requiringOutputs<Value>(_ outcomes: [LogOutcome<Value>]) -> [LogOutcome<Value>] {
    zip(outputs, outcomes).map { output, outcome in
      guard outcome.value != nil, output != "-", FileKind(of: output) == .missing else { return outcome }
      return .failed(LogError(path: output, .notWritten("the file was removed after it was written")))
    }
  }

  /// Whether the result goes to the standard output.
  var usesStandardOutput: Bool { outputs == ["-"] }

  /// The number of threads of the stages within a log: 1 unless the plan is one regular file, as a pipe may block its reader for
  /// long, and several logs keep the processors busy by themselves. Default: the number of processors of this process.
  func stageThreadCount(_ threadCount: Int?) -> Int {
    let isOneFile = logs.count == 1 && MotionLog.file(of: logs[0]).map { FileKind(of: $0) } == .file
    return isOneFile ? threadCount ?? WorkQueue.processorCount : 1
  }

  /// Creates the folders of the results if they are missing.
  func makeFolder() throws(UsageError) {
    guard let folder else { return }
    for folder in Set(outputs.map { FilePath.parts(of: $0).folder } + [folder]) where !folder.isEmpty {
      if let reason = FolderEntries.makeFolder(folder) {
        throw UsageError("option '--output': folder '\(folder)' not created: \(reason)")
      }
    }
  }
}
