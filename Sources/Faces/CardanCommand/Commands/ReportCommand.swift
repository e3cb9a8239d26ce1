import AttitudeFilters
import LogDiagnosis
import LogFormats
import LogProcessing
import LogTables
import ParallelWork
import ReportPages

/// `cardan report`: a page about each log.
struct ReportCommand: Subcommand, MergingCommand {
  var logs: [String] = []
  var output: String?
  var filter = FilterKind.default
  var options = FusionOptions()
  var place = PlaceOptions()
  var logOptions = LogOptions()
  var isRecursive = false
  var merges = false
  var threadCount: Int?
  var isQuiet = false

  static var syntax: CommandSyntax<ReportCommand> {
    CommandSyntax(
      name: "report",
      summary: "Write a page about a log: attitude, errors, sensors, field, spectra; one file, no network.",
      operands: .init(
        placeholder: "LOG", help: "A log, a folder of logs, or - for standard input", count: 1...Int.max,
        target: \.logs, file: MotionLog.file),
      options: [
        .file(
          "output", short: "o", "OUT", \.output, .namesOutputs,
          "Write to a file, or to a folder for several logs, with an index.html [NAME.report.html in the current folder]"
        ),
        .value("filter", short: "f", "FILTER", \.filter, "Use this filter, see 'cardan fuse --help' [default]"),
        .value(
          "truth", "TOPIC", \.logOptions.truthTopic,
          "Compare with this attitude of a log, an estimate of its device; see 'cardan info'"),
        .recursive(\.isRecursive), .merge(\.merges),
      ] + PlaceOptions.rules(at: \.place) + FusionOptions.rules(at: \.options)
        + SourceOptions.rules(at: \.logOptions) + BatchOptions.rules(threads: \.threadCount) + [
          .flag("quiet", short: "q", \.isQuiet, true, "Print errors only")
        ],
      notes: [
        "The page shows what 'cardan fuse' writes, in the frame enu, and opens in any browser from disk. It holds every row of "
          + "up to 1048576, rounded to less than their noise; of a longer log the least and greatest value of parts, so that "
          + "its size is bounded. A log with an attitude of its own device is compared with it, as an estimate. The element "
          + "'result' of the page holds the line of 'cardan fuse --report', for programs."
      ],
      examples: [
        .init(line: "cardan report walk.csv", purpose: "Write walk.report.html."),
        .init(
          line: "cardan report recordings/ -o reports/",
          purpose: "Write a page for each log, and reports/index.html, the worst log first."),
        .init(
          line: "cardan report walk.csv --location 47.38,8.54 --date 2025-06-01",
          purpose: "Compare the magnetic field with the World Magnetic Model."),
      ])
  }

  func validate() throws(UsageError) {
    try options.validate([filter])
    try validateMerge()
    if logs.count(where: { $0 == "-" }) > 1 { throw UsageError("standard input is available for one LOG only") }
  }

  func run() throws -> ExitStatus { try merged.report() }

  private func report() throws -> ExitStatus {
    let isMany = logs.count > 1 || logs.contains(where: LogDiscovery.holdsLogs)
    let found = try LogDiscovery(logs, isRecursive: isRecursive)
    let plan = try FusePlan(
      logs: found.entries, companions: logOptions.companions, output: output, needsFolder: isMany, mark: "report",
      ending: "html")
    let index = isMany ? FolderReport.path(in: plan.folder ?? "") : nil
    let indexFile = index.map { [FileUse(path: $0, role: "--output", isWritten: true)] } ?? []
    try OutputPlan(files: files(by: Self.syntax) + plan.files + indexFile).validate()
    let fusion = try options.fusion(with: try options.selections([FilterSelection(filter)])[0])
    try plan.makeFolder()
    let job = ReportJob(plan: plan, command: self, fusion: fusion)
    let progress = LogProgress(logs: plan.logs, isShown: !isQuiet)
    let outcomes = WorkQueue.outcomes(
      of: plan.logs, threadCount: threadCount, isCancelled: { Interruption.isRequested }
    ) { index throws(LogError) in try job.report(index, progress) }
    progress.clear()
    let report = FolderReport(plan: plan, skipped: found.skipped, outcomes: plan.requiringOutputs(outcomes))
    if let index, !Interruption.isRequested { try report.write(to: index, title: logs.joined(separator: ", ")) }
    return report.finish(index: index, isQuiet: isQuiet)
  }
}
