import FileAccess
import JSONCoding

/// Times per sample of filters and of packages of others as C, C++ and Swift: what `make bench-peers` writes.
package struct CompiledPeerTimes: Decodable, Sendable {
  /// A filter with one kind of number.
  package struct Time: Sendable {
    /// The name of the filter; of another package with its language, such as "VQF C++".
    package let filter: String
    /// `Double` or `Float`.
    package let number: String
    /// The median, ns per sample.
    package let nanoseconds: Double
  }

  private struct Measurement: Decodable, Sendable {
    struct Label: Decodable, Sendable {
      let filter: String
      let number: String
      let sensors: String
      let rate: Double
    }

    let label: Label
    let nanosecondsPerSample: [Double]
  }

  /// Where `make bench-peers` writes them, below the top of the repository.
  package static let usualPath = "Benchmarks/results/peer-times.json"

  /// The day, such as 2026-11-28.
  package let date: String
  /// The processor that they were measured on.
  package let processor: String
  private let measurements: [Measurement]

  /// The times in a file; nil if it is missing or another file.
  package init?(path: String) {
    guard let bytes = WholeFile.bytes(at: path), let times = try? JSON.value(Self.self, from: bytes) else { return nil }
    self = times
  }

  /// The highest rate, Hz, to which `times` belong.
  package var rate: Double { measurements.map(\.label.rate).max() ?? 0 }

  /// The times with all nine axes, one recording at a time, at the highest rate.
  package var times: [Time] {
    measurements.compactMap { measurement in
      let (label, ordered) = (measurement.label, measurement.nanosecondsPerSample.sorted())
      guard label.rate == rate, label.sensors == "9D", ["Double", "Float"].contains(label.number), !ordered.isEmpty
      else { return nil }
      return Time(
        filter: label.filter, number: label.number,
        nanoseconds: (ordered[(ordered.count - 1) / 2] + ordered[ordered.count / 2]) / 2)
    }
  }
}
