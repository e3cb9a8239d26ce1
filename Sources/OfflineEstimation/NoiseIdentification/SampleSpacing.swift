import MotionSamples

/// How far apart the stamps of a recording usually are.
struct SampleSpacing: Sendable {
  /// The longest step that is no gap, in seconds.
  let longestStep: Double
  private var total = 0.0
  private var counted = 0

  /// A step of more than this many usual ones is a gap: at least one sample is missing there, whatever the jitter.
  private static let gapFactor = 1.75

  /// The most steps that the median is taken of.
  private static let mostSteps = 10_000

  /// A spacing that has seen no step yet, with the usual step, the median, of these stamps; nil where no two are in order.
  /// Of a long recording the median is that of steps spread over it.
  init?(medianOf timestamps: some Collection<Timestamp>) {
    let stride = max(1, timestamps.count / Self.mostSteps)
    let steps = zip(timestamps, timestamps.dropFirst()).enumerated().lazy
      .filter { $0.offset.isMultiple(of: stride) }
      .map { $0.element.1.seconds(since: $0.element.0) }.filter { $0 > 0 }.sorted()
    guard !steps.isEmpty else { return nil }
    longestStep = Self.gapFactor * steps[steps.count / 2]
  }

  /// The spacing of all stamps; nil where no two are in order.
  init?(of timestamps: [Timestamp]) {
    self.init(medianOf: timestamps)
    for (earlier, later) in zip(timestamps, timestamps.dropFirst()) { _ = count(from: earlier, to: later) }
  }

  /// The mean step in seconds, over steps that were counted; before the first the usual one.
  var interval: Double { counted > 0 ? total / Double(counted) : longestStep / Self.gapFactor }

  /// Whether a step leads from one sample to the very next.
  func isRegular(from earlier: Timestamp, to later: Timestamp) -> Bool {
    let step = later.seconds(since: earlier)
    return step > 0 && step <= longestStep
  }

  /// The same, and if so the step counts in the mean.
  mutating func count(from earlier: Timestamp, to later: Timestamp) -> Bool {
    guard isRegular(from: earlier, to: later) else { return false }
    total += later.seconds(since: earlier)
    counted += 1
    return true
  }
}
