import AttitudeFilters
import MotionSamples
import Rotations

/// The smoothing of a recording while its samples come, window by window.
///
/// It holds the samples of one and a half windows and the estimates of one, whatever the length of the recording. The results
/// are those of `AttitudeSmoother.smooth`, however the samples are divided among calls.
///
/// `add` and `finish` smooth on the calling thread. To smooth several windows at the same time, collect samples, take the
/// complete windows, smooth them on any number of threads and join them; the results are the same.
public struct SmoothingStream: Sendable {
  /// Successive samples whose estimates are final.
  public struct Stretch: Sendable {
    /// The samples as given.
    public var samples: [MotionSample<Double>]
    /// The estimate for each.
    public var smoothed: [SmoothedSample]
  }

  /// The windows so far.
  public private(set) var windows: [SmoothedRecording.Window] = []

  private let parameters: AttitudeSmootherParameters
  private let overlap: Double
  /// The samples from the start of the next window on, the duration after the first, s, and the place of the first.
  private var samples: [MotionSample<Double>] = []
  private var duration = 0.0
  private var position = 0
  private var complete: [SmoothingWindow] = []
  /// The estimates of the last joined window for the first samples of the next.
  private var former: [SmoothedSample] = []
  /// The causal filter before the first sample of the next window to be smoothed.
  private var filter = DefaultFilter<Double>()
  private var hasRate = false
  private var hasForce = false

  /// A stream before its first sample.
  public init(parameters: AttitudeSmootherParameters = AttitudeSmootherParameters()) {
    self.parameters = parameters
    overlap = min(max(parameters.windowOverlap, 0), 0.5 * parameters.windowDuration)
  }

  /// A window is complete once there are this many windows of samples, so that the last one is not short (47).
  private static let windowsAhead = 1.5

  /// Adds samples, as `AttitudeSmoother.smooth` takes them, and returns what became final. `isWanted` is called between
  /// iterations; false ends the work with `SmoothingError.stopped`.
  public mutating func add(
    _ block: ArraySlice<MotionSample<Double>>, while isWanted: () -> Bool = { true }
  ) throws(SmoothingError) -> [Stretch] {
    collect(block)
    return try smooth(isWanted)
  }

  /// Ends the recording and returns the rest.
  public mutating func finish(while isWanted: () -> Bool = { true }) throws(SmoothingError) -> [Stretch] {
    try collectEnd()
    return try smooth(isWanted)
  }

  private mutating func smooth(_ isWanted: () -> Bool) throws(SmoothingError) -> [Stretch] {
    guard completeCount > 0 else { return [] }
    let taken = takeWindows()
    for _ in 0..<taken.count { taken.smoothNext(while: isWanted) }
    return try join(taken)
  }

  /// The number of windows whose samples are complete.
  public var completeCount: Int { complete.count }

  /// Adds samples and smooths nothing.
  public mutating func collect(_ block: ArraySlice<MotionSample<Double>>) {
    if samples.isEmpty { samples.reserveCapacity(block.count) }
    for sample in block {
      if !samples.isEmpty { duration += SampleTimeline.interval(sample) }
      samples.append(sample)
      hasRate = hasRate || Measurement.isRate(sample.angularRate)
      hasForce = hasForce || Measurement.isForce(sample.specificForce)
    }
    while parameters.windowDuration > 0, duration > Self.windowsAhead * parameters.windowDuration {
      complete(SmoothingWindowEnd(parameters.windowDuration, overlap: overlap, of: samples))
    }
  }

  /// Ends the recording: the rest of its samples are complete windows.
  public mutating func collectEnd() throws(SmoothingError) {
    if samples.isEmpty { return }
    if !hasRate { throw .noAngularRate }
    if !hasForce { throw .noSpecificForce }
    if parameters.windowDuration > 0, duration > parameters.windowDuration {
      let half = SmoothingWindowEnd(0.5 * (duration + overlap), overlap: overlap, of: samples)
      if half.next < samples.count { complete(half) }
    }
    complete(SmoothingWindowEnd(all: samples))
  }

  private mutating func complete(_ end: SmoothingWindowEnd) {
    // The last window takes the samples without a copy.
    let own = end.count == samples.count ? samples : Array(samples[..<end.count])
    complete.append(SmoothingWindow(samples: own, next: end.next, position: position))
    if end.next == samples.count { samples = [] } else { samples.removeFirst(end.next) }
    // Summed in the order of the samples, so that rounding does not depend on the blocks.
    duration = samples.dropFirst().reduce(0) { $0 + SampleTimeline.interval($1) }
    position += end.next
  }

  /// Takes the complete windows, which are to be smoothed and joined before others are taken.
  public mutating func takeWindows() -> SmoothingWindows {
    defer { complete = [] }
    return SmoothingWindows(complete, parameters, filter)
  }

  /// Joins smoothed windows to those before, and returns what became final.
  public mutating func join(_ smoothed: SmoothingWindows) throws(SmoothingError) -> [Stretch] {
    filter = smoothed.filter
    var stretches: [Stretch] = []
    var pairs = try smoothed.takeEstimates()
    while case var (window, estimate)? = pairs.popLast() {
      let seam = Seam(former: former)
      if !estimate.hasHeading { estimate.turn(by: seam.headingOffset(of: estimate)) }
      seam.blend(into: &estimate.smoothed)
      estimate.window.samples = window.position..<window.position + window.samples.count
      windows.append(estimate.window)
      former = Array(estimate.smoothed[window.next...])
      window.samples.removeLast(window.samples.count - window.next)
      estimate.smoothed.removeLast(estimate.smoothed.count - window.next)
      stretches.append(Stretch(samples: window.samples, smoothed: estimate.smoothed))
    }
    return stretches
  }
}
