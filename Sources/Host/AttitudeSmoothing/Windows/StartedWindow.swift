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

  /// With the observed velocities; without those that the causal filter did not prove (58), and without any if they are not those of
  /// this body (55).
  private func estimate(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, _ isWanted: () -> Bool
  ) throws(LinearAlgebraError) -> WindowEstimate? {
    let isProven = hasProvenVelocities
    let proven = isProven ? velocities : velocities.compactMap(\.withoutVelocityOverGround)
    var result = try estimate(samples, with: proven, isWanted)
    if result?.window.contradictsVelocities == true {
      result = try estimate(samples, with: [], isWanted)
      result?.window.contradictsVelocities = true
      result?.window.refusedVelocityShare = 1
    }
    result?.window.velocitySetup = velocitySetup
    let isUsed = isProven && result?.window.contradictsVelocities == false
    for velocity in velocities where velocity.sample < samples.count && velocity.overGround != nil && !isUsed {
      result?.smoothed[velocity.sample].flags.set(.velocityRejected, when: true)
    }
    return result
  }

  /// What the causal filter found of the velocities over ground. It bears those that are far too small, as noise hides motion; here they
  /// are refuted (58).
  private var velocitySetup: VelocitySetup? {
    guard var setup = first.velocitySetup else { return nil }
    if setup.isProven, setup.scale < Self.leastScale { (setup.isProven, setup.isRefuted) = (false, true) }
    return setup
  }

  /// The least ratio of a velocity over ground to what the accelerometer felt: half of it is another unit (58).
  private static let leastScale = 0.6

  /// Whether the velocities over ground, if there are any, have explained what the accelerometer felt (58).
  private var hasProvenVelocities: Bool {
    velocitySetup?.isProven ?? !velocities.contains { $0.overGround != nil }
  }

  /// With some of the observed velocities; the causal filter runs again if they are not all.
  private func estimate(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, with chosen: [ObservedVelocity], _ isWanted: () -> Bool
  ) throws(LinearAlgebraError) -> WindowEstimate? {
    let isAll = chosen.count == velocities.count && hasProvenVelocities
    let first =
      isAll ? first : FirstEstimate(samples, timeline, chosen, from: filter, continueAt: samples.count)
    let targets = VelocityTargets(
      chosen, samples, timeline, isHeadingKnown: first.isHeadingKnown, parameters,
      addedLag: self.first.velocitySetup?.addedLag ?? 0)
    return try estimate(samples, first, targets, isWanted)
  }

  /// With the smoother; with the attitudes of the causal filter where the smoother's model does not fit (56).
  private func estimate(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, _ first: FirstEstimate, _ targets: VelocityTargets,
    _ isWanted: () -> Bool
  ) throws(LinearAlgebraError) -> WindowEstimate? {
    var estimate = try WindowEstimate(samples, timeline, from: first, targets, parameters, isWanted)
    guard targets.isEmpty, let difference = estimate?.difference(from: first) else { return estimate }
    estimate?.window.squaredDifference = difference.tilt
    guard WindowEstimate.isTooLarge(difference) else { return estimate }
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
