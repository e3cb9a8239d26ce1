import AttitudeFilters
import MotionSamples
import Rotations

/// The smoothing of a recording while its samples come, window by window.
///
/// It holds the samples of one and a half windows and the estimates of one, whatever the length of the recording. The results
/// are those of `AttitudeSmoother.smooth`, however the samples are divided among calls.
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
  /// The estimates of the former window for the first of these samples.
  private var former: [SmoothedSample] = []
  /// The causal filter before the first of these samples.
  private var filter = DefaultFilter<Double>()
  private var hasRate = false
  private var hasForce = false

  /// A stream before its first sample.
  public init(parameters: AttitudeSmootherParameters = AttitudeSmootherParameters()) {
    self.parameters = parameters
    overlap = min(max(parameters.windowOverlap, 0), 0.5 * parameters.windowDuration)
  }

  /// A window is smoothed once there are this many windows of samples, so that the last one is not short (47).
  private static let windowsAhead = 1.5

  /// Adds samples, as `AttitudeSmoother.smooth` takes them, and returns what became final. `isWanted` is called between
  /// iterations; false ends the work with `SmoothingError.stopped`.
  public mutating func add(
    _ block: ArraySlice<MotionSample<Double>>, while isWanted: () -> Bool = { true }
  ) throws(SmoothingError) -> [Stretch] {
    for sample in block {
      if !samples.isEmpty { duration += SampleTimeline.interval(sample) }
      samples.append(sample)
      hasRate = hasRate || Measurement.isRate(sample.angularRate)
      hasForce = hasForce || Measurement.isForce(sample.specificForce)
    }
    var stretches: [Stretch] = []
    while parameters.windowDuration > 0, duration > Self.windowsAhead * parameters.windowDuration {
      let window = SmoothingWindow(parameters.windowDuration, overlap: overlap, of: samples)
      stretches.append(try smooth(window.count, next: window.next, isWanted))
    }
    return stretches
  }

  /// Ends the recording and returns the rest.
  public mutating func finish(while isWanted: () -> Bool = { true }) throws(SmoothingError) -> [Stretch] {
    var stretches: [Stretch] = []
    if parameters.windowDuration > 0, duration > parameters.windowDuration {
      let half = SmoothingWindow(0.5 * (duration + overlap), overlap: overlap, of: samples)
      if half.next < samples.count { stretches.append(try smooth(half.count, next: half.next, isWanted)) }
    }
    if !samples.isEmpty { stretches.append(try smooth(samples.count, next: samples.count, isWanted)) }
    return stretches
  }

  /// Smooths the first `count` samples and removes those before `next`, which begins the next window.
  private mutating func smooth(
    _ count: Int, next: Int, _ isWanted: () -> Bool
  ) throws(SmoothingError) -> Stretch {
    let isLast = next == samples.count
    if isLast, !hasRate { throw .noAngularRate }
    if isLast, !hasForce { throw .noSpecificForce }
    let estimate = try estimate(count, next: next, isWanted)
    let stretch = Stretch(samples: Array(samples[..<next]), smoothed: Array(estimate.prefix(next)))
    former = Array(estimate.dropFirst(next))
    samples.removeFirst(next)
    // Summed in the order of the samples, so that rounding does not depend on the blocks.
    duration = samples.dropFirst().reduce(0) { $0 + SampleTimeline.interval($1) }
    position += next
    return stretch
  }

  /// Estimates the first `count` samples, joined to the window before.
  private mutating func estimate(
    _ count: Int, next: Int, _ isWanted: () -> Bool
  ) throws(SmoothingError) -> [SmoothedSample] {
    let rows = samples[..<count]
    let seam = Seam(former: former)
    var result: [SmoothedSample]
    if let grid = RateGrid(rows) {
      // The sensors have rows of their own.
      let first = grid.rows.firstIndex { $0 >= next } ?? grid.rows.count
      let smoothed = try estimate(grid.samples[...], next: first, isWanted, seam) { grid.rows[$0] }
      result = grid.expanded(smoothed, over: rows)
    } else {
      result = try estimate(rows, next: next, isWanted, seam) { $0 }
    }
    windows[windows.count - 1].samples = position..<position + count
    seam.blend(into: &result)
    return result
  }

  /// Estimates a window, whose samples are at `row` in the recording. `filter` enters in its state before the first sample and
  /// leaves in that before the sample `next`.
  private mutating func estimate(
    _ samples: ArraySlice<MotionSample<Double>>, next: Int, _ isWanted: () -> Bool, _ seam: Seam,
    row: (_ sample: Int) -> Int
  ) throws(SmoothingError) -> [SmoothedSample] {
    let estimate: WindowEstimate?
    do throws(LinearAlgebraError) {
      estimate = try samples.withUnsafeBufferPointer { samples throws(LinearAlgebraError) in
        try WindowEstimate(samples, &filter, next: next, parameters, isWanted, seam, row: row)
      }
    } catch {
      throw .unsolvable(error)
    }
    guard let estimate else { throw .stopped }
    windows.append(estimate.window)
    return estimate.smoothed
  }
}

/// The estimate of one window, in the heading of the window before.
private struct WindowEstimate {
  let smoothed: [SmoothedSample]
  let window: SmoothedRecording.Window

  /// Nil if the work is not wanted.
  init?(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, _ filter: inout DefaultFilter<Double>, next: Int,
    _ parameters: AttitudeSmootherParameters, _ isWanted: () -> Bool, _ seam: Seam, row: (_ sample: Int) -> Int
  ) throws(LinearAlgebraError) {
    let timeline = SampleTimeline(
      samples, knotInterval: parameters.knotInterval, samplesPerKnot: parameters.samplesPerKnot)
    let first = FirstEstimate(samples, timeline, from: filter, continueAt: next)
    filter = first.continuation
    var problem = SmoothingProblem(samples, timeline, from: first, parameters)
    guard let equations = try problem.solve(while: isWanted) else { return nil }
    let variances = try problem.attitudeVariances(equations)
    // Frees memory for the result.
    problem.intervals = []
    if !problem.hasHeading {
      let offset = seam.headingOffset(of: problem.state, timeline, row: row)
      problem.state.turn(by: offset, knots: timeline.knots.indices)
    }
    var smoothed: [SmoothedSample] = []
    smoothed.reserveCapacity(samples.count)
    problem.forEachSample(variances) { smoothed.append($1) }
    self.smoothed = smoothed
    window = .init(
      samples: 0..<samples.count, sensorErrors: try problem.sensorErrors(equations.elimination),
      iterationCount: problem.iterationCount, missedRotationCount: problem.suspects.count)
  }
}
