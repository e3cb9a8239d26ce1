/// The sums of an Allan variance at one spacing of the integral, for averaging factors counted in that spacing.
///
/// Values are worked off block by block and dropped as soon as no difference reaches back to them.
struct AllanLevel: Sendable {
  /// The form of the variance.
  let form: AllanForm
  /// The averaging factors, increasing.
  let factors: [Int]
  /// For each factor the sums over the terms.
  private(set) var sums: [AllanForm.Sums]
  /// For each factor how many terms that is.
  private(set) var termCounts: [Int]

  /// The integral, as far back as it is needed.
  private(set) var integral: [Double] = []
  /// For each factor the first place in `integral` that is not counted yet.
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

  /// What stands at the beginning of a stretch: the integral is zero there. The modified form averages it with what
  /// follows, so that its levels are given everything.
  private var start: [Double] { form == .modified ? [] : [0] }

  /// Takes the next value of the integral. Every second time it gives one for the level of twice the spacing: the value
  /// itself; for the modified form, which averages the integral, the mean of two.
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

  /// Counts what is left of a stretch; the next value begins another.
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
