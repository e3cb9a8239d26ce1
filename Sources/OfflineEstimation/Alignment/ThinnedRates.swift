import Rotations

/// Mean rates over neighbouring intervals, in bounded memory: where there are too many, each two that touch are joined.
///
/// The mean over two intervals of one length is the mean of their means, so that nothing is filtered twice.
struct ThinnedRates: Sendable {
  /// The middles of the intervals, in seconds.
  private(set) var times: [Double] = []
  /// The mean rates, in rad/s.
  private(set) var rates: [Vector3<Float>] = []
  /// Readings in an interval: a power of two.
  private(set) var factor = 1

  /// The usual interval of the readings, in seconds, and how many means are held at most.
  private let interval: Double
  private let largestCount: Int
  private var openTime = 0.0
  private var openRate = Vector3<Double>.zero
  private var openCount = 0
  private var lastTime = -Double.infinity

  /// Two means do not touch where they are more than this many of their intervals apart.
  private static let gapFactor = 1.75

  init(interval: Double, largestCount: Int) {
    precondition(largestCount > 1, "two means can be joined")
    (self.interval, self.largestCount) = (interval, largestCount)
  }

  /// Adds the mean rate over one reading's interval, later than those before.
  mutating func add(_ rate: Vector3<Float>, at time: Double) {
    if time - lastTime > Self.gapFactor * interval { dropOpen() }
    lastTime = time
    openTime += time
    openRate += Vector3(rate)
    openCount += 1
    guard openCount == factor else { return }
    times.append(openTime / Double(factor))
    rates.append(Vector3(openRate / Double(factor)))
    dropOpen()
    if times.count == largestCount { joinPairs() }
  }

  private mutating func dropOpen() { (openTime, openRate, openCount) = (0, .zero, 0) }

  private mutating func joinPairs() {
    let longest = Self.gapFactor * interval * Double(factor)
    var (place, kept) = (0, 0)
    while place + 1 < times.count {
      // One without its neighbour is left out.
      if times[place + 1] - times[place] <= longest {
        times[kept] = 0.5 * (times[place] + times[place + 1])
        rates[kept] = (rates[place] + rates[place + 1]) * 0.5
        kept += 1
        place += 1
      }
      place += 1
    }
    times.removeSubrange(kept...)
    rates.removeSubrange(kept...)
    factor *= 2
  }
}
