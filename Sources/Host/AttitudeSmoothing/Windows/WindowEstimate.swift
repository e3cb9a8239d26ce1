import AttitudeFilters
import MotionSamples
import NumericalMethods
import Rotations

/// Starts the windows of a recording in their order: the causal filter, which gives each window its first linearisation point, goes
/// on from one to the next. That takes a tenth of the time; the started windows can be estimated at the same time.
public struct SmoothingWindowStarter: Sendable {
  private let parameters: AttitudeSmootherParameters
  /// The causal filter before the first sample of the next window.
  private var filter: DefaultFilter<Double>

  /// Before the first window.
  public init(parameters: AttitudeSmootherParameters = AttitudeSmootherParameters()) {
    self.parameters = parameters
    filter = DefaultFilter(parameters: parameters.filter)
  }

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
  /// The observed velocities by the samples of the grid.
  private let velocities: [ObservedVelocity]
  /// The filter before the first sample.
  private let filter: DefaultFilter<Double>
  private let first: FirstEstimate

  /// `filter` enters in its state before the first sample and leaves in that before the first sample of the next window.
  init(
    _ window: SmoothingWindow, _ filter: inout DefaultFilter<Double>, _ parameters: AttitudeSmootherParameters
  ) {
    (self.window, self.parameters) = (window, parameters)
    let rows = window.samples
    let grid = RateGrid(rows[...])
    let next = grid.map { grid in grid.rows.firstIndex { $0 >= window.next } ?? grid.rows.count } ?? window.next
    let velocities = grid.map { $0.moved(window.velocities) } ?? window.velocities
    self.velocities = velocities
    self.filter = filter
    (timeline, first) = (grid?.samples ?? rows).withUnsafeBufferPointer { [filter] samples in
      let timeline = SampleTimeline(
        samples, knotInterval: parameters.knotInterval, samplesPerKnot: parameters.samplesPerKnot)
      return (timeline, FirstEstimate(samples, timeline, velocities, from: filter, continueAt: next))
    }
    self.grid = grid
    filter = first.continuation
  }

  /// With the observed velocities; without them if they are not those of this body (55).
  private func estimate(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, _ isWanted: () -> Bool
  ) throws(LinearAlgebraError) -> WindowEstimate? {
    let targets = VelocityTargets(
      velocities, samples, timeline, isHeadingKnown: first.isHeadingKnown, parameters)
    let estimate = try estimate(samples, first, targets, isWanted)
    guard estimate?.window.contradictsVelocities == true else { return estimate }
    let unaided = FirstEstimate(samples, timeline, [], from: filter, continueAt: samples.count)
    var result = try self.estimate(samples, unaided, VelocityTargets(), isWanted)
    result?.window.contradictsVelocities = true
    result?.window.refusedVelocityShare = 1
    return result
  }

  /// With the smoother; with the attitudes of the causal filter where the smoother's model does not fit (56).
  private func estimate(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, _ first: FirstEstimate, _ targets: VelocityTargets,
    _ isWanted: () -> Bool
  ) throws(LinearAlgebraError) -> WindowEstimate? {
    var estimate = try WindowEstimate(samples, timeline, from: first, targets, parameters, isWanted)
    guard targets.isEmpty, estimate?.differs(from: first) == true else { return estimate }
    var causal: [SmoothedSample] = []
    causal.reserveCapacity(samples.count)
    let smoothed = estimate?.smoothed ?? []
    _ = FirstEstimate(samples, timeline, [], from: filter, continueAt: samples.count) { index, filter, outcome in
      var sample = smoothed[index]
      sample.enuFromBody = filter.enuFromBody
      sample.gyroscopeBias = filter.gyroscopeBias
      sample.angularRate = filter.correctedAngularRate
      sample.tiltStandardDeviation = filter.tiltStandardDeviation ?? .nan
      sample.headingStandardDeviation = outcome.isHeadingUnknown ? .nan : filter.headingStandardDeviation ?? .nan
      sample.flags.set(.initializing, when: outcome.isInitializing)
      causal.append(sample)
    }
    estimate?.smoothed = causal
    estimate?.window.isCausal = true
    return estimate
  }

