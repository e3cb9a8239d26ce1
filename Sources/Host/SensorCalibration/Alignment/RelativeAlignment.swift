import MotionSamples
import Rotations

/// The rotation and clock offset between two sensors on one rigid body, from a motion that both recorded: two gyroscopes, or a
/// gyroscope and an attitude reference.
///
/// A first clock offset comes from the magnitudes of the rates (`ClockOffsetSearch`). Then the rotation (Wahba's problem for
/// the rates about their means, which eliminates constant biases) alternates with a Gauss-Newton step of the offset, until it
/// changes by less than 0.1 µs.
public struct RelativeAlignment: Sendable {
  /// The rotation from the second sensor's axes to the first's.
  public let firstFromSecond: Rotation<Double>
  /// One standard deviation of the rotation about the first sensor's axes due to the noise of the rates, rad. Scale errors and
  /// misalignment of the gyroscopes are not included.
  public let rotationDeviation: Vector3<Double>
  /// The seconds to add to timestamps of the second recording to get those of the first.
  public let clockOffset: Double
  /// One standard deviation of the offset due to noise, s.
  public let clockOffsetDeviation: Double
  /// The bias of the first gyroscope minus that of the second, in the first's axes, rad/s.
  public let biasDifference: Vector3<Double>
  /// The ratio of the rates of first and second; 1 for correct units and scales.
  public let rateRatio: Double
  /// The share of the first's motion that the second explains, up to 1.
  public let explained: Double
  /// The root mean square difference of the rates per axis, rad/s.
  public let residual: Double
  /// The number of rates of the first recording that were compared.
  public let count: Int

  /// The least overlap of the recordings, s.
  static let leastDuration = 5.0
  /// The default of the largest clock offset, s.
  public static let usualOffsetLimit = 60.0

  /// The nearest mounting in quarter turns: the second sensor's axes that are read for the first's; and the remaining angle,
  /// rad.
  public var nearestAxes: (mapping: AxisMapping, deviation: Double) { AxisMapping.nearest(to: firstFromSecond) }

  /// Aligns two tracks.
  ///
  /// The search covers `offsetLimit` seconds to both sides of equal clocks if the tracks then overlap by half of the shorter
  /// one, else of equal starts.
  ///
  /// Throws `tooShort`, `tooLittleMotion`, `notCorrelated` or `motionAboutOneAxis`.
  public init(
    first: RateTrack, second: RateTrack, offsetLimit: Double = Self.usualOffsetLimit
  ) throws(AlignmentError) {
    let shorter = min(first.duration, second.duration)
    guard shorter >= Self.leastDuration else { throw .tooShort(common: shorter, needed: Self.leastDuration) }
    let rate = first.rateDeviation
    guard rate > Self.leastRate else { throw .tooLittleMotion(rate: rate) }
    let startDifference = second.start.seconds(since: first.start)
    let overlap = min(first.duration, startDifference + second.duration) - max(0, startDifference)
    let guess = overlap > 0.5 * shorter ? startDifference : 0
    let search = ClockOffsetSearch(first, second, leastDuration: Self.leastDuration)
    let found = search.best(first, second, within: (guess - offsetLimit)...(guess + offsetLimit))
    guard found.isTried else { throw .tooShort(common: max(0, overlap), needed: Self.leastDuration) }
    guard found.correlation > Self.leastCorrelation else { throw .notCorrelated(best: found.correlation) }

    var offset = found.offset
    var match = try RateMatch(first, second, offset: offset)
    for _ in 0..<Self.mostRounds {
      let step = match.offsetStep
      offset += min(max(step, -search.binWidth), search.binWidth)
      match = try RateMatch(first, second, offset: offset)
      if abs(step) < Self.offsetTolerance { break }
    }
    guard match.explained > Self.leastCorrelation else { throw .notCorrelated(best: match.explained) }
    firstFromSecond = match.firstFromSecond
    rotationDeviation = match.rotationDeviation
    clockOffset = offset - startDifference
    clockOffsetDeviation = match.offsetDeviation
    biasDifference = match.biasDifference
    rateRatio = match.rateRatio
    explained = match.explained
    residual = match.residual
    count = match.count
  }

