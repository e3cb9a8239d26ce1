/// The forms of the Allan deviation, all with overlapping windows.
///
/// With the integral x of the readings y (in units of y times one interval) and windows of m readings, the variances are means
/// over all positions of the squared differences below. Source: W. J. Riley, "Handbook of Frequency Stability
/// Analysis", NIST Special Publication 1065, 2008, sections 5.2.4, 5.2.5 and 5.2.10.
public enum AllanForm: String, CaseIterable, Sendable {
  /// The second difference of x (equation 11), the usual form: the difference of two neighbouring means.
  case overlapping
  /// The mean of m neighbouring second differences (equation 14): separates quantisation from white noise.
  case modified
  /// The third difference of x (equation 20): insensitive to a constant drift of the readings.
  case hadamard

  /// The order of the difference.
  var differenceOrder: Int { self == .hadamard ? 3 : 2 }

  /// The readings that a stretch needs for one term at the averaging factor m.
  func readingsNeeded(factor m: Int) -> Int { self == .overlapping ? 2 * m : self == .modified ? 3 * m - 1 : 3 * m }

  /// The number of terms in a stretch of `count` readings.
  func termCount(readings count: Int, factor m: Int) -> Int { max(0, count + 1 - readingsNeeded(factor: m)) }

  /// The variance is the mean square term divided by this.
  func divisor(factor m: Int) -> Double {
    let square = Double(m) * Double(m)
    return switch self {
    case .overlapping: 2 * square
    case .modified: 2 * square * square
    case .hadamard: 6 * square
    }
  }

  /// The sums of terms and of their squares.
  struct Sums: Sendable {
    var terms = 0.0
    var squares = 0.0

    mutating func add(_ term: Double) {
      terms += term
      squares += term * term
    }

    static func += (sums: inout Sums, more: Sums) {
      sums.terms += more.terms
      sums.squares += more.squares
    }
  }

  /// The sums over the terms of a stretch, from its integral x, which has one value more than the stretch.
  func sums(ofIntegral x: ArraySlice<Double>, factor m: Int) -> Sums {
    let count = termCount(readings: x.count - 1, factor: m)
    guard count > 0 else { return Sums() }
    return x.withUnsafeBufferPointer { x in
      switch self {
      case .overlapping: Self.secondDifferences(x, m, count)
      case .modified: Self.averagedSecondDifferences(x, m, count)
      case .hadamard: Self.thirdDifferences(x, m, count)
      }
    }
  }

  private static func secondDifferences(_ x: UnsafeBufferPointer<Double>, _ m: Int, _ count: Int) -> Sums {
    var sums = Sums()
    for i in 0..<count {
      sums.add((x[i + 2 * m] - x[i + m]) - (x[i + m] - x[i]))
    }
    return sums
  }

  /// The sum of m second differences is a sliding sum.
  private static func averagedSecondDifferences(_ x: UnsafeBufferPointer<Double>, _ m: Int, _ count: Int) -> Sums {
    func difference(_ i: Int) -> Double { (x[i + 2 * m] - x[i + m]) - (x[i + m] - x[i]) }
    var window = 0.0
    for i in 0..<m { window += difference(i) }
    var sums = Sums()
    sums.add(window)
    for i in 1..<max(count, 1) {
      window += difference(i + m - 1) - difference(i - 1)
      sums.add(window)
    }
    return sums
  }

  private static func thirdDifferences(_ x: UnsafeBufferPointer<Double>, _ m: Int, _ count: Int) -> Sums {
    var sums = Sums()
    for i in 0..<count {
      sums.add((x[i + 3 * m] - x[i]) - 3 * (x[i + 2 * m] - x[i + m]))
    }
    return sums
  }
}
