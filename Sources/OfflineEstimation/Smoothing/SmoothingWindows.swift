import AttitudeFilters
import MotionSamples
import Rotations
import Synchronization

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

/// A window of a recording.
struct SmoothingWindow: Sendable {
  var samples: [MotionSample<Double>]
  /// The first sample of the next window.
  let next: Int
  /// The place in the recording of the first sample.
  let position: Int
}

/// Successive windows of a `SmoothingStream` whose samples are complete, to be smoothed on one or several threads.
public final class SmoothingWindows: Sendable {
  /// The number of windows.
  public let count: Int
  private let parameters: AttitudeSmootherParameters
  private let work: Mutex<Work>

  private struct Work {
    var windows: [SmoothingWindow]
    /// The windows that were begun.
    var begun = 0
    /// The causal filter before the next of them.
    var filter: DefaultFilter<Double>
    var estimates: [Result<WindowEstimate, SmoothingError>?]
  }

  init(_ windows: [SmoothingWindow], _ parameters: AttitudeSmootherParameters, _ filter: DefaultFilter<Double>) {
    count = windows.count
    self.parameters = parameters
    work = Mutex(Work(windows: windows, filter: filter, estimates: Array(repeating: nil, count: windows.count)))
  }

  /// Smooths the next window; does nothing when all were begun. `isWanted` is called between iterations; with false, `join`
  /// throws `SmoothingError.stopped`.
  public func smoothNext(while isWanted: () -> Bool = { true }) {
    // The causal filter needs the windows in order, which takes a tenth of the time.
    let begun = work.withLock { work -> (index: Int, beginning: WindowBeginning)? in
      guard work.begun < work.windows.count else { return nil }
      let beginning = WindowBeginning(work.windows[work.begun], &work.filter, parameters)
      work.begun += 1
      return (work.begun - 1, beginning)
    }
    guard let (index, beginning) = begun else { return }
    let estimate: Result<WindowEstimate, SmoothingError>
    do throws(SmoothingError) {
      estimate = .success(try beginning.estimate(parameters, isWanted))
    } catch {
      estimate = .failure(error)
    }
    work.withLock { $0.estimates[index] = estimate }
  }

  /// The causal filter after the windows.
  var filter: DefaultFilter<Double> { work.withLock { $0.filter } }

  /// The windows with their estimates from the last to the first, which are no longer held. Throws the first error.
  func takeEstimates() throws(SmoothingError) -> [(SmoothingWindow, WindowEstimate)] {
    let (windows, estimates) = work.withLock { work in
      defer { (work.windows, work.estimates) = ([], []) }
      return (work.windows, work.estimates)
    }
    var pairs: [(SmoothingWindow, WindowEstimate)] = []
    for (window, estimate) in zip(windows, estimates) {
      guard let estimate else { throw .stopped }
      pairs.append((window, try estimate.get()))
    }
    return pairs.reversed()
  }
}

/// A window with its first linearisation point.
private struct WindowBeginning {
  private let rows: [MotionSample<Double>]
  /// The samples if the sensors have rows of their own.
  private let grid: RateGrid?
  private let timeline: SampleTimeline
  private let first: FirstEstimate

  /// `filter` enters in its state before the first sample and leaves in that before the first sample of the next window.
  init(
    _ window: SmoothingWindow, _ filter: inout DefaultFilter<Double>, _ parameters: AttitudeSmootherParameters
  ) {
    rows = window.samples
    let grid = RateGrid(rows[...])
    let next = grid.map { grid in grid.rows.firstIndex { $0 >= window.next } ?? grid.rows.count } ?? window.next
    (timeline, first) = (grid?.samples ?? rows).withUnsafeBufferPointer { [filter] samples in
      let timeline = SampleTimeline(
        samples, knotInterval: parameters.knotInterval, samplesPerKnot: parameters.samplesPerKnot)
      return (timeline, FirstEstimate(samples, timeline, from: filter, continueAt: next))
    }
    self.grid = grid
    filter = first.continuation
  }

