import MotionSamples
import NumericalMethods
import Rotations

/// The intervals of a recording's samples, and its knots.
///
/// Intervals are used as given, without resampling. A sample is a knot if the knot interval has elapsed since the knot
/// before, and on both sides of a gap.
struct SampleTimeline {
  /// The median interval d, s (1).
  let nominalInterval: Double
  /// The gap threshold d_gap, s (1): a reading after a longer interval covers one nominal interval, the rest is missing.
  let longestInterval: Double
  /// The time between two knots T_u, s (2).
  let knotInterval: Double
  /// The samples that are knots, among them the first and the last.
  let knots: [Int]

  private static let mostStretch = 1.5
  private static let gapRatio = 2.5
  private static let shortestGap = 0.05

  /// Places knots `shortest` seconds apart, or up to 1.5 times as far where that is fewer than `samplesPerKnot` samples (2).
  init(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, knotInterval shortest: Double,
    samplesPerKnot: Double = 0
  ) {
    nominalInterval = Self.medianInterval(samples)
    knotInterval = max(shortest, min(Self.mostStretch * shortest, samplesPerKnot * nominalInterval))  // (2)
    longestInterval = max(Self.gapRatio * nominalInterval, Self.shortestGap)  // (1)
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

  /// The number of intervals between knots.
  var intervalCount: Int { max(knots.count - 1, 0) }

  /// The samples of an interval: those after its first knot, up to and including its last.
  @inline(__always)
  func samples(of interval: Int) -> Range<Int> { knots[interval] + 1..<knots[interval + 1] + 1 }

  /// The time from the sample before to this sample, s: zero if it is not positive and finite.
  @inline(__always)
  static func interval(_ sample: MotionSample<Double>) -> Double {
    sample.interval > 0 && sample.interval < .infinity ? sample.interval : 0
  }

  /// The median of up to a thousand intervals, evenly chosen; 0.01 if none is positive.
  private static func medianInterval(_ samples: UnsafeBufferPointer<MotionSample<Double>>) -> Double {
    let step = max(1, samples.count / 1000)
    let intervals = stride(from: 0, to: samples.count, by: step).map { interval(samples[$0]) }.filter { $0 > 0 }
    return intervals.median ?? 0.01
  }
}

/// Tests whether readings are valid.
enum Measurement {
  /// Finite and at most 1732 rad/s, which is 1000 rad/s on every axis.
  @inline(__always)
  static func isRate(_ rate: Vector3<Double>) -> Bool { rate.squaredLength <= 3e6 }
  /// Finite, not zero, and at most 1e5 m/s².
  @inline(__always)
  static func isForce(_ force: Vector3<Double>) -> Bool {
    let square = force.squaredLength
    return square > 0 && square <= 1e10
  }
  /// Finite, not zero, and at most 1e6 µT.
  @inline(__always)
  static func isField(_ field: Vector3<Double>) -> Bool {
    let square = field.squaredLength
    return square > 0 && square <= 1e12
  }
}

/// A recording whose sensors have rows of their own, merged into the rows of the gyroscope.
///
/// If the gyroscope is slower than the rows, a row without angular rate is not a gap. Its readings move to the next row
/// with a rate, whose interval becomes that from rate to rate; its attitude is interpolated afterwards.
struct RateGrid {
  /// One for each row with an angular rate, and for each row in a gap of the gyroscope.
  private(set) var samples: [MotionSample<Double>] = []
  /// The row of each sample.
  private(set) var rows: [Int] = []

  /// The grid of a recording; nil if at most a tenth of the rows lack an angular rate.
  init?(_ recording: ArraySlice<MotionSample<Double>>) {
    let missing = recording.count { !Measurement.isRate($0.angularRate) }
    guard 10 * missing > recording.count else { return nil }
    let longest = 2.5 * Self.medianRateInterval(recording)
    var waiting: Range<Int> = 0..<0
    for index in recording.indices {
      waiting = waiting.isEmpty ? index..<index + 1 : waiting.lowerBound..<index + 1
      let duration = recording[waiting].reduce(0) { $0 + SampleTimeline.interval($1) }
      if Measurement.isRate(recording[index].angularRate), duration <= longest || waiting.count == 1 {
        append(recording, merging: waiting)
        waiting = 0..<0
      } else if duration > longest {
        for row in waiting { append(recording, merging: row..<row + 1) }
        waiting = 0..<0
      }
    }
    for row in waiting { append(recording, merging: row..<row + 1) }
  }

  /// Merges successive rows into one sample: the last rate, and the last valid reading of each other sensor.
  private mutating func append(_ recording: ArraySlice<MotionSample<Double>>, merging range: Range<Int>) {
    var sample = recording[range.upperBound - 1]
    sample.interval = recording[range].reduce(0) { $0 + SampleTimeline.interval($1) }
    let force = recording[range].last { Measurement.isForce($0.specificForce) }
    let field = recording[range].last { Measurement.isField($0.magneticField) }
    sample.specificForce = force?.specificForce ?? .absent
    sample.magneticField = field?.magneticField ?? .absent
    samples.append(sample)
    rows.append(range.upperBound - 1)
  }

  /// Velocities that came with rows, with the samples that have the readings of these.
  func moved(_ velocities: [ObservedVelocity]) -> [ObservedVelocity] {
    var place = 0
    return velocities.compactMap { velocity in
      while place < rows.count, rows[place] < velocity.sample { place += 1 }
      guard place < rows.count else { return nil }
      return velocity.moved(by: place - velocity.sample)
    }
  }

  private static func medianRateInterval(_ recording: ArraySlice<MotionSample<Double>>) -> Double {
    var intervals: [Double] = []
    var interval = 0.0
    for sample in recording {
      interval += SampleTimeline.interval(sample)
      guard Measurement.isRate(sample.angularRate) else { continue }
      intervals.append(interval)
      interval = 0
    }
    return intervals.median ?? 0
  }

  /// The result for every row, from the result for the grid.
  func expanded(
    _ smoothed: [SmoothedSample], over recording: ArraySlice<MotionSample<Double>>
  ) -> [SmoothedSample] {
    var result: [SmoothedSample] = []
    result.reserveCapacity(recording.count)
    for (position, row) in rows.enumerated() {
      let next = smoothed[position]
      let former = position > 0 ? smoothed[position - 1] : next
      var elapsed = 0.0
      while result.count < row {
        elapsed += SampleTimeline.interval(recording[result.count])
        var between = next
        let fraction = samples[position].interval > 0 ? elapsed / samples[position].interval : 1
        between.enuFromBody = former.enuFromBody.slerp(to: next.enuFromBody, fraction: fraction)
        result.append(between)
      }
      result.append(next)
    }
    return result
  }
}
