import MotionSamples

/// Readings of one sensor axis at even intervals, in stretches without gaps.
///
/// What lies between two stretches is not known and never bridged. It takes 8 bytes per reading.
public struct SegmentedSeries: Sendable {
  /// Seconds from one reading to the next.
  public let interval: Double
  /// The stretches in the order of time, none empty, all readings finite.
  public let segments: [[Double]]

  /// Stretches from readings of which those that are not finite are gaps.
  ///
  /// Throws `invalidInterval` or `noReadings`.
  public init(_ readings: some Sequence<Double>, interval: Double) throws(AllanError) {
    guard interval > 0, interval.isFinite else { throw .invalidInterval }
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

  /// Stretches from stamped readings. A gap is a reading that is not finite, a stamp that does not increase, or a step of
  /// more than 1.75 usual intervals; the interval is the mean over all other steps.
  ///
  /// Throws `invalidInterval` where no two stamps are in order, or `noReadings`. There are as many stamps as readings.
  public init(_ readings: [Double], timestamps: [Timestamp]) throws(AllanError) {
    precondition(readings.count == timestamps.count, "each reading has one stamp")
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
