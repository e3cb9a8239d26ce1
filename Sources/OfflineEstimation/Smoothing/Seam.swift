import Rotations

/// Joins a window to the samples before it: in the overlap the estimate passes evenly from the former window to the new
/// one, so that there is no step.
struct Seam {
  /// The samples of the overlap as the former window has them.
  private let former: [SmoothedSample]
  /// The recording's index of the window's first sample.
  private let start: Int

  init(joined samples: [SmoothedSample], at start: Int) {
    former = Array(samples[min(start, samples.count)...])
    self.start = start
  }

  /// By how much a window is to be turned about the vertical so that its heading agrees with the former's in the overlap;
  /// for a window without magnetometer, whose heading means nothing.
  func headingOffset(of state: SmoothingState, _ timeline: SampleTimeline) -> Double {
    var (real, vertical) = (0.0, 0.0)
    for (knot, sample) in timeline.knots.enumerated() where sample < former.count {
      let difference = former[sample].enuFromBody * state.attitudes[knot].inverse
      let quaternion = difference.quaternion
      // Twice the half angle about the vertical; the sum makes the circular mean.
      real += quaternion.w * quaternion.w - quaternion.z * quaternion.z
      vertical += 2 * quaternion.w * quaternion.z
    }
    return real == 0 && vertical == 0 ? 0 : Double.arcTangent(y: vertical, x: real)
  }

  /// Puts the window's sample `index` in its place.
  func join(_ sample: SmoothedSample, at index: Int, into samples: inout [SmoothedSample]) {
    guard index < former.count else {
      samples.append(sample)
      return
    }
    let share = Double(index + 1) / Double(former.count + 1)
    samples[start + index] = Self.blend(former[index], sample, share)
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
