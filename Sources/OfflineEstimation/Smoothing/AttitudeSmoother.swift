import AttitudeFilters
import MotionSamples
import Rotations

/// The most accurate attitude for a complete recording: every sample is estimated from the samples before and after it.
///
/// Maximum a posteriori estimate of attitude, velocity and gyroscope bias at knots 0.2 s apart and of the sensors' constant
/// errors, by Gauss-Newton iterations from the causal default filter; between knots the gyroscope is integrated. Tilt is
/// bounded by the assumption that the average velocity is near zero. The magnetometer corrects heading and never tilt; its
/// lag is estimated, and its hard iron if the recording gives evidence of it. The article <doc:TheSmoother> defines the
/// estimate; the code of this folder cites its equations by number.
///
/// The cost is per knot. Long recordings are smoothed in overlapping windows. Smoothing runs on the calling thread;
/// different recordings can be smoothed on different threads.
///
/// ```swift
/// let smoothed = try AttitudeSmoother().smooth(samples)
/// for sample in smoothed.samples { print(sample.enuFromBody, sample.tiltStandardDeviation) }
/// ```
public struct AttitudeSmoother: Sendable {
  /// The tuning parameters.
  public var parameters: AttitudeSmootherParameters

  /// A smoother with the default parameters, or with others.
  public init(parameters: AttitudeSmootherParameters = AttitudeSmootherParameters()) { self.parameters = parameters }

  /// Smooths a recording.
  ///
  /// - Parameter samples: The recording in body axes. Intervals are used as given, without resampling; an interval above
  ///   2.5 times the median and above 0.05 s is a gap. Missing, non-finite and out-of-range readings are bridged and
  ///   flagged in the result. The magnetometer may be slower than the other sensors, or absent. If the sensors have
  ///   rows of their own, readings move to the next row with an angular rate.
  /// - Returns: An attitude for every sample, and the sensor errors. No samples give an empty result.
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

  /// Smooths one window and joins it to those before. `filter` enters in its state before the window's first sample and
  /// leaves in that before the first sample of the next window.
  private func smooth(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, at range: Range<Int>, nextWindow: Int,
    _ filter: inout DefaultFilter<Double>, into result: inout SmoothedRecording
  ) throws(LinearAlgebraError) {
    let timeline = SampleTimeline(
      samples, knotInterval: parameters.knotInterval, samplesPerKnot: parameters.samplesPerKnot)
    let first = FirstEstimate(samples, timeline, from: filter, continueAt: nextWindow - range.lowerBound)
    filter = first.continuation
    var problem = SmoothingProblem(samples, timeline, from: first, parameters)
    let equations = try problem.solve()
    let variances = try problem.attitudeVariances(equations)
    // Frees memory for the result.
    problem.intervals = []
    let seam = Seam(joined: result.samples, at: range.lowerBound)
    if !problem.hasHeading {
      problem.state.turn(by: seam.headingOffset(of: problem.state, timeline), knots: timeline.knots.indices)
    }
    problem.forEachSample(variances) { index, sample in seam.join(sample, at: index, into: &result.samples) }
    result.windows.append(
      .init(
        samples: range, sensorErrors: try problem.sensorErrors(equations.elimination),
        iterationCount: problem.iterationCount, missedRotationCount: problem.suspects.count))
  }
}

/// Why a recording was not smoothed.
public enum SmoothingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No sample has a valid angular rate.
  case noAngularRate
  /// No sample has a valid specific force.
  case noSpecificForce
  /// The equations are not positive definite in double precision: the readings are too large or too different in size.
  case unsolvable(LinearAlgebraError)

  public var description: String {
    switch self {
    case .noAngularRate: "no valid gyroscope reading"
    case .noSpecificForce: "no valid accelerometer reading"
    case .unsolvable: "the smoothing equations have no solution; the readings may have wrong units"
    }
  }
}
