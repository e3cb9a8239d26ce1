import FilterRuns
import Foundation

/// Times per sample as a table; ratios are to the peer with the same sensors and rate.
struct TimesReport: Codable {
  /// The day, such as 2026-11-28.
  var date = String(ISO8601DateFormatter().string(from: Date()).prefix(10))
  /// The processor of this machine.
  var processor = TimesReport.processor
  var measurements: [Measurement]

  private static var processor: String {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
    let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
    return model?.trimmingCharacters(in: .whitespaces) ?? "an unknown processor"
  }

  var table: String {
    var table = MarkdownTable(
      ["filter", "number", "axes", "Hz", "ns/sample", "best", "allocations", "of VQF", "of Fusion"], wordColumns: 3)
    for measurement in measurements {
      let label = measurement.label
      table.add([
        label.filter, label.number, label.sensors.rawValue, String(Int(label.rate)),
        String(format: "%.1f", measurement.median), String(format: "%.1f", measurement.smallest),
        measurement.allocationsPerSample.map { String(format: "%.4g", $0) } ?? "?",
        ratio(of: measurement, to: PeerLibrary.vqfCounterpart(of: label.filter)),
        ratio(of: measurement, to: PeerLibrary.fusionCounterpart(of: label.filter)),
      ])
    }
    return table.text
  }

  private func ratio(of measurement: Measurement, to peer: String?) -> String {
    let found = measurements.first {
      $0.label.filter == peer && $0.label.sensors == measurement.label.sensors
        && $0.label.rate == measurement.label.rate
    }
    return found.map { String(format: "%.2f", measurement.ratio(to: $0)) } ?? ""
  }
}
