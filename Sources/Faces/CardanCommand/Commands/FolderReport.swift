import FileAccess
import LogDiagnosis
import LogProcessing
import LogTables
import ReportPages

/// The summary of a run of `cardan report`, and the page of several logs.
struct FolderReport {
  let plan: FusePlan
  /// The files in folders that are not logs, in words; nil without.
  let skipped: String?
  let outcomes: [LogOutcome<ReportResult>]

  /// The page of the logs in a folder.
  static func path(in folder: String) -> String { FilePath.path(of: "index.html", in: folder) }

  /// Writes the page of all logs.
  func write(to path: String, title: String) throws(LogError) {
    let program = LogReportFacts.Fact("Program", "\(Console.programName) \(CommandList.version)")
    let page = FolderReportPage(title: title, entries: entries, provenance: [program])
    let file = try AtomicFile(path: path)
    try file.write(page.html)
    try file.finish()
  }

  private var entries: [FolderReportPage.Entry] {
    zip(zip(plan.logs, plan.outputs), outcomes).map { paths, outcome in
      let (log, output) = paths
      guard let (result, verdict) = outcome.value.map({ ($0.record, $0.verdict) }) else {
        let reason = outcome.error.map { "\($0)" } ?? "not processed"
        return FolderReportPage.Entry(log: log, state: LogResult.State.failed.rawValue, reasons: [reason])
      }
      var entry = FolderReportPage.Entry(log: log, state: verdict.rawValue, reasons: result.reasons)
      entry.page = FilePath.relative(output, to: plan.folder ?? "").split(separator: "/")
        .map { Self.escaped(String($0)) }.joined(separator: "/")
      entry.rows = result.rows
      entry.seconds = result.seconds
      entry.duration = result.seconds.map(Figures.duration)
      entry.heading = outcome.value?.heading
      entry.gaps = result.count(of: .afterGap)
      if let rows = result.rows, rows > 0 {
        entry.atRest = Double(result.count(of: .atRest)) / Double(rows)
        entry.fieldDisturbed = Double(result.count(of: .fieldDisturbed)) / Double(rows)
      }
      entry.error = result.errors?.total
      return entry
    }
  }

  /// A name as a relative address: bytes other than letters, digits and -._~ in hexadecimal (RFC 3986).
  static func escaped(_ name: String) -> String {
    name.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
      return isPlain ? String(character) : "%" + String(UInt16(byte) + 0x100, radix: 16, uppercase: true).suffix(2)
    }.joined()
  }

  /// Prints the summary, and returns the exit status. `index` is the page of all logs.
  func finish(index: String?, isQuiet: Bool) -> ExitStatus {
    if Interruption.isRequested {
      Console.note("\(Console.programName): interrupted; no partial results remain")
      return .interrupted
    }
    var shown = ShownErrors()
    for (paths, outcome) in zip(zip(plan.logs, plan.outputs), outcomes) {
      guard outcome.error.map({ shown.isNew($0) }) ?? !isQuiet else { continue }
      if outcome.error == nil { Console.note("\(paths.0) -> \(paths.1)".printable) }
      if let remark = outcome.remark(on: paths.0) { Console.note(remark) }
    }
    if let index, !isQuiet { Console.note("all logs -> \(index)".printable) }
    if let skipped, !isQuiet { Console.note(skipped) }
    if outcomes.contains(where: { $0.error?.status == .outputFailed }) { return .outputFailed }
    return outcomes.contains { $0.error != nil } ? .logsFailed : .success
  }
}
