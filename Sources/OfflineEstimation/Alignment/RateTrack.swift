import MotionSamples
import Rotations

/// The angular rate of a body over time, as one sensor or one attitude reference tells it.
///
/// Each rate is the mean over the interval that ends at its stamp, and is placed in the middle of it, so that recordings of
/// different rates, and attitudes, can be compared.
public struct RateTrack: Sendable {
  /// The stamp that the track begins with.
  public let start: Timestamp
  /// Middles of the intervals, in seconds since `start`, increasing.
  let times: [Double]
  /// Rates in rad/s, all finite.
  let rates: [Vector3<Double>]
  /// The usual interval, in seconds.
  let interval: Double

  /// The track of a gyroscope. Rates that are not finite and stamps that do not increase are left out. Throws `tooShort`
  /// where fewer than two are left. There are as many stamps as rates.
  public init(timestamps: [Timestamp], angularRates: [Vector3<Double>]) throws(AlignmentError) {
    precondition(timestamps.count == angularRates.count, "each rate has one stamp")
    guard let start = timestamps.first, let spacing = SampleSpacing(of: timestamps) else {
      throw .tooShort(common: 0, needed: RelativeAlignment.leastDuration)
    }
    var (times, rates): ([Double], [Vector3<Double>]) = ([], [])
    var before: Timestamp?
    for (timestamp, rate) in zip(timestamps, angularRates) where rate.isFiniteInLane {
      if let before, timestamp <= before { continue }
      let isRegular = before.map { spacing.isRegular(from: $0, to: timestamp) } ?? false
      let step = isRegular ? timestamp.seconds(since: before ?? start) : spacing.interval
      times.append(timestamp.seconds(since: start) - 0.5 * step)
      rates.append(rate)
      before = timestamp
    }
    guard times.count > 1 else { throw .tooShort(common: 0, needed: RelativeAlignment.leastDuration) }
    self.init(start: start, interval: spacing.interval, times: times, rates: rates)
  }

  /// The track of an attitude reference: rates in the axes of its body. Throws as for a gyroscope.
  public init(timestamps: [Timestamp], referenceFromBody: [Rotation<Double>]) throws(AlignmentError) {
    precondition(timestamps.count == referenceFromBody.count, "each attitude has one stamp")
    guard let start = timestamps.first, let spacing = SampleSpacing(of: timestamps) else {
      throw .tooShort(common: 0, needed: RelativeAlignment.leastDuration)
    }
    var (times, rates): ([Double], [Vector3<Double>]) = ([], [])
    for index in timestamps.indices.dropFirst()
    where spacing.isRegular(from: timestamps[index - 1], to: timestamps[index]) {
      let step = timestamps[index].seconds(since: timestamps[index - 1])
      let turn = referenceFromBody[index - 1].inverse * referenceFromBody[index]
      let rate = turn.rotationVector / step
      let time = timestamps[index].seconds(since: start) - 0.5 * step
      guard rate.isFiniteInLane, time > times.last ?? -.infinity else { continue }
      times.append(time)
      rates.append(rate)
    }
    guard times.count > 1 else { throw .tooShort(common: 0, needed: RelativeAlignment.leastDuration) }
    self.init(start: start, interval: spacing.interval, times: times, rates: rates)
  }

  private init(start: Timestamp, interval: Double, times: [Double], rates: [Vector3<Double>]) {
    self.start = start
    self.interval = interval
    self.times = times
    self.rates = rates
  }

  /// Seconds from the first to the last rate.
  var duration: Double { (times.last ?? 0) - (times.first ?? 0) }

  /// The mean magnitude of the rate in bins of a width in seconds, from `start`; not a number where a bin is empty.
  func magnitudes(binWidth: Double) -> [Double] {
    let count = Int(max(0, times.last ?? 0) / binWidth) + 1
    var sums = [Double](repeating: 0, count: count)
    var counts = [Double](repeating: 0, count: count)
    for (time, rate) in zip(times, rates) where time >= 0 {
      let bin = Int(time / binWidth)
      sums[bin] += rate.length
      counts[bin] += 1
    }
    return zip(sums, counts).map { $1 > 0 ? $0 / $1 : .nan }
  }

  /// The rate and its derivative at a time, by cubic interpolation between the rates around it; nil outside of the track and
  /// in gaps. `cursor` remembers the place: times asked for one after the other should increase.
  func interpolated(at time: Double, cursor: inout Int) -> (rate: Vector3<Double>, derivative: Vector3<Double>)? {
    while cursor + 2 < times.count, times[cursor + 1] <= time { cursor += 1 }
    let (left, right) = (cursor, cursor + 1)
    let step = times[right] - times[left]
    guard time >= times[left], time <= times[right], step <= 3 * interval else { return nil }
    let position = (time - times[left]) / step
    let (slopeLeft, slopeRight) = (slope(at: left) * step, slope(at: right) * step)
    let difference = rates[right] - rates[left]
    // Hermite's cubic in the form of Horner.
    let square = 3 * difference - 2 * slopeLeft - slopeRight
    let cube = slopeLeft + slopeRight - 2 * difference
    let rate = rates[left] + position * (slopeLeft + position * (square + position * cube))
    let derivative = (slopeLeft + position * (2 * square + (3 * position) * cube)) / step
    return (rate, derivative)
  }

  /// The slope of the chord between the neighbours of a rate.
  private func slope(at index: Int) -> Vector3<Double> {
    let (before, after) = (max(0, index - 1), min(times.count - 1, index + 1))
    return (rates[after] - rates[before]) / (times[after] - times[before])
  }
}
