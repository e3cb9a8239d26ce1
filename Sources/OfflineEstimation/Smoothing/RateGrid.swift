import MotionSamples
import Rotations

/// A recording whose sensors have rows of their own, brought to the rows of the gyroscope.
///
/// A row without angular rate is no hole where the gyroscope is only slower than the rows. Its readings are given to the
/// next row with a rate, whose interval then is that from rate to rate; afterwards its attitude is interpolated.
struct RateGrid {
  /// One for each row with an angular rate, and for each row in a real hole.
  private(set) var samples: [MotionSample<Double>] = []
  /// The row of each of them.
  private var rows: [Int] = []

  /// The grid of a recording; nil where at most a tenth of the rows lack an angular rate.
  init?(_ recording: [MotionSample<Double>]) {
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

  /// Puts one sample in place of successive rows: the last rate, and the last good reading of the other sensors.
  private mutating func append(_ recording: [MotionSample<Double>], merging range: Range<Int>) {
    var sample = recording[range.upperBound - 1]
    sample.interval = recording[range].reduce(0) { $0 + SampleTimeline.interval($1) }
    let force = recording[range].last { Measurement.isForce($0.specificForce) }
    let field = recording[range].last { Measurement.isField($0.magneticField) }
    sample.specificForce = force?.specificForce ?? .absent
    sample.magneticField = field?.magneticField ?? .absent
    samples.append(sample)
    rows.append(range.upperBound - 1)
  }

  private static func medianRateInterval(_ recording: [MotionSample<Double>]) -> Double {
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

  /// The result for every row, from that for the grid.
  func expanded(_ smoothed: SmoothedRecording, over recording: [MotionSample<Double>]) -> SmoothedRecording {
    var result = smoothed
    result.samples = []
    result.samples.reserveCapacity(recording.count)
    for (position, row) in rows.enumerated() {
      let next = smoothed.samples[position]
      let former = position > 0 ? smoothed.samples[position - 1] : next
      var elapsed = 0.0
      while result.samples.count < row {
        elapsed += SampleTimeline.interval(recording[result.samples.count])
        var between = next
        let fraction = samples[position].interval > 0 ? elapsed / samples[position].interval : 1
        between.enuFromBody = former.enuFromBody.slerp(to: next.enuFromBody, fraction: fraction)
        result.samples.append(between)
      }
      result.samples.append(next)
    }
    for index in result.windows.indices {
      let range = smoothed.windows[index].samples
      let first = range.lowerBound > 0 ? rows[range.lowerBound - 1] + 1 : 0
      result.windows[index].samples = first..<rows[range.upperBound - 1] + 1
    }
    return result
  }
}
