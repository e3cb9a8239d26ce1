import FilterRuns
import Foundation

/// Times per sample as a table; ratios are to the peer with the same sensors and rate.
struct TimesReport: Codable {
  var measurements: [Measurement]

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
