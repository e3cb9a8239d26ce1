import MotionSamples
import Rotations

/// A window of a recording whose samples are complete.
public struct SmoothingWindow: Sendable {
  var samples: [MotionSample<Double>]
  /// The observed velocities in the order of their samples.
  let velocities: [ObservedVelocity]
  /// The place in the window of the first sample of the next one: the number of samples whose estimates this window makes final.
  public let next: Int
  /// The place in the recording of the first sample.
  let position: Int
}

/// Divides a recording, while its samples come, into overlapping windows (TheSmoother.md, equation 47).
public struct SmoothingWindowCollector: Sendable {
  private let windowDuration: Double
  private let overlap: Double
  /// The samples from the start of the next window on, the duration after the first, s, and the place of the first.
  private var samples: [MotionSample<Double>] = []
  private var velocities: [ObservedVelocity] = []
  private var duration = 0.0
  private var position = 0
  private var complete: [SmoothingWindow] = []
  private var hasRate = false
  private var hasForce = false

  /// A collector before its first sample.
  public init(parameters: AttitudeSmootherParameters = AttitudeSmootherParameters()) {
    windowDuration = parameters.windowDuration
    overlap = min(max(parameters.windowOverlap, 0), 0.5 * parameters.windowDuration)
  }

  /// A window is complete once there are this many windows of samples, so that the last one is not short (47).
  private static let windowsAhead = 1.5

  /// Whether a window is complete.
  public var hasWindow: Bool { !complete.isEmpty }

  /// Takes the first window that is complete.
  public mutating func takeWindow() -> SmoothingWindow? { complete.isEmpty ? nil : complete.removeFirst() }

  /// Adds samples and the velocities observed with them, as `AttitudeSmoother.smooth` takes them.
  public mutating func collect(_ block: ArraySlice<MotionSample<Double>>, _ observed: [ObservedVelocity] = []) {
    let offset = samples.count
    velocities += observed.map { $0.moved(by: offset) }
    if samples.isEmpty { samples.reserveCapacity(block.count) }
    for sample in block {
      if !samples.isEmpty { duration += SampleTimeline.interval(sample) }
      samples.append(sample)
      hasRate = hasRate || Measurement.isRate(sample.angularRate)
      hasForce = hasForce || Measurement.isForce(sample.specificForce)
    }
    while windowDuration > 0, duration > Self.windowsAhead * windowDuration {
      complete(SmoothingWindowEnd(windowDuration, overlap: overlap, of: samples))
    }
  }

  /// Ends the recording: the rest of its samples are complete windows.
  public mutating func collectEnd() throws(SmoothingError) {
    if samples.isEmpty { return }
    if !hasRate { throw .noAngularRate }
    if !hasForce { throw .noSpecificForce }
    if windowDuration > 0, duration > windowDuration {
      let half = SmoothingWindowEnd(0.5 * (duration + overlap), overlap: overlap, of: samples)
      if half.next < samples.count { complete(half) }
    }
    complete(SmoothingWindowEnd(all: samples))
  }

  private mutating func complete(_ end: SmoothingWindowEnd) {
    // The last window takes the samples without a copy.
    let own = end.count == samples.count ? samples : Array(samples[..<end.count])
    let seen = velocities.prefix { $0.sample < end.count }
    complete.append(SmoothingWindow(samples: own, velocities: Array(seen), next: end.next, position: position))
    velocities = velocities.drop { $0.sample < end.next }.map { $0.moved(by: -end.next) }
    if end.next == samples.count { samples = [] } else { samples.removeFirst(end.next) }
    // Summed in the order of the samples, so that rounding does not depend on the blocks.
    duration = samples.dropFirst().reduce(0) { $0 + SampleTimeline.interval($1) }
    position += end.next
  }
}

/// Where the first of the overlapping windows of a recording ends (47).
struct SmoothingWindowEnd {
  /// The number of samples in the window.
  let count: Int
  /// The first sample of the next window.
  let next: Int

  /// The window of this duration, s, at the start of samples that last longer. A pause longer than the window ends it.
  init(_ duration: Double, overlap: Double, of samples: [MotionSample<Double>]) {
    let stride = duration - overlap
    var next: Int?
    var elapsed = 0.0
    for index in samples.indices.dropFirst() {
      elapsed += SampleTimeline.interval(samples[index])
      if next == nil, elapsed >= stride { next = index }
      if let next, elapsed >= duration {
        count = index
        self.next = next
        return
      }
    }
    count = samples.count
    self.next = next ?? samples.count
  }

  /// The last window.
  init(all samples: [MotionSample<Double>]) { (count, next) = (samples.count, samples.count) }
}
