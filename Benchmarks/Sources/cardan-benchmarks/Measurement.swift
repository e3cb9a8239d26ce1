import FilterRuns

/// What was found out about one case.
struct Measurement: Codable {
  var label: FilterRun.Label
  /// Heap blocks per sample; nil where they cannot be counted.
  var allocationsPerSample: Double?
  var checksum: Double
  /// One time per repetition.
  var nanosecondsPerSample: [Double]

  var median: Double { nanosecondsPerSample.median }
  var smallest: Double { nanosecondsPerSample.min() ?? .nan }

  /// The median over repetitions of this case's time over another's in the same repetition.
  func ratio(to other: Measurement) -> Double {
    zip(nanosecondsPerSample, other.nanosecondsPerSample).map { $0 / $1 }.median
  }
}

extension [Double] {
  var median: Double {
    guard !isEmpty else { return .nan }
    let ordered = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? 0.5 * (ordered[middle - 1] + ordered[middle]) : ordered[middle]
  }
}
