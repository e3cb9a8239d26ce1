import Foundation

// Measures time. Speeds are a report, never a test: quote ratios from one run.

func write(toError text: String) { FileHandle.standardError.write(Data(text.utf8)) }

/// Writes all figures to a file, and the folder with it.
func write(_ report: some Encodable, to path: String) throws(UsageError) {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  encoder.nonConformingFloatEncodingStrategy = .convertToString(
    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  let file = URL(filePath: path)
  do {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try encoder.encode(report).write(to: file, options: .atomic)
  } catch {
    throw UsageError(message: "cannot write \(path): \(error)")
  }
}

func measure(_ options: Options) throws(UsageError) {
  let peers: PeerLibrary? = if let path = options.peers { try PeerLibrary(path: path) } else { nil }
  let isTerminal = isatty(2) == 1
  switch options.mode {
  case .times:
    let report = try TimesReport(options: options, peers: peers) { repetition in
      if isTerminal { write(toError: "\rrepetition \(repetition) of \(options.repetitions) ") }
    }
    if isTerminal { write(toError: "\r\u{1b}[K") }
    print(report.table)
    try write(report, to: options.json)
  case .latency:
    let report = LatencyReport(options: options, rates: [286, 100, 50, 1000, 8000], peers: peers)
    print(report.table)
    print(String(format: "\nNanoseconds; the clock's own %.1f ns are subtracted.", report.costOfMark))
    try write(report, to: options.json)
  case .scaling:
    let report = ScalingReport(repetitions: options.repetitions)
    print(report.table)
    try write(report, to: options.json)
  case .lanes:
    let report = LanesReport(repetitions: options.repetitions, samples: options.samples)
    print(report.text)
    try write(report, to: options.json)
  }
}

if CommandLine.arguments.contains("--help") {
  print(Options.usage)
  exit(0)
}

do throws(UsageError) {
  try measure(Options(Array(CommandLine.arguments.dropFirst())))
} catch {
  write(toError: "cardan-benchmarks: \(error.message)\n\(Options.usage)\n")
  exit(2)
}
