/// The Allan deviation of a stream of readings, in memory that grows with the logarithm of their number.
///
/// Up to the averaging factor `exactFactor` the result is that of `AllanDeviation(of:)`, with all positions of the windows.
/// Longer windows of m readings are placed at every d-th reading, where d is the power of two for which m / d exceeds half of
/// `exactFactor`: neighbouring positions hardly differ. This is the definition for the integral sampled at every d-th reading
/// (for the modified form: its means over d readings), with the factor m / d. Memory: about 0.3 MB per octave of the
/// recording's length beyond `exactFactor`, 3 MB for 10 hours at 100 Hz. Time: O(N) per factor up to `exactFactor`, O(N) for
/// all others together.
public struct AllanAccumulator: Sendable {
  /// The form of the deviation.
  public let form: AllanForm
  /// The largest averaging factor for which all positions of the window count.
  public let exactFactor: Int
  /// The number of readings.
  public private(set) var count = 0

  private(set) var levels: [AllanLevel]
  /// The number of ended stretches by length.
  private var stretches: [Int: Int] = [:]
  /// The readings in the open stretch.
  private var openCount = 0
  /// The first reading, subtracted to keep the precision of the integral.
  private var offset = 0.0
  private var total = 0.0
  /// For the drift.
  private var blocks = MeanBlocks()

  private static let factorsPerOctave = 4

  /// No readings yet.
  ///
  /// - Parameters:
  ///   - form: The form. Default: overlapping.
  ///   - exactFactor: A power of two, at least 16. Default: 8192, 82 s at 100 Hz.
  public init(form: AllanForm = .overlapping, exactFactor: Int = 8192) {
    precondition(exactFactor >= 16 && exactFactor.nonzeroBitCount == 1, "a power of two, at least 16")
    self.form = form
    self.exactFactor = exactFactor
    levels = [
      AllanLevel(
        form: form, factors: AllanDeviation.factors(upTo: exactFactor, perOctave: Self.factorsPerOctave))
    ]
  }

  /// Takes the next reading, one interval after the previous one; a non-finite reading ends the stretch.
  public mutating func add(_ reading: Double) {
    guard reading.isFinite else { return endStretch() }
    if count == 0 { offset = reading }
    if openCount == 0 {
      total = 0
      if form == .modified { propagate(0) }
    }
    count += 1
    openCount += 1
    total += reading - offset
    blocks.add(reading)
    propagate(total)
  }

  /// Ends a stretch: a gap follows.
  public mutating func endStretch() {
    guard openCount > 0 else { return }
    for level in levels.indices { levels[level].endStretch() }
    blocks.endStretch()
    stretches[openCount, default: 0] += 1
    openCount = 0
  }

  /// The deviations so far, for factors of up to a third of the longest stretch, four per octave.
  ///
  /// - Parameter interval: The time between readings, s.
  ///
  /// Throws `invalidInterval`, `noReadings`, or `tooShort` if no stretch has two readings.
  public func deviation(interval: Double) throws(AllanError) -> AllanDeviation {
    guard AllanDeviation.intervals.contains(interval) else { throw .invalidInterval }
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

  /// Adds a value of the integral to the levels.
  private mutating func propagate(_ value: Double) {
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

/// The sums of an Allan variance at one spacing of the integral, for averaging factors counted in that spacing.
///
/// Values are processed in blocks and dropped once no difference needs them.
struct AllanLevel: Sendable {
  /// The form of the variance.
  let form: AllanForm
  /// The averaging factors, increasing.
  let factors: [Int]
  /// The sums over the terms, by factor.
  private(set) var sums: [AllanForm.Sums]
  /// The number of terms, by factor.
  private(set) var termCounts: [Int]

  /// The part of the integral that is still needed.
  private(set) var integral: [Double] = []
  /// The first unprocessed place in `integral`, by factor.
  private var places: [Int]
  private let capacity: Int
  private var firstOfPair: Double?

  init(form: AllanForm, factors: [Int]) {
    self.form = form
    self.factors = factors
    sums = Array(repeating: AllanForm.Sums(), count: factors.count)
    termCounts = Array(repeating: 0, count: factors.count)
    places = Array(repeating: 0, count: factors.count)
    let largest = factors.last ?? 1
    capacity = form.readingsNeeded(factor: largest) + max(largest, 1024)
    integral = start
  }

  /// The integral at the beginning of a stretch: zero. The modified form averages it with the next values and gets it as a
  /// value.
  private var start: [Double] { form == .modified ? [] : [0] }

  /// Takes the next value of the integral. Every second time, returns a value for the level of twice the spacing: the value
  /// itself, or, for the modified form, which averages the integral, the mean of two.
  mutating func add(_ value: Double) -> Double? {
    integral.append(value)
    if integral.count >= capacity { work() }
    guard let first = firstOfPair else {
      firstOfPair = value
      return nil
    }
    firstOfPair = nil
    return form == .modified ? 0.5 * (first + value) : value
  }

  /// Processes the rest of a stretch; the next value begins another.
  mutating func endStretch() {
    work()
    integral.removeAll(keepingCapacity: true)
    integral += start
    for index in places.indices { places[index] = 0 }
    firstOfPair = nil
  }

  private mutating func work() {
    var earliest = integral.count
    for (index, factor) in factors.enumerated() {
      let start = places[index]
      let count = form.termCount(readings: integral.count - start - 1, factor: factor)
      if count > 0 {
        sums[index] += form.sums(ofIntegral: integral[start...], factor: factor)
        termCounts[index] += count
        places[index] += count
      }
      earliest = min(earliest, places[index])
    }
    integral.removeFirst(earliest)
    for index in places.indices { places[index] -= earliest }
  }
}
