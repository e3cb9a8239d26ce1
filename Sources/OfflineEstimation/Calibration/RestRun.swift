import Rotations

/// Blocks of a rest as it goes on: all but the first and the last count.
struct RestRun: Sendable {
  private let first: RestBlock.Summary
  private var last: RestBlock.Summary
  private var rate = VectorMoments()
  private var force = VectorMoments()
  private var temperatureSum = 0.0
  private var temperatureCount = 0.0
  /// How long the blocks that count last, s.
  private(set) var countedDuration = 0.0

  /// A run that begins with a block.
  init(_ first: RestBlock.Summary) {
    self.first = first
    last = first
  }

  /// When the blocks that count begin, s.
  var countedStart: Double { first.start + first.duration }

  /// Adds a block; the one before it then counts.
  mutating func append(_ block: RestBlock.Summary) {
    if last.start > first.start { count(last) }
    last = block
  }

  private mutating func count(_ block: RestBlock.Summary) {
    rate.add(block.angularRate)
    force.add(block.specificForce)
    countedDuration += block.duration
    guard let temperature = block.temperature else { return }
    temperatureSum += temperature
    temperatureCount += 1
  }

  /// Whether a block belongs to the same rest: it is compared with what counts, which a slow turn leaves in the end.
  func agrees(with block: RestBlock.Summary, _ thresholds: RestFinder.Thresholds) -> Bool {
    let (rateSoFar, forceSoFar) =
      rate.count > 0 ? (rate.mean, force.mean) : (first.angularRate, first.specificForce)
    return (block.angularRate - rateSoFar).largestMagnitude <= thresholds.angularRateChange
      && (block.specificForce - forceSoFar).largestMagnitude <= thresholds.specificForceChange
  }

  /// The rest.
  var segment: RestSegment {
    RestSegment(
      start: countedStart, duration: countedDuration, angularRate: rate.mean,
      angularRateDeviation: rate.deviationOfMean, specificForce: force.mean,
      temperature: temperatureCount > 0 ? temperatureSum / temperatureCount : nil)
  }
}
