import MotionSamples
import Rotations

/// The angular rate of a body over time, from a gyroscope or an attitude reference.
///
/// Each rate is the mean over the interval that ends at its timestamp, and is placed in the middle of it, so that recordings of
/// different sampling rates, and attitudes, can be compared. `RateTrackRecorder` makes a track row by row; a track has at most
/// `RateTrackRecorder.largestCount` rates of 20 bytes.
public struct RateTrack: Sendable {
  /// The first timestamp.
  public let start: Timestamp
  /// The middles of the intervals, in seconds since `start`, increasing.
  let times: [Double]
  /// Rates, rad/s, finite. Single precision exceeds that of any gyroscope.
  let rates: [Vector3<Float>]
  /// The usual interval, s.
  let interval: Double

  /// The track of a gyroscope, rad/s, with a timestamp for each rate. Non-finite rates and timestamps that do not increase are
  /// ignored. Throws `tooShort` if fewer than two rates remain.
  public init(timestamps: [Timestamp], angularRates: [Vector3<Double>]) throws(AlignmentError) {
    precondition(timestamps.count == angularRates.count, "each rate has one timestamp")
    var recorder = RateTrackRecorder()
    for (timestamp, rate) in zip(timestamps, angularRates) { recorder.add(rate, at: timestamp) }
    self = try recorder.track()
  }

  /// The track of an attitude reference: rates in body axes. Throws as for a gyroscope.
  public init(timestamps: [Timestamp], referenceFromBody: [Rotation<Double>]) throws(AlignmentError) {
    precondition(timestamps.count == referenceFromBody.count, "each attitude has one timestamp")
    var recorder = RateTrackRecorder()
    for (timestamp, attitude) in zip(timestamps, referenceFromBody) { recorder.add(attitude, at: timestamp) }
    self = try recorder.track()
  }

  init(start: Timestamp, interval: Double, times: [Double], rates: [Vector3<Float>]) {
    self.start = start
    self.interval = interval
    self.times = times
    self.rates = rates
  }

  /// The time from the first to the last rate, s.
  var duration: Double { (times.last ?? 0) - (times.first ?? 0) }

  /// The mean magnitude of the rate in bins of a width in s, from `start`; NaN for empty bins.
  func magnitudes(binWidth: Double) -> [Double] {
    let count = Int(saturating: max(0, times.last ?? 0) / binWidth) + 1
    var sums = [Double](repeating: 0, count: count)
    var counts = [Double](repeating: 0, count: count)
    for (time, rate) in zip(times, rates) where time >= 0 {
      let bin = Int(saturating: time / binWidth)
      sums[bin] += Double(rate.length)
      counts[bin] += 1
    }
    return zip(sums, counts).map { $1 > 0 ? $0 / $1 : .nan }
  }

  /// The rate and its derivative at a time, by cubic interpolation; nil outside the track and in gaps. `cursor` keeps the place
  /// between calls with increasing times.
  func interpolated(at time: Double, cursor: inout Int) -> (rate: Vector3<Double>, derivative: Vector3<Double>)? {
    while cursor + 2 < times.count, times[cursor + 1] <= time { cursor += 1 }
    let (left, right) = (cursor, cursor + 1)
    let step = times[right] - times[left]
    guard time >= times[left], time <= times[right], step <= 3 * interval else { return nil }
    let position = (time - times[left]) / step
    let (slopeLeft, slopeRight) = (slope(at: left) * step, slope(at: right) * step)
    let difference = rate(right) - rate(left)
    // Cubic Hermite interpolation in Horner form.
    let square = 3 * difference - 2 * slopeLeft - slopeRight
    let cube = slopeLeft + slopeRight - 2 * difference
    let rate = rate(left) + position * (slopeLeft + position * (square + position * cube))
    let derivative = (slopeLeft + position * (2 * square + (3 * position) * cube)) / step
    return (rate, derivative)
  }

  /// The slope of the chord between the neighbours of a rate.
  func slope(at index: Int) -> Vector3<Double> {
    let (before, after) = (max(0, index - 1), min(times.count - 1, index + 1))
    return (rate(after) - rate(before)) / (times[after] - times[before])
  }

  /// A rate by its place.
  func rate(_ index: Int) -> Vector3<Double> { Vector3(rates[index]) }
}

extension Vector3<Double> {
  /// A vector of single precision.
  init(_ vector: Vector3<Float>) { self.init(x: Double(vector.x), y: Double(vector.y), z: Double(vector.z)) }
}

extension Vector3<Float> {
  /// The nearest vector of single precision.
  init(_ vector: Vector3<Double>) { self.init(x: Float(vector.x), y: Float(vector.y), z: Float(vector.z)) }
}
