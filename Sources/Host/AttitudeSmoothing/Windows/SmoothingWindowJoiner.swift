import MotionSamples
import Rotations

/// Joins the estimated windows of a recording in their order.
public struct SmoothingWindowJoiner: Sendable {
  /// Successive samples whose estimates are final.
  public struct Stretch: Sendable {
    /// The samples as given.
    public var samples: [MotionSample<Double>]
    /// The estimate for each.
    public var smoothed: [SmoothedSample]
  }

  /// The windows so far.
  public private(set) var windows: [SmoothedRecording.Window] = []
  /// The estimates of the last joined window for the first samples of the next.
  private var former: [SmoothedSample] = []

  /// Before the first window.
  public init() {}

  /// Joins the next window to those before, and returns what became final.
  public mutating func join(_ next: consuming EstimatedWindow) -> Stretch {
    let (count, final) = (next.window.samples.count, next.window.next)
    let seam = Seam(former: former)
    if !next.estimate.hasHeading { next.estimate.turn(by: seam.headingOffset(of: next.estimate)) }
    seam.blend(into: &next.estimate.smoothed)
    next.estimate.window.samples = next.window.position..<next.window.position + count
    windows.append(next.estimate.window)
    former = Array(next.estimate.smoothed[final...])
    next.window.samples.removeLast(count - final)
    next.estimate.smoothed.removeLast(count - final)
    return Stretch(samples: next.window.samples, smoothed: next.estimate.smoothed)
  }
}

/// The transition from one window to the next: in the overlap the estimate blends linearly from the former to the new
/// window (48).
struct Seam {
  /// The samples of the overlap as estimated in the former window.
  let former: [SmoothedSample]

  /// The rotation about the vertical, rad, that aligns a window's level frame with the former window's (49): needed without
  /// magnetometer, where the heading is arbitrary.
  func headingOffset(of estimate: WindowEstimate) -> Double {
    var (real, vertical) = (0.0, 0.0)
    for knot in estimate.knots where knot < former.count {
      let difference = former[knot].enuFromBody * estimate.smoothed[knot].enuFromBody.inverse
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
