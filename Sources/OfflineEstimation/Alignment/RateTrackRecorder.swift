import MotionSamples
import Rotations

/// Makes a track of a recording row by row, in 20 bytes a row: of a gyroscope, or of an attitude reference.
public struct RateTrackRecorder: Sendable {
  private var timestamps: [Timestamp] = []
  /// Rates; of an attitude reference the turns since the attitude before.
  private var vectors: [Vector3<Float>] = []
  private var lastAttitude: Rotation<Double>?

  /// A recorder before the first row.
  public init() {}

  /// Adds a row of a gyroscope, rad/s.
  public mutating func add(_ angularRate: Vector3<Double>, at timestamp: Timestamp) {
    timestamps.append(timestamp)
    vectors.append(Vector3(angularRate))
  }

  /// Adds a row of an attitude reference. A recorder takes the one or the other.
  public mutating func add(_ referenceFromBody: Rotation<Double>, at timestamp: Timestamp) {
    timestamps.append(timestamp)
    vectors.append(Vector3(lastAttitude.map { ($0.inverse * referenceFromBody).rotationVector } ?? .zero))
    lastAttitude = referenceFromBody
  }

  /// The track of the rows so far. Throws `tooShort` where fewer than two are of use.
  public func track() throws(AlignmentError) -> RateTrack {
    guard let start = timestamps.first, let spacing = SampleSpacing(of: timestamps) else {
      throw .tooShort(common: 0, needed: RelativeAlignment.leastDuration)
    }
    let (times, rates) = lastAttitude == nil ? ratesOfGyroscope(start, spacing) : ratesOfAttitudes(start, spacing)
    guard times.count > 1 else { throw .tooShort(common: 0, needed: RelativeAlignment.leastDuration) }
    return RateTrack(start: start, interval: spacing.interval, times: times, rates: rates)
  }

  private func ratesOfGyroscope(_ start: Timestamp, _ spacing: SampleSpacing) -> ([Double], [Vector3<Float>]) {
    var (times, rates) = reserved
    var before: Timestamp?
    for (timestamp, rate) in zip(timestamps, vectors) where rate.isFiniteInLane {
      if let before, timestamp <= before { continue }
      let isRegular = before.map { spacing.isRegular(from: $0, to: timestamp) } ?? false
      let step = isRegular ? timestamp.seconds(since: before ?? start) : spacing.interval
      times.append(timestamp.seconds(since: start) - 0.5 * step)
      rates.append(rate)
      before = timestamp
    }
    return (times, rates)
  }

  private func ratesOfAttitudes(_ start: Timestamp, _ spacing: SampleSpacing) -> ([Double], [Vector3<Float>]) {
    var (times, rates) = reserved
    for index in timestamps.indices.dropFirst()
    where spacing.isRegular(from: timestamps[index - 1], to: timestamps[index]) {
      let step = timestamps[index].seconds(since: timestamps[index - 1])
      let rate = vectors[index] / Float(step)
      let time = timestamps[index].seconds(since: start) - 0.5 * step
      guard rate.isFiniteInLane, time > times.last ?? -.infinity else { continue }
      times.append(time)
      rates.append(rate)
    }
    return (times, rates)
  }

  private var reserved: ([Double], [Vector3<Float>]) {
    var (times, rates): ([Double], [Vector3<Float>]) = ([], [])
    times.reserveCapacity(timestamps.count)
    rates.reserveCapacity(timestamps.count)
    return (times, rates)
  }
}