  /// Estimates the window. `isWanted` is called between iterations; false ends the work with `SmoothingError.stopped`.
  public func estimate(while isWanted: () -> Bool = { true }) throws(SmoothingError) -> EstimatedWindow {
    let rows = window.samples
    let estimate: WindowEstimate?
    do throws(LinearAlgebraError) {
      estimate = try (grid?.samples ?? rows).withUnsafeBufferPointer { samples throws(LinearAlgebraError) in
        try self.estimate(samples, isWanted)
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
    _ targets: VelocityTargets, _ parameters: AttitudeSmootherParameters, _ isWanted: () -> Bool
  ) throws(LinearAlgebraError) {
    var problem = SmoothingProblem(samples, timeline, from: first, targets, parameters)
    guard let equations = try problem.solve(while: isWanted) else { return nil }
    let variances = try problem.attitudeVariances(equations)
    // Frees memory for the result.
    problem.intervals = []
    knots = timeline.knots
    hasHeading = problem.hasHeading
    window = .init(
      samples: 0..<samples.count, sensorErrors: try problem.sensorErrors(equations.elimination),
      iterationCount: problem.iterationCount, missedRotationCount: problem.suspects.count,
      refusedVelocityShare: problem.targets.refusedShare, contradictsVelocities: problem.targets.areContradicted)
    smoothed.reserveCapacity(samples.count)
    problem.forEachSample(variances) { smoothed.append($1) }
  }

  /// Above these mean squared differences of tilt and of heading, in variances of the causal filter, of which the expected value
  /// is at most 1, its estimate is the better one (56).
  private static let largestDifference = (tilt: 5.0, heading: 3.5)
  /// The most that one knot counts, in variances: a rotation that the filter missed, and noticed late, decides nothing alone.
  private static let mostOfOneKnot = 25.0
  /// The share of the knots at the start that does not count, while the filter starts.
  private static let shareOfStart = 0.05

  /// Whether the estimate differs from the causal filter's by more than that filter can be wrong (56). Where the attitude bridges
  /// missing information the filter has none to compare with.
  func differs(from first: FirstEstimate) -> Bool {
    var tilt = (sum: 0.0, count: 0.0)
    var headings: [(angle: Double, variance: Double)] = []
    let skipped = Int(saturating: Self.shareOfStart * Double(knots.count))
    for knot in knots.indices.dropFirst(skipped) where !smoothed[knots[knot]].isBridged {
      let error = smoothed[knots[knot]].enuFromBody * first.state.levelFromBody[knot].inverse
      let deviation = first.deviations[knot]
      let (level, heading) = error.tiltAndHeading
      let ratio = level * level / (2 * deviation.tilt * deviation.tilt)
      if ratio.isFinite { tilt = (tilt.sum + min(ratio, Self.mostOfOneKnot), tilt.count + 1) }
      if hasHeading, deviation.heading.isFinite { headings.append((heading, deviation.heading * deviation.heading)) }
    }
    if tilt.sum > Self.largestDifference.tilt * tilt.count { return true }
    // The filter's constant error of heading is that of the field, which the smoother shares.
    let (east, north) = headings.reduce((0.0, 0.0)) { sum, heading in
      let (sine, cosine) = Double.sineAndCosine(heading.angle)
      return (sum.0 + sine, sum.1 + cosine)
    }
    let mean = headings.isEmpty ? 0 : Double.arcTangent(y: east, x: north)
    let squares = headings.reduce(0) { sum, heading in
      let difference = (heading.angle - mean).wrappedToHalfTurn()
      return sum + min(difference * difference / heading.variance, Self.mostOfOneKnot)
    }
    return squares > Self.largestDifference.heading * Double(headings.count)
  }

  /// Rotates the attitudes about the vertical.
  mutating func turn(by angle: Double) {
    guard angle != 0 else { return }
    let turn = Rotation<Double>(aboutZ: angle)
    for index in smoothed.indices { smoothed[index].enuFromBody = (turn * smoothed[index].enuFromBody).renormalized }
  }
}

extension Rotation<Double> {
  /// The angle about a level axis and, with its sign, that about the vertical, rad.
  fileprivate var tiltAndHeading: (tilt: Double, heading: Double) {
    let (level, upright) = (
      (quaternion.x * quaternion.x + quaternion.y * quaternion.y).squareRoot(),
      (quaternion.w * quaternion.w + quaternion.z * quaternion.z).squareRoot()
    )
    return (
      2 * Double.arcTangent(y: level, x: upright),
      (2 * Double.arcTangent(y: quaternion.z, x: quaternion.w)).wrappedToHalfTurn()
    )
  }
}
