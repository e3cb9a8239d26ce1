import MotionSamples
import Rotations

/// The cut of a recording into overlapping windows of equal duration (47).
struct SmoothingWindows {
  /// The samples of each window, in order.
  let ranges: [Range<Int>]

  init(_ samples: [MotionSample<Double>], _ parameters: AttitudeSmootherParameters) {
    let total = samples.reduce(0) { $0 + SampleTimeline.interval($1) }
    let overlap = min(max(parameters.windowOverlap, 0), 0.5 * parameters.windowDuration)
    guard total > parameters.windowDuration, parameters.windowDuration > 0 else {
      ranges = [0..<samples.count]
      return
    }
    let count = ((total - overlap) / (parameters.windowDuration - overlap) - 1e-6).rounded(.up)
    let stride = (total - overlap) / count
    var starts: [Int] = []
    var ends: [Int] = []
    var elapsed = 0.0
    for (index, sample) in samples.enumerated() {
      elapsed += SampleTimeline.interval(sample)
      while Double(starts.count) < count, elapsed >= Double(starts.count) * stride { starts.append(index) }
      while Double(ends.count) < count - 1, elapsed >= Double(ends.count + 1) * stride + overlap { ends.append(index) }
    }
    // A gap longer than a window leaves empty windows.
    ranges = zip(starts, ends + [samples.count]).filter { $0 < $1 }.map { $0..<$1 }
  }
}

/// The transition from one window to the next: in the overlap the estimate blends linearly from the former to the new
/// window (48).
struct Seam {
  /// The samples of the overlap as estimated in the former window.
  private let former: [SmoothedSample]
  /// The index in the recording of the window's first sample.
  private let start: Int

  init(joined samples: [SmoothedSample], at start: Int) {
    former = Array(samples[min(start, samples.count)...])
    self.start = start
  }

  /// The rotation about the vertical, rad, that aligns a window's level frame with the former window's (49): needed without
  /// magnetometer, where the heading is arbitrary.
  func headingOffset(of state: SmoothingState, _ timeline: SampleTimeline) -> Double {
    var (real, vertical) = (0.0, 0.0)
    for (knot, sample) in timeline.knots.enumerated() where sample < former.count {
      let difference = former[sample].enuFromBody * state.levelFromBody[knot].inverse
      let quaternion = difference.quaternion
      // The quaternion has the half angle; doubled and summed, it gives the circular mean.
      real += quaternion.w * quaternion.w - quaternion.z * quaternion.z
      vertical += 2 * quaternion.w * quaternion.z
    }
    return real == 0 && vertical == 0 ? 0 : Double.arcTangent(y: vertical, x: real)
  }

  /// Writes the window's sample `index` to its place in the recording.
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
