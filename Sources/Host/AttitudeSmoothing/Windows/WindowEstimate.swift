import AttitudeFilters
import MotionSamples
import NumericalMethods
import Rotations

/// Starts the windows of a recording in their order: the causal filter, which gives each window its first linearisation point, goes
/// on from one to the next. That takes a tenth of the time; the started windows can be estimated at the same time.
public struct SmoothingWindowStarter: Sendable {
  private let parameters: AttitudeSmootherParameters
  /// The causal filter before the first sample of the next window.
  private var filter = DefaultFilter<Double>()

  /// Before the first window.
  public init(parameters: AttitudeSmootherParameters = AttitudeSmootherParameters()) { self.parameters = parameters }

  /// Starts the next window.
  public mutating func start(_ window: SmoothingWindow) -> StartedWindow { StartedWindow(window, &filter, parameters) }
}

/// A window with its first linearisation point.
public struct StartedWindow: Sendable {
  private let window: SmoothingWindow
  private let parameters: AttitudeSmootherParameters
  /// The samples if the sensors have rows of their own.
  private let grid: RateGrid?
  private let timeline: SampleTimeline
  private let first: FirstEstimate

  /// `filter` enters in its state before the first sample and leaves in that before the first sample of the next window.
  init(
    _ window: SmoothingWindow, _ filter: inout DefaultFilter<Double>, _ parameters: AttitudeSmootherParameters
  ) {
    (self.window, self.parameters) = (window, parameters)
    let rows = window.samples
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

  /// Estimates the window. `isWanted` is called between iterations; false ends the work with `SmoothingError.stopped`.
  public func estimate(while isWanted: () -> Bool = { true }) throws(SmoothingError) -> EstimatedWindow {
    let rows = window.samples
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
    return EstimatedWindow(window: window, estimate: estimate)
  }
}

/// A window with its estimate.
public struct EstimatedWindow: Sendable {
  var window: SmoothingWindow
  var estimate: WindowEstimate
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
