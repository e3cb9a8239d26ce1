import MotionSamples

/// Readings of one sensor axis at even intervals, in stretches without gaps; 8 bytes per reading.
public struct SegmentedSeries: Sendable {
  /// The time between readings, s.
  public let interval: Double
  /// The stretches in time order, not empty, with finite readings.
  public let segments: [[Double]]

  /// Divides readings at non-finite ones.
  ///
  /// Throws `invalidInterval` or `noReadings`.
  public init(_ readings: some Sequence<Double>, interval: Double) throws(AllanError) {
    guard AllanDeviation.intervals.contains(interval) else { throw .invalidInterval }
    var segments: [[Double]] = []
    var isOpen = false
    for reading in readings {
      if reading.isFinite {
        if isOpen { segments[segments.count - 1].append(reading) } else { segments.append([reading]) }
      }
      isOpen = reading.isFinite
    }
    if segments.isEmpty { throw .noReadings }
    self.interval = interval
    self.segments = segments
  }

  /// Divides readings with a timestamp each. A gap is a non-finite reading, a timestamp that does not increase, or a step of
  /// more than 1.75 usual intervals; the interval is the mean over all other steps.
  ///
  /// Throws `invalidInterval` without two timestamps in order, or `noReadings`.
  public init(_ readings: [Double], timestamps: [Timestamp]) throws(AllanError) {
    precondition(readings.count == timestamps.count, "each reading has one timestamp")
    guard let spacing = SampleSpacing(of: timestamps) else { throw .invalidInterval }
    var segments: [[Double]] = []
    var isOpen = false
    for (index, reading) in readings.enumerated() {
      if index > 0, !spacing.isRegular(from: timestamps[index - 1], to: timestamps[index]) { isOpen = false }
      if reading.isFinite {
        if isOpen { segments[segments.count - 1].append(reading) } else { segments.append([reading]) }
      }
      isOpen = reading.isFinite
    }
    if segments.isEmpty { throw .noReadings }
    interval = spacing.interval
    self.segments = segments
  }

  /// The number of readings.
  public var count: Int { segments.reduce(0) { $0 + $1.count } }
  /// The number of readings in the longest stretch.
  public var longestCount: Int { segments.reduce(0) { max($0, $1.count) } }
}

/// The usual interval between the timestamps of a recording.
struct SampleSpacing: Sendable {
  /// The longest step without a gap, s.
  let longestStep: Double
  private var total = 0.0
  private var counted = 0

  /// A step of more than this many usual ones is a gap, whatever the jitter.
  private static let gapFactor = 1.75

  /// The largest number of steps in the median.
  private static let mostSteps = 10_000

  /// A spacing with the median step of these timestamps (of a long recording: of steps all over it), before the first step is
  /// counted; nil without two timestamps in order.
  init?(medianOf timestamps: some Collection<Timestamp>) {
    let stride = max(1, timestamps.count / Self.mostSteps)
    let steps = zip(timestamps, timestamps.dropFirst()).enumerated().lazy
      .filter { $0.offset.isMultiple(of: stride) }
      .map { $0.element.1.seconds(since: $0.element.0) }.filter { $0 > 0 }.sorted()
    guard !steps.isEmpty else { return nil }
    longestStep = Self.gapFactor * steps[steps.count / 2]
  }

  /// The spacing of all timestamps; nil without two in order.
  init?(of timestamps: [Timestamp]) {
    self.init(medianOf: timestamps)
    for (earlier, later) in zip(timestamps, timestamps.dropFirst()) { _ = count(from: earlier, to: later) }
  }

  /// The mean of the counted steps, s; before the first, the median.
  var interval: Double { counted > 0 ? total / Double(counted) : longestStep / Self.gapFactor }

  /// Whether a step has no gap.
  func isRegular(from earlier: Timestamp, to later: Timestamp) -> Bool {
    let step = later.seconds(since: earlier)
    return step > 0 && step <= longestStep
  }

  /// Whether a step has no gap; if so, counts it in the mean.
  mutating func count(from earlier: Timestamp, to later: Timestamp) -> Bool {
    guard isRegular(from: earlier, to: later) else { return false }
    total += later.seconds(since: earlier)
    counted += 1
    return true
  }
}
