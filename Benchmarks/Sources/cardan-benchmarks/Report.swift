import Foundation

/// Measurements as a table for people and as JSON for programs.
struct Report: Codable {
  var measurements: [Measurement]

  /// The peer with the same sensors and rate.
  private func peer(of measurement: Measurement) -> Measurement? {
    measurements.first {
      $0.label.filter == "VQF C++" && $0.label.sensors == measurement.label.sensors
        && $0.label.rate == measurement.label.rate
    }
  }

  /// The table, a line per case.
  var table: String {
    let header = Self.line("filter", "number", "axes", "Hz", "ns/sample", "best", "allocations", "of VQF C++")
    let lines = measurements.map { measurement in
      Self.line(
        measurement.label.filter, measurement.label.number, measurement.label.sensors.rawValue,
        String(format: "%.0f", measurement.label.rate),
        String(format: "%.1f", measurement.median),
        String(format: "%.1f", measurement.smallest),
        measurement.allocationsPerUpdate.map { String(format: "%.4g", $0) } ?? "?",
        peer(of: measurement).map { String(format: "%.2f", measurement.ratio(to: $0)) } ?? "")
    }
    return ([header] + lines).joined(separator: "\n")
  }

  private static let widths = [-14, -7, -5, 4, 10, 8, 12, 11]

  private static func line(_ fields: String...) -> String {
    zip(fields, widths).map { field, width in
      let padding = String(repeating: " ", count: max(0, abs(width) - field.count))
      return width < 0 ? field + padding : padding + field
    }.joined(separator: " ")
  }

  /// Writes all times to a file, and the folder with it.
  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let file = URL(filePath: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try encoder.encode(self).write(to: file, options: .atomic)
  }
}