  func estimate(
    _ parameters: AttitudeSmootherParameters, _ isWanted: () -> Bool
  ) throws(SmoothingError) -> WindowEstimate {
    let estimate: WindowEstimate?
    do throws(LinearAlgebraError) {
      estimate = try (grid?.samples ?? rows).withUnsafeBufferPointer { samples throws(LinearAlgebraError) in
        try WindowEstimate(samples, timeline, from: first, parameters, isWanted)
      }
    } catch {
      throw .unsolvable(error)
    }
    guard var estimate else { throw .stopped }
    if let grid {
      estimate.smoothed = grid.expanded(estimate.smoothed, over: rows[...])
      for place in estimate.knots.indices { estimate.knots[place] = grid.rows[estimate.knots[place]] }
    }
    return estimate
  }
}

/// The estimate of one window; without magnetometer its heading is arbitrary.
struct WindowEstimate: Sendable {
  var smoothed: [SmoothedSample] = []
  /// The samples that are knots.
  var knots: [Int]
  let hasHeading: Bool
  var window: SmoothedRecording.Window

  /// Nil if the work is not wanted.
  init?(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, _ timeline: SampleTimeline, from first: FirstEstimate,
    _ parameters: AttitudeSmootherParameters, _ isWanted: () -> Bool
  ) throws(LinearAlgebraError) {
    var problem = SmoothingProblem(samples, timeline, from: first, parameters)
    guard let equations = try problem.solve(while: isWanted) else { return nil }
    let variances = try problem.attitudeVariances(equations)
    // Frees memory for the result.
    problem.intervals = []
    knots = timeline.knots
    hasHeading = problem.hasHeading
    window = .init(
      samples: 0..<samples.count, sensorErrors: try problem.sensorErrors(equations.elimination),
      iterationCount: problem.iterationCount, missedRotationCount: problem.suspects.count)
    smoothed.reserveCapacity(samples.count)
    problem.forEachSample(variances) { smoothed.append($1) }
  }

  /// Rotates the attitudes about the vertical.
  mutating func turn(by angle: Double) {
    guard angle != 0 else { return }
    let turn = Rotation<Double>(aboutZ: angle)
    for index in smoothed.indices { smoothed[index].enuFromBody = (turn * smoothed[index].enuFromBody).renormalized }
  }
}

/// The transition from one window to the next: in the overlap the estimate blends linearly from the former to the new
/// window (48).
struct Seam {
  /// The samples of the overlap as estimated in the former window.
  let former: [SmoothedSample]

  /// The rotation about the vertical, rad, that aligns a window's level frame with the former window's (49): needed without
  /// magnetometer, where the heading is arbitrary.
  func headingOffset(of estimate: WindowEstimate) -> Double {
    var (real, vertical) = (0.0, 0.0)
    for knot in estimate.knots where knot < former.count {
      let difference = former[knot].enuFromBody * estimate.smoothed[knot].enuFromBody.inverse
      let quaternion = difference.quaternion
      // The quaternion has the half angle; doubled and summed, it gives the circular mean.
      real += quaternion.w * quaternion.w - quaternion.z * quaternion.z
      vertical += 2 * quaternion.w * quaternion.z
    }
    return real == 0 && vertical == 0 ? 0 : Double.arcTangent(y: vertical, x: real)
  }

  /// Blends the former window's estimates into those of the new window.
  func blend(into samples: inout [SmoothedSample]) {
    for index in 0..<min(former.count, samples.count) {
      let share = Double(index + 1) / Double(former.count + 1)
      samples[index] = Self.blend(former[index], samples[index], share)
    }
  }

  private static func blend(_ former: SmoothedSample, _ new: SmoothedSample, _ share: Double) -> SmoothedSample {
    var result = share < 0.5 ? former : new
    result.enuFromBody = former.enuFromBody.slerp(to: new.enuFromBody, fraction: share)
    result.gyroscopeBias = former.gyroscopeBias + (new.gyroscopeBias - former.gyroscopeBias) * share
    result.angularRate = former.angularRate + (new.angularRate - former.angularRate) * share
    result.tiltStandardDeviation = max(former.tiltStandardDeviation, new.tiltStandardDeviation)
    result.headingStandardDeviation = max(former.headingStandardDeviation, new.headingStandardDeviation)
    return result
  }
}
