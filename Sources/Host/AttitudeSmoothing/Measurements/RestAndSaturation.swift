import MotionSamples
import Rotations

/// Detects rest: small standard deviations over a centred window, for long enough (4).
struct CentredRestFinder {
  let parameters: AttitudeSmootherParameters.RestParameters
  let nominalInterval: Double

  /// Whether each sample is at rest. One pass of running sums.
  func isAtRest(_ samples: UnsafeBufferPointer<MotionSample<Double>>) -> [Bool] {
    var isAtRest = [Bool](repeating: false, count: samples.count)
    let half = max(1, Int(saturating: (0.5 * parameters.windowDuration / nominalInterval).rounded()))
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
    let shortest = Int(saturating: (parameters.duration / nominalInterval).rounded())
    var start = 0
    for index in 0...isAtRest.count where index == isAtRest.count || !isAtRest[index] {
      if index - start < shortest { for other in start..<index { isAtRest[other] = false } }
      start = index + 1
    }
  }

  /// Sums over a sliding window.
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

/// The measuring range of a sensor, detected as an extreme that an axis reaches repeatedly (5).
struct SaturationLevels {
  /// Readings from here up are saturated, by axis; infinite for an axis that never saturates.
  private(set) var upper = Vector3(repeating: Double.infinity)
  /// Readings from here down are saturated, by axis.
  private(set) var lower = Vector3(repeating: -Double.infinity)

  private static let fewestReadings = 5.0

  /// Detects axes with at least five readings within `tolerance` (relative) of an extreme beyond `smallest`. `reading`
  /// returns the reading of a sample, nil if it is invalid.
  @inline(__always)
  init(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, tolerance: Double, smallest: Double,
    reading: (MotionSample<Double>) -> Vector3<Double>?
  ) {
    var largest = Vector3<Double>.zero
    var least = Vector3<Double>.zero
    for sample in samples {
      guard let value = reading(sample) else { continue }
      largest = Vector3(x: max(largest.x, value.x), y: max(largest.y, value.y), z: max(largest.z, value.z))
      least = Vector3(x: min(least.x, value.x), y: min(least.y, value.y), z: min(least.z, value.z))
    }
    (largest, least) = (largest * (1 - tolerance), least * (1 - tolerance))
    var above = Vector3<Double>.zero
    var below = Vector3<Double>.zero
    for sample in samples {
      guard let value = reading(sample) else { continue }
      for axis in 0..<3 {
        if value[axis] >= largest[axis] { above[axis] += 1 }
        if value[axis] <= least[axis] { below[axis] += 1 }
      }
    }
    for axis in 0..<3 {
      if above[axis] >= Self.fewestReadings, largest[axis] > smallest { upper[axis] = largest[axis] }
      if below[axis] >= Self.fewestReadings, least[axis] < -smallest { lower[axis] = least[axis] }
    }
  }

  /// Whether any axis saturates.
  var isReached: Bool { (0..<3).contains { upper[$0].isFinite || lower[$0].isFinite } }

  /// Whether any axis of a reading is saturated.
  @inline(__always)
  func contain(_ value: Vector3<Double>) -> Bool {
    value.x >= upper.x || value.y >= upper.y || value.z >= upper.z
      || value.x <= lower.x || value.y <= lower.y || value.z <= lower.z
  }
}
