import MotionSamples

/// How far apart the stamps of a recording usually are.
struct SampleSpacing: Sendable {
  /// The mean step in seconds, over steps that are no gap.
  let interval: Double
  /// The longest step that is no gap, in seconds.
  let longestStep: Double

  /// A step of more than this many usual ones is a gap: at least one sample is missing there, whatever the jitter.
  private static let gapFactor = 1.75

  /// The spacing of stamps; nil where no two are in order.
  init?(of timestamps: [Timestamp]) {
    var steps = zip(timestamps, timestamps.dropFirst()).map { $1.seconds(since: $0) }.filter { $0 > 0 }
    guard !steps.isEmpty else { return nil }
    steps.sort()
    let longest = Self.gapFactor * steps[steps.count / 2]
    let regular = steps.prefix { $0 <= longest }
    interval = regular.reduce(0, +) / Double(regular.count)
    longestStep = longest
  }

  /// Whether a step leads from one sample to the very next.
  func isRegular(from earlier: Timestamp, to later: Timestamp) -> Bool {
    let step = later.seconds(since: earlier)
    return step > 0 && step <= longestStep
  }
}