  private static let leastRate = 0.05
  private static let leastCorrelation = 0.5
  private static let mostRounds = 30
  private static let offsetTolerance = 1e-7
}

extension RateTrack {
  /// The root mean square deviation of the rates from their mean, rad/s.
  var rateDeviation: Double {
    let count = Double(rates.count)
    let mean = rates.reduce(Vector3<Double>.zero) { $0 + Vector3($1) } / count
    return (rates.reduce(0) { $0 + (Vector3($1) - mean).squaredLength } / count).squareRoot()
  }
}

/// Finds the clock offset of two recordings of one motion from the magnitudes of the angular rates, which do not depend on the
/// axes.
///
/// The magnitudes are averaged over bins and correlated at all offsets (Pearson's coefficient over common bins). A parabola
/// through the maximum and its neighbours gives a fraction of a bin. O(N · offsets).
private struct ClockOffsetSearch {
  /// The width of a bin, s: shorter than the motions of a hand, unless the rates have a longer interval.
  let binWidth: Double
  /// The least number of common bins.
  let leastBins: Int

  private static let usualBinWidth = 0.1
  /// Bounds the memory if a timestamp is wrong: above 116 hours bins are wider.
  private static let mostBins = 4_194_304.0

  /// A search for tracks with at least `leastDuration` seconds in common.
  init(_ first: RateTrack, _ second: RateTrack, leastDuration: Double) {
    let longest = max(first.duration, second.duration)
    binWidth = max(Self.usualBinWidth, first.interval, second.interval, longest / Self.mostBins)
    leastBins = max(2, Int(saturating: leastDuration / binWidth))
  }

  /// The best offset.
  struct Result {
    /// The seconds to add to times of the second recording; each recording counts from its own start.
    var offset: Double
    /// The correlation there.
    var correlation: Double
    /// Whether any offset had enough common bins.
    var isTried: Bool
  }

  /// The best offset within `range`, s.
  func best(_ first: RateTrack, _ second: RateTrack, within range: ClosedRange<Double>) -> Result {
    let (left, right) = (first.magnitudes(binWidth: binWidth), second.magnitudes(binWidth: binWidth))
    let lowest = max(Int(saturating: (range.lowerBound / binWidth).rounded(.down)), -right.count)
    let highest = min(Int(saturating: (range.upperBound / binWidth).rounded(.up)), left.count)
    guard lowest <= highest else { return Result(offset: 0, correlation: 0, isTried: false) }
    let correlations = (lowest...highest).map { correlation(left, right, lag: $0) }
    guard
      let place = correlations.indices.filter({ correlations[$0] != nil }).max(by: {
        (correlations[$0] ?? -1) < (correlations[$1] ?? -1)
      })
    else { return Result(offset: 0, correlation: 0, isTried: false) }
    let peak = correlations[place] ?? 0
    var offset = Double(lowest + place)
    if place > 0, place + 1 < correlations.count, let before = correlations[place - 1],
      let after = correlations[place + 1], before + after - 2 * peak < 0
    {
      offset += 0.5 * (before - after) / (before + after - 2 * peak)
    }
    return Result(offset: offset * binWidth, correlation: peak, isTried: true)
  }

  /// The correlation of bin k of `right` with bin k + `lag` of `left`; nil for too few bins.
  private func correlation(_ left: [Double], _ right: [Double], lag: Int) -> Double? {
    let (start, end) = (max(0, -lag), min(right.count, left.count - lag))
    guard end - start >= leastBins else { return nil }
    var (count, sumL, sumR, sumLL, sumRR, sumLR) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for index in start..<end {
      let (l, r) = (left[index + lag], right[index])
      guard (l + r).isFinite else { continue }
      count += 1
      sumL += l
      sumR += r
      sumLL += l * l
      sumRR += r * r
      sumLR += l * r
    }
    let variances = (count * sumLL - sumL * sumL) * (count * sumRR - sumR * sumR)
    guard count >= Double(leastBins), variances > 0 else { return nil }
    return (count * sumLR - sumL * sumR) / variances.squareRoot()
  }
}
