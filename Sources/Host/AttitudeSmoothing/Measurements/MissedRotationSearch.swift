import AttitudeFilters

/// Where the gyroscope missed a rotation, as the causal filter notices it: rows that are missing without a gap in time, (50)
/// and (51).
///
/// The gyroscope factors cannot notice it, and the filter has the best guess of the place.
struct MissedRotationSearch {
  /// The ranges of time, s from the first sample, in each of which a rotation was missed.
  private(set) var ranges: [ClosedRange<Double>] = []
  private var knotTimes: [Double] = []
  private var time = 0.0
  private var hadMissedRotation = false

  /// The filter notices a step of the field this long after it at most, s (50).
  private static let longestDelay = 0.25
  /// The filter recognises a lost tilt about this long after the fact, s (51).
  private static let delayOfLostTilt = 2.0

  /// Takes the filter after its update with the next sample, `interval` seconds after the one before: the outcome, and whether
  /// the filter's last step found a missed rotation.
  mutating func examine(_ outcome: UpdateOutcome<Double>, hasMissedRotation: Bool, after interval: Double) {
    time += interval
    let isNew = hasMissedRotation && !hadMissedRotation
    hadMissedRotation = hasMissedRotation
    if isNew {
      ranges.append(time - Self.longestDelay...time)
    } else if outcome.isCorrectedByJump {
      // The tilt was lost.
      let end = time - Self.delayOfLostTilt
      ranges.append(end - Self.longestDelay...end)
    }
  }

  /// The sample examined last is a knot.
  mutating func addKnot() { knotTimes.append(time) }

  /// The intervals between knots that each range overlaps.
  var suspects: [Range<Int>] {
    ranges.compactMap { range in
      let first = knotTimes.dropFirst().firstIndex { $0 >= range.lowerBound }.map { $0 - 1 }
      let last = knotTimes.dropLast().lastIndex { $0 < range.upperBound }
      guard let first, let last, first <= last else { return nil }
      return first..<last + 1
    }
  }
}
