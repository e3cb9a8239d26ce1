import FilterRuns
import Foundation

/// Times of single updates as a table.
struct LatencyReport: Codable {
  /// What a mark costs, which is taken off, in nanoseconds.
  var costOfMark: Double
  var latencies: [Latency]

  /// Every filter at every rate, with magnetometer; the peers too, if their library is given.
  init(options: Options, rates: [Double], peers: PeerLibrary?) {
    let clock = TickClock()
    costOfMark = clock.costOfMark
    latencies = rates.flatMap { rate in
      let recording = BenchmarkRecording(rate: rate, sampleCount: options.samples)
      let ours = FilterCatalogue.runs(on: recording, sensors: .withMagnetometer).compactMap { run in
        run.runMarked.map { marked in
          Latency(
            label: run.label, updateCount: run.updateCount, repetitions: options.repetitions, clock: clock
          ) { _ = marked(run.updateCount, $0) }
        }
      }
      let runs = peers?.runs(on: recording, sensors: .withMagnetometer).filter { $0.label.filter != "offlineVQF C++" }
      let theirs = (runs ?? []).map { run in
        Latency(
          label: run.label, updateCount: run.updateCount, repetitions: options.repetitions, clock: clock
        ) { _ = run.run($0) }
      }
      return (ours + theirs).filter { $0.label.filter.contains(options.only) || options.only.isEmpty }
    }
  }

  var table: String {
    var table = MarkdownTable(
      [
        "filter", "number", "Hz", "50 %", "99 %", "99.9 %", "99.99 %", "max", "max is update", "99.99 % as measured",
        "max as measured",
      ],
      wordColumns: 2)
    for latency in latencies {
      func text(_ times: some Sequence<Double>) -> [String] { times.map { String(format: "%.0f", $0) } }
      table.add(
        [latency.label.filter, latency.label.number, String(Int(latency.label.rate))] + text(latency.ofUpdates)
          + [String(latency.slowestUpdate)] + text(latency.asMeasured.suffix(2)))
    }
    return table.text
  }
}
