import Foundation

// Times the hot loop of every filter. Speeds are a report, never a test: quote ratios from one run.

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("cardan-benchmarks: \(message)\n".utf8))
  exit(2)
}

func cases(for options: Options) throws(UsageError) -> [BenchmarkCase] {
  let peers: PeerLibrary? = if let path = options.peers { try PeerLibrary(path: path) } else { nil }
  var ours: [BenchmarkCase] = []
  var theirs: [BenchmarkCase] = []
  for rate in [286.0, 100.0, 50.0] {
    let recording = BenchmarkRecording(rate: rate, duration: options.seconds)
    for sensors in [SensorSet.withMagnetometer, .withoutMagnetometer] {
      ours +=
        rate == 286
        ? FilterCatalogue.cases(on: recording, sensors: sensors)
        : FilterCatalogue.defaultFilterCases(on: recording, sensors: sensors)
      ours.append(BenchmarkCase(smoothing: recording, sensors: sensors))
      if let peers { theirs += peers.cases(on: recording, sensors: sensors) }
    }
  }
  return ours.filter { options.only.isEmpty || $0.label.filter.contains(options.only) } + theirs
}

if CommandLine.arguments.contains("--help") {
  print(Options.usage)
  exit(0)
}

do throws(UsageError) {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  let suite = BenchmarkSuite(cases: try cases(for: options), repetitions: options.repetitions)
  if suite.cases.isEmpty { throw UsageError(message: "no filter has \(options.only) in its name") }
  let isTerminal = isatty(2) == 1
  let measurements = suite.measure { repetition in
    if isTerminal {
      FileHandle.standardError.write(Data("\rrepetition \(repetition) of \(options.repetitions) ".utf8))
    }
  }
  if isTerminal { FileHandle.standardError.write(Data("\r\u{1b}[K".utf8)) }
  let report = Report(measurements: measurements)
  print(report.table)
  do {
    try report.write(to: options.json)
    print("\nall times: \(options.json)")
  } catch {
    throw UsageError(message: "cannot write \(options.json): \(error)")
  }
} catch {
  fail("\(error.message)\n\(Options.usage)")
}
