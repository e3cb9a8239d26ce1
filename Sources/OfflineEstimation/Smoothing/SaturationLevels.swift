import MotionSamples
import Rotations

/// Where a sensor ends, found in its readings: an axis that comes to nearly the same extreme again and again.
struct SaturationLevels {
  /// A reading above is at the end of the range, by axis; infinite for an axis that never is.
  private(set) var upper = Vector3(repeating: Double.infinity)
  /// A reading below is at the end of the range.
  private(set) var lower = Vector3(repeating: -Double.infinity)

  /// Looks for axes with at least five readings within `tolerance` (relative) of an extreme that is beyond `smallest`.
  /// `reading` gives the reading of a sample; nil where it is no measurement.
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
      if above[axis] >= 5, largest[axis] > smallest { upper[axis] = largest[axis] }
      if below[axis] >= 5, least[axis] < -smallest { lower[axis] = least[axis] }
    }
  }

  /// Whether an axis of a reading is at the end of its range.
  @inline(__always)
  func contain(_ value: Vector3<Double>) -> Bool {
    value.x >= upper.x || value.y >= upper.y || value.z >= upper.z
      || value.x <= lower.x || value.y <= lower.y || value.z <= lower.z
  }
}
