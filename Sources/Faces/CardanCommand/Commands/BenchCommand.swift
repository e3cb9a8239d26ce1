import AttitudeFilters
import FileAccess
import FilterComparison
import LogFormats
import LogProcessing
import LogTables
import ParallelWork
import ReportPages

/// `cardan bench`: accuracy against cost, of every filter and of the Python packages that are installed.
struct BenchCommand: Subcommand {
  var logs: [String] = []
  var filters: FilterList = {
    var list = FilterList()
    list.choices = FilterKind.allCases
    return list
  }()
  var addsSmoother = false
  var countsInstructions = false
  var usesPeers = true
  var python: String?
  var reference: String?
  var page: String?
  var peerTimes: String?
  var options = FusionOptions()
  var logOptions = LogOptions()
  var comparison = ComparisonOptions()
  var isRecursive = false
  var form = BenchReport.Form.table
  var threadCount: Int?

  /// The options of fusion that are not of a live filter, or that other packages have not.
  private static let unused: Set = ["smooth", "latency", "no-velocity", "output-lead"]

  static var syntax: CommandSyntax<BenchCommand> {
    CommandSyntax(
      name: "bench",
      summary: "Compare the accuracy and cost of filters, also of Python packages, on logs with true attitude.",
      operands: .init(
        placeholder: "LOG", help: "A log with true attitude, or a folder of them", count: 1...Int.max,
        target: \.logs, file: MotionLog.file),
      options: [
        .file(
          "output", short: "o", "PAGE", \.page, .writes,
          "Write a page in HTML too: tables, plot of error against cost, versions, machine, digests of the logs"),
        .file(
          "peer-times", "FILE", \.peerTimes, .reads,
          "Show these times of 'make bench-peers' on the page [\(CompiledPeerTimes.usualPath), if it is there]"),
        .value("filter", short: "f", "LIST", \.filters, "Compare these filters, separated by commas, or all [all]"),
        .value("against", "METHOD", \.reference, "Give the differences from this method [the first filter]"),
        .flag("smooth", \.addsSmoother, true, "Compare the smoother too, which sees the whole log and is not live"),
        .flag(
          "instructions", \.countsInstructions, true, "Count the instructions of Cardan's filters too, with valgrind"),
        .flag("no-peers", \.usesPeers, false, "Leave out the filters of Python packages"),
        .value(
          "python", "PROGRAM", \.python,
          "Look for the packages vqf, imufusion and ahrs with this Python interpreter [python3]"),
      ] + ComparisonOptions.rules(at: \.comparison, truth: \.logOptions.truthTopic) + [
        .recursive(\.isRecursive),
        .flag("csv", \.form, .csv, "Write CSV, one line per log and method"),
        .flag("json", \.form, .json, "Write JSON: methods, recordings, machine"),
      ] + FusionOptions.rules(at: \.options).filter { !unused.contains($0.long) }
        + SourceOptions.rules(at: \.logOptions) + BatchOptions.rules(threads: \.threadCount),
      notes: [
        "Errors are those of 'cardan evaluate': RMS in degrees over the rows with a true attitude that the log marks as moving. The "
          + "table has their means over the logs with 95 % confidence intervals (Student's t), and the mean difference of the "
          + "total error from that of one method on the same log, marked * where its interval excludes zero. Without a "
          + "magnetometer the best constant heading offset is always removed.",
        "Python packages run in a child process, in isolated mode (without PYTHONPATH, the user's own packages and the current "
          + "folder), and get the same samples: calibrated, in body axes, without velocities, an absent "
          + "reading replaced by the last one (VQF updates without it). Cost is processor time per sample. That of imufusion "
          + "includes a call from Python per sample; ahrs is written in Python. Instructions are those of the first 2000 rows of each log.",
      ],
      examples: [
        .init(line: "cardan bench broad/ -o bench.html", purpose: "Compare everything, with a page."),
        .init(
          line: "cardan bench broad/ --python .venv/bin/python --against vqf.VQF",
          purpose: "Use the packages of an environment."),
        .init(
          line: "cardan bench drive.csv --filter default,vqf --no-peers --platform vehicle",
          purpose: "Compare settings of Cardan's own filters."),
      ])
  }

