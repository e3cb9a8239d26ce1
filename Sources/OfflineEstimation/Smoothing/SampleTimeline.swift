import MotionSamples
import Rotations

/// How the samples of a recording lie in time, and where the knots are.
///
/// Intervals are taken as they are: nothing is resampled. A sample is a knot where `knotInterval` has passed since the
/// one before, and on both sides of a gap.
struct SampleTimeline {
  /// The usual interval, s.
  let nominalInterval: Double
  /// Longer intervals are gaps, s: the reading covers a nominal interval, the rest is missing.
  let longestInterval: Double
  /// The samples that are knots; the first and the last are.
  let knots: [Int]

  /// The time line of samples whose knots are `shortest` seconds apart; more, up to half as much again, where that is fewer than
  /// `samplesPerKnot` samples.
  init(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, knotInterval shortest: Double, samplesPerKnot: Double = 0
  ) {
    nominalInterval = Self.medianInterval(samples)
    let knotInterval = max(shortest, min(1.5 * shortest, samplesPerKnot * nominalInterval))
    longestInterval = max(2.5 * nominalInterval, 0.05)
    var knots = samples.isEmpty ? [] : [0]
    let (due, longest) = (knotInterval - 0.5 * nominalInterval, longestInterval)
    var elapsed = 0.0
    for index in samples.indices.dropFirst() {
      let interval = Self.interval(samples[index])
      if interval > longest {
        if elapsed > 0 { knots.append(index - 1) }
        elapsed = due
      } else {
        elapsed += interval
      }
      if elapsed >= due || index == samples.count - 1 {
        knots.append(index)
        elapsed = 0
      }
    }
    self.knots = knots
  }

  /// The number of stretches between knots.
  var intervalCount: Int { max(knots.count - 1, 0) }

  /// The samples of a stretch: those after its first knot, up to its last.
  @inline(__always)
  func samples(of interval: Int) -> Range<Int> { knots[interval] + 1..<knots[interval + 1] + 1 }

  /// The time from the sample before to a sample, s: zero where it is not known.
  @inline(__always)
  static func interval(_ sample: MotionSample<Double>) -> Double {
    sample.interval > 0 && sample.interval < .infinity ? sample.interval : 0
  }

  /// The median of up to a thousand intervals spread over the recording; 0.01 where there is none.
  private static func medianInterval(_ samples: UnsafeBufferPointer<MotionSample<Double>>) -> Double {
    let step = max(1, samples.count / 1000)
    let intervals = stride(from: 0, to: samples.count, by: step).map { interval(samples[$0]) }.filter { $0 > 0 }
    return intervals.median ?? 0.01
  }
}

extension [Double] {
  /// The middle value, the larger of the two where their number is even; nil for none.
  var median: Double? { isEmpty ? nil : sorted()[count / 2] }
}

/// Which readings are measurements.
enum Measurement {
  /// Finite and at most 1000 rad/s on every axis.
  @inline(__always)
  static func isRate(_ rate: Vector3<Double>) -> Bool { rate.squaredLength <= 3e6 }
  /// Finite, not zero, and below 10 000 g.
  @inline(__always)
  static func isForce(_ force: Vector3<Double>) -> Bool {
    let square = force.squaredLength
    return square > 0 && square <= 1e10
  }
  /// Finite, not zero, and at most 1 T.
  @inline(__always)
  static func isField(_ field: Vector3<Double>) -> Bool {
    let square = field.squaredLength
    return square > 0 && square <= 1e12
  }
}
