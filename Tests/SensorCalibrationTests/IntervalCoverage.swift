import Testing

/// Counts how often errors lie within so many of their own standard deviations, over independent draws.
struct IntervalCoverage {
  private var ratios: [[Double]]

  init(parameterCount: Int) { ratios = Array(repeating: [], count: parameterCount) }

  /// Adds the errors of one draw with their standard deviations.
  mutating func add(errors: [Double], deviations: [Double]) {
    for (place, pair) in zip(errors, deviations).enumerated() { ratios[place].append(pair.0 / pair.1) }
  }

  /// Whether the intervals of 68 and 95 % hold what they say for every parameter, within four standard deviations of the
  /// binomial distribution, and no error is beyond five standard deviations.
  func expectHonest(_ sourceLocation: SourceLocation = #_sourceLocation) {
    for (place, ratios) in ratios.enumerated() {
      let count = Double(ratios.count)
      for (limit, share) in [(1.0, 0.6827), (1.96, 0.95)] {
        let found = Double(ratios.count { $0.magnitude <= limit }) / count
        let deviation = (share * (1 - share) / count).squareRoot()
        #expect(
          (found - share).magnitude <= 4 * deviation, "parameter \(place): \(found) within \(limit)",
          sourceLocation: sourceLocation)
      }
      let worst = ratios.map(\.magnitude).max() ?? .infinity
      #expect(worst < 5, "parameter \(place)", sourceLocation: sourceLocation)
      // Of 200 normal draws 0.5 are beyond three standard deviations; four are one case in 600.
      #expect(ratios.count { $0.magnitude > 3 } <= 4, "parameter \(place)", sourceLocation: sourceLocation)
    }
  }
}