  func validate() throws(UsageError) { try options.validate(filters.choices) }

  func run() throws -> ExitStatus {
    if countsInstructions {
      do throws(LogError) {
        try InstructionCounting.check()
      } catch {
        throw UsageError("option '--instructions': \(error)")
      }
    }
    let compiled = try compiledPeerTimes()
    let found = try LogDiscovery(logs, isRecursive: isRecursive)
    let paths = found.logs
    let fusion = try options.fusion(with: FilterSelection())
    let methods = try methods()
    let place = try place(of: reference, in: methods)
    let progress = LogProgress(logs: paths, passes: methods.count)
    let readingOptions = fusion.readingOptions(logOptions)
    let outcomes = WorkQueue.outcomes(
      of: paths, threadCount: threadCount, isCancelled: { Interruption.isRequested }
    ) { index throws(LogError) in
      defer { progress.finish(log: index) }
      let benchmark = try LogBenchmark(
        of: paths[index], options: readingOptions, methods: methods, fusion: fusion,
        countsInstructions: countsInstructions, cutsRest: comparison.cutsRest,
        progress: progress.reporter(for: index, rowCount: nil))
      return LogOutcome(benchmark, reasons: benchmark.failures.map { "\($0)" })
    }
    progress.clear()
    if Interruption.isRequested { return .interrupted }
    let report = BenchReport(
      logs: paths, methods: methods, outcomes: outcomes,
      summary: BenchmarkSummary(
        methods, outcomes.map(\.value), reference: place, removesHeadingOffset: comparison.alignsHeading),
      removesHeadingOffset: comparison.alignsHeading)
    if let page {
      let file = try AtomicFile(path: page)
      try file.write(report.page(title: logs.joined(separator: ", "), compiled: compiled).html)
      try file.finish()
    }
    try Console.write(try report.text(form))
    for line in report.remarks { Console.note(line) }
    if let skipped = found.skipped { Console.note(skipped) }
    return outcomes.contains { $0.error != nil } ? .logsFailed : .success
  }

  /// The filters, then those of the Python packages that are found. What is missing is an error only if it was asked for.
  private func methods() throws -> [BenchmarkMethod] {
    var own = try options.selections(filters.choices.map { FilterSelection($0) }).map {
      BenchmarkMethod($0, version: CommandList.version)
    }
    if addsSmoother {
      own.append(BenchmarkMethod(smoother: LogFusion().smootherParameters, version: CommandList.version))
    }
    guard usesPeers else { return own }
    do throws(LogError) {
      let (peers, missing) = try PeerPrograms(python: python ?? "python3").methods()
      if !missing.isEmpty {
        Console.note("not installed in \(python ?? "python3"): \(missing.joined(separator: ", ")); see --python")
      }
      return own + peers
    } catch {
      if python != nil { throw UsageError("option '--python': \(error)") }
      Console.note("no Python packages: \(error)")
      return own
    }
  }

  /// The times for the page: those of the file that was asked for, or of the usual one where it is there.
  private func compiledPeerTimes() throws(UsageError) -> CompiledPeerTimes? {
    guard let peerTimes else { return page.flatMap { _ in CompiledPeerTimes(path: CompiledPeerTimes.usualPath) } }
    if page == nil { throw UsageError("option '--peer-times' needs the page of '--output'") }
    guard let times = CompiledPeerTimes(path: peerTimes) else {
      throw UsageError("option '--peer-times': '\(peerTimes)' is not a file of 'make bench-peers'")
    }
    return times
  }

  private func place(of name: String?, in methods: [BenchmarkMethod]) throws(UsageError) -> Int {
    guard let name else { return 0 }
    let names = methods.map(\.name)
    guard let place = names.firstIndex(where: { $0.lowercased() == name.lowercased() }) else {
      throw UsageError(
        "option '--against' takes one of \(names.joined(separator: ", ")), not '\(name)'",
        suggestion: Spelling.nearest(to: name, among: names).map { "'\($0)'" })
    }
    return place
  }
}
