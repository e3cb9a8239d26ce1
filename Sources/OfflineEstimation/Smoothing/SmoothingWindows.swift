import MotionSamples
import Rotations

/// The first of the overlapping windows in which a recording is smoothed (47).
struct SmoothingWindow {
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
}

/// The transition from one window to the next: in the overlap the estimate blends linearly from the former to the new
/// window (48).
struct Seam {
  /// The samples of the overlap as estimated in the former window.
  let former: [SmoothedSample]

  /// The rotation about the vertical, rad, that aligns a window's level frame with the former window's (49): needed without
  /// magnetometer, where the heading is arbitrary. `row` is the place in the window of a sample of the timeline.
  func headingOffset(of state: SmoothingState, _ timeline: SampleTimeline, row: (_ sample: Int) -> Int) -> Double {
    var (real, vertical) = (0.0, 0.0)
    for (knot, sample) in timeline.knots.enumerated() where row(sample) < former.count {
      let difference = former[row(sample)].enuFromBody * state.levelFromBody[knot].inverse
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
