/// Finds by how much two recordings of one motion are shifted, from how fast they turn: the magnitude of the angular rate
/// does not depend on the axes.
///
/// The magnitudes are averaged over bins and correlated at all offsets (Pearson's coefficient over the bins that both have);
/// a parabola through the largest value and its neighbours gives a fraction of a bin. O(N · offsets).
struct ClockOffsetSearch {
  /// The width of a bin in seconds: shorter than the motions of a hand, unless rates are fewer.
  let binWidth: Double
  /// Bins that both must have.
  let leastBins: Int

  private static let usualBinWidth = 0.1
  /// A single wrong stamp must not ask for more memory than there is: above 116 hours bins are wider.
  private static let mostBins = 4_194_304.0

  /// A search for tracks that are to have so many seconds in common.
  init(_ first: RateTrack, _ second: RateTrack, leastDuration: Double) {
    let longest = max(first.duration, second.duration)
    binWidth = max(Self.usualBinWidth, first.interval, second.interval, longest / Self.mostBins)
    leastBins = max(2, Int(leastDuration / binWidth))
  }

  /// What was found.
  struct Result {
    /// Seconds to be added to times of the second recording, each counted from its own start.
    var offset: Double
    /// The correlation there.
    var correlation: Double
    /// Whether the bins in common were enough for any offset.
    var isTried: Bool
  }

  /// The best offset within `range` in seconds.
  func best(_ first: RateTrack, _ second: RateTrack, within range: ClosedRange<Double>) -> Result {
    let (left, right) = (first.magnitudes(binWidth: binWidth), second.magnitudes(binWidth: binWidth))
    let lowest = max(Int((range.lowerBound / binWidth).rounded(.down)), -right.count)
    let highest = min(Int((range.upperBound / binWidth).rounded(.up)), left.count)
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

  /// The correlation where bin k of `right` is held against bin k + `lag` of `left`; nil for too few bins.
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
    let spread = (count * sumLL - sumL * sumL) * (count * sumRR - sumR * sumR)
    guard count >= Double(leastBins), spread > 0 else { return nil }
    return (count * sumLR - sumL * sumR) / spread.squareRoot()
  }
}
