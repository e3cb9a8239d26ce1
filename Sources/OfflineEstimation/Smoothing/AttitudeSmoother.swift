import AttitudeFilters
import MotionSamples
import Rotations

/// The best attitude for a recording that is complete: every sample is judged by all others, before and after it.
///
/// Maximum a posteriori estimate of attitude, velocity and gyroscope bias at knots every 0.2 s, and of the constant errors
/// of the sensors, by Gauss-Newton iterations from the causal default filter; between the knots the gyroscope is
/// integrated. What bounds the tilt is that a carried body does not run away: its velocity is zero on average. The
/// magnetometer corrects heading and never tilt; its lag, and hard iron where there is proof of it, are estimated.
///
/// The cost is per knot: the fewer samples a second, the more per sample. Recordings of any length are smoothed window by
/// window. Smoothing runs on the calling thread; different recordings can be smoothed on different threads.
///
/// ```swift
/// let smoothed = try AttitudeSmoother().smooth(samples)
/// for sample in smoothed.samples { print(sample.enuFromBody, sample.tiltStandardDeviation) }
/// ```
public struct AttitudeSmoother: Sendable {
  /// What can be tuned.
  public var parameters: AttitudeSmootherParameters

  /// A smoother with the default parameters, or with others.
  public init(parameters: AttitudeSmootherParameters = AttitudeSmootherParameters()) { self.parameters = parameters }

  /// Smooths a recording.
  ///
  /// - Parameter samples: The recording in body axes. Intervals are taken as they are, nothing is resampled; one of more
  ///   than 2.5 usual intervals (and 0.05 s) is a gap. Readings that are absent, not finite or impossible are bridged,
  ///   and marked in the flags of the result; a magnetometer may be slower than the rest, or missing. Where the sensors
  ///   have rows of their own, readings move to the next row with an angular rate.
  /// - Returns: An attitude for every sample, and what was learned about the sensors. No samples give an empty result.
  public func smooth(_ samples: [MotionSample<Double>]) throws(SmoothingError) -> SmoothedRecording {
    guard let grid = RateGrid(samples) else { return try smoothWindows(samples) }
    return grid.expanded(try smoothWindows(grid.samples), over: samples)
  }

  private func smoothWindows(_ samples: [MotionSample<Double>]) throws(SmoothingError) -> SmoothedRecording {
    var result = SmoothedRecording()
    guard !samples.isEmpty else { return result }
    guard samples.contains(where: { Measurement.isRate($0.angularRate) }) else { throw .noAngularRate }
    guard samples.contains(where: { Measurement.isForce($0.specificForce) }) else { throw .noSpecificForce }
    result.samples.reserveCapacity(samples.count)
    let ranges = SmoothingWindows(samples, parameters).ranges
    try samples.withUnsafeBufferPointer { samples throws(SmoothingError) in
      var filter = DefaultFilter<Double>()
      for (index, range) in ranges.enumerated() {
        let next = index + 1 < ranges.count ? ranges[index + 1].lowerBound : range.upperBound
        let window = UnsafeBufferPointer(rebasing: samples[range])
        do throws(LinearAlgebraError) {
          try smooth(window, at: range, nextWindow: next, &filter, into: &result)
        } catch {
          throw .unsolvable(error)
        }
      }
    }
    return result
  }

  /// Smooths one window and joins it to those before. `filter` comes at the state before the window's first sample and
  /// leaves at that before the first sample of the next.
  private func smooth(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, at range: Range<Int>, nextWindow: Int,
    _ filter: inout DefaultFilter<Double>, into result: inout SmoothedRecording
  ) throws(LinearAlgebraError) {
    let timeline = SampleTimeline(
      samples, knotInterval: parameters.knotInterval, samplesPerKnot: parameters.samplesPerKnot)
    let first = FirstEstimate(samples, timeline, from: filter, continueAt: nextWindow - range.lowerBound)
    filter = first.continuation
    var problem = SmoothingProblem(samples, timeline, from: first.state, parameters)
    let equations = try problem.solve()
    let variances = try problem.attitudeVariances(equations)
    // The result takes the place of what is not needed any more.
    problem.intervals = []
    let seam = Seam(joined: result.samples, at: range.lowerBound)
    if !problem.hasHeading {
      problem.state.turn(by: seam.headingOffset(of: problem.state, timeline), knots: timeline.knots.indices)
    }
    problem.forEachSample(variances) { index, sample in seam.join(sample, at: index, into: &result.samples) }
    result.windows.append(
      .init(
        samples: range, sensorErrors: try problem.sensorErrors(equations.elimination),
        iterationCount: problem.iterationCount))
  }
}
