/// The Allan deviation of readings that come one by one, in memory that does not grow with their number.
///
/// Up to the averaging factor `exactFactor` the result is the plain definition with all places of the windows, as
/// `AllanDeviation(of:)` gives it. Longer windows of m readings are placed at every d-th reading only, where d is the power
/// of two for which m / d is above half of `exactFactor`: neighbouring places of such a window hardly differ. That is the
/// plain definition for the integral taken at every d-th reading (for the modified form: its means over d readings), with the
/// factor m / d. It holds about 0.3 MB for each octave of the recording's length beyond `exactFactor`: 3 MB for 10 hours at
/// 100 Hz. O(N) per factor up to `exactFactor`, O(N) for all others together.
public struct AllanAccumulator: Sendable {
  /// The form of the deviation.
  public let form: AllanForm
  /// The largest averaging factor for which every place counts.
  public let exactFactor: Int
  /// The number of readings taken.
  public private(set) var count = 0

  private(set) var levels: [AllanLevel]
  /// How many stretches of each length have ended.
  private var stretches: [Int: Int] = [:]
  /// Readings in the open stretch.
  private var openCount = 0
  /// The first reading: a large bias would take digits from the integral.
  private var offset = 0.0
  private var total = 0.0
  /// For the drift.
  private var blocks = MeanBlocks()

  private static let factorsPerOctave = 4

  /// No readings yet.
  ///
  /// - Parameters:
  ///   - form: The form. Default: overlapping.
  ///   - exactFactor: A power of two, at least 16. Default: 8192, which are 82 s at 100 Hz.
  public init(form: AllanForm = .overlapping, exactFactor: Int = 8192) {
    precondition(exactFactor >= 16 && exactFactor.nonzeroBitCount == 1, "a power of two from 16 on")
    self.form = form
    self.exactFactor = exactFactor
    levels = [
      AllanLevel(
        form: form, factors: AllanDeviation.factors(upTo: exactFactor, perOctave: Self.factorsPerOctave))
    ]
  }

  /// Takes the next reading, one interval after the one before; one that is not finite ends the stretch.
  public mutating func add(_ reading: Double) {
    guard reading.isFinite else { return endStretch() }
    if count == 0 { offset = reading }
    if openCount == 0 {
      total = 0
      if form == .modified { pass(0) }
    }
    count += 1
    openCount += 1
    total += reading - offset
    blocks.add(reading)
    pass(total)
  }

  /// Ends a stretch: what comes next does not follow in one interval.
  public mutating func endStretch() {
    guard openCount > 0 else { return }
    for level in levels.indices { levels[level].endStretch() }
    blocks.endStretch()
    stretches[openCount, default: 0] += 1
    openCount = 0
  }

  /// The deviations so far, for factors of up to a third of the longest stretch, four per octave.
  ///
  /// - Parameter interval: Seconds from one reading to the next.
  ///
  /// Throws `invalidInterval`, `noReadings`, or `tooShort` where no stretch has two readings.
  public func deviation(interval: Double) throws(AllanError) -> AllanDeviation {
    guard interval > 0, interval.isFinite else { throw .invalidInterval }
    guard count > 0 else { throw .noReadings }
    var ended = self
    ended.endStretch()
    let longest = ended.stretches.keys.max() ?? 0
    var terms: [AllanDeviation.Term] = []
    for (level, sums) in ended.levels.enumerated() {
      for (index, factor) in sums.factors.enumerated() {
        let (spacing, termCount) = (1 << level, sums.termCounts[index])
        guard termCount > 0, spacing * factor <= max(1, longest / 3) else { continue }
        terms.append(.init(form, sums.sums[index], factor: factor, spacing: spacing, count: termCount))
      }
    }
    guard !terms.isEmpty else {
      let needed = Double(form.readingsNeeded(factor: 1)) * interval
      throw .tooShort(longest: Double(longest) * interval, needed: needed)
    }
    return AllanDeviation(
      form: form, interval: interval, stretches: ended.stretches, terms: terms, blocks: ended.blocks)
  }

  /// Passes a value of the integral from level to level.
  private mutating func pass(_ value: Double) {
    var value = value
    var level = 0
    while let next = levels[level].add(value) {
      value = next
      level += 1
      if level == levels.count {
        levels.append(AllanLevel(form: form, factors: levels[0].factors.filter { 2 * $0 > exactFactor }))
      }
    }
  }
}
