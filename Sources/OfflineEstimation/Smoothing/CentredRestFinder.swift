import MotionSamples
import Rotations

/// Finds, looking both ways, where the sensor lies still: the standard deviations over a centred window are small for
/// long enough.
struct CentredRestFinder {
  let parameters: AttitudeSmootherParameters.RestParameters
  let nominalInterval: Double

  /// For each sample whether the sensor lies still. One pass of running sums.
  func isAtRest(_ samples: UnsafeBufferPointer<MotionSample<Double>>) -> [Bool] {
    var isAtRest = [Bool](repeating: false, count: samples.count)
    let half = max(1, Int((0.5 * parameters.windowDuration / nominalInterval).rounded()))
    guard samples.count > half else { return isAtRest }
    var rate = RunningMoments()
    var force = RunningMoments()
    func include(_ index: Int, _ sign: Double) {
      if Measurement.isRate(samples[index].angularRate) { rate.add(samples[index].angularRate, sign) }
      if Measurement.isForce(samples[index].specificForce) { force.add(samples[index].specificForce, sign) }
    }
    for index in 0..<half { include(index, 1) }
    for index in samples.indices {
      if index + half < samples.count { include(index + half, 1) }
      if index > half { include(index - half - 1, -1) }
      isAtRest[index] =
        rate.count >= Double(half) && force.count > 0
        && rate.variance < parameters.rateDeviation * parameters.rateDeviation
        && force.variance < parameters.specificForceDeviation * parameters.specificForceDeviation
        && rate.mean.largestMagnitude < parameters.biasLimit
    }
    dropShortRuns(&isAtRest)
    return isAtRest
  }

  private func dropShortRuns(_ isAtRest: inout [Bool]) {
    let shortest = Int((parameters.duration / nominalInterval).rounded())
    var start = 0
    for index in 0...isAtRest.count where index == isAtRest.count || !isAtRest[index] {
      if index - start < shortest { for other in start..<index { isAtRest[other] = false } }
      start = index + 1
    }
  }

  /// Sums over a window that moves.
  private struct RunningMoments {
    var count = 0.0
    private var sum = Vector3<Double>.zero
    private var squares = 0.0

    @inline(__always)
    mutating func add(_ value: Vector3<Double>, _ sign: Double) {
      count += sign
      sum += value * sign
      squares += value.squaredLength * sign
    }

    var mean: Vector3<Double> { sum / count }
    /// The sum of the variances of the three axes.
    var variance: Double { squares / count - mean.squaredLength }
  }
}
