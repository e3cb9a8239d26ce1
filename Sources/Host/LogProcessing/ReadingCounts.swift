import AttitudeFilters
import LogTables
import Rotations

/// The number of a sensor's readings, and of those that the filter could not use.
public struct ReadingCounts: Equatable, Sendable {
  /// Readings, good and bad; rows without a reading do not count.
  public private(set) var given = 0
  /// Invalid readings: infinite, out of range, or zero for a sensor that cannot read zero.
  public private(set) var rejected = 0

  /// The largest square of a usable reading, and the sum of the squares, in SI units squared.
  private var largestSquare = 0.0
  private var sumOfSquares = 0.0

  /// The stretches without a reading.
  public internal(set) var silence: Silence

  /// Counts of a sensor whose silences count from `shortestSilence`, in s.
  init(shortestSilence: Double) { silence = Silence(shortest: shortestSilence) }

  /// Counts a reading, if present, of a row with its timestamp in ns.
  @inline(__always)
  mutating func add(_ reading: Vector3<Double>, isRejected: Bool, isAbsent: Bool, at timestamp: Int64) {
    silence.add(isAbsent: isAbsent, at: timestamp)
    if reading.x.isNaN && reading.y.isNaN && reading.z.isNaN { return }
    given += 1
    if isRejected {
      rejected += 1
    } else {
      let square = reading.squaredLength
      largestSquare = max(largestSquare, square)
      sumOfSquares += square
    }
  }

  /// The largest magnitude of a usable reading, in SI units.
  public var largest: Double { largestSquare.squareRoot() }

  /// The root mean square of the usable readings, in SI units; 0 without one.
  public var rootMeanSquare: Double { isUsable ? (sumOfSquares / Double(given - rejected)).squareRoot() : 0 }

  /// Whether the filter could use at least one reading.
  public var isUsable: Bool { given > rejected }
}

/// The silences of a sensor: long stretches without a reading.
public struct Silence: Equatable, Sendable {
  /// The shortest silence that counts, s.
  public let shortest: Double
  /// How many there were.
  public private(set) var count = 0
  /// The longest one, s.
  public private(set) var longest = 0.0
  private var last: Int64?
  private var isCounted = false

  init(shortest: Double) { self.shortest = shortest }

  /// Adds a row with its timestamp in ns.
  @inline(__always)
  mutating func add(isAbsent: Bool, at timestamp: Int64) {
    guard let before = last else {
      last = timestamp
      return
    }
    guard isAbsent else {
      last = timestamp
      isCounted = false
      return
    }
    let duration = Double(timestamp &- before) * 1e-9
    guard duration > shortest else { return }
    if !isCounted { count += 1 }
    isCounted = true
    longest = max(longest, duration)
  }
}

/// The number of rows with each flag.
public struct FlagCounts: Equatable, Sendable {
  private var counts = [Int](repeating: 0, count: OutcomeFlags.RawValue.bitWidth)

  /// Counts of zero.
  public init() {}

  /// Counts a row's flags.
  public mutating func add(_ flags: OutcomeFlags) {
    var rest = flags.rawValue
    while rest != 0 {
      counts[rest.trailingZeroBitCount] += 1
      rest &= rest - 1
    }
  }

  /// The nonzero counts by the names of the flags.
  var byName: [String: Int] {
    let pairs = counts.enumerated().flatMap { bit, count in
      OutcomeFlags(rawValue: 1 << OutcomeFlags.RawValue(bit)).names.map { ($0, count) }
    }
    return Dictionary(uniqueKeysWithValues: pairs.filter { $0.1 > 0 })
  }

  /// The number of rows with a flag; for a set of flags, that of the lowest bit.
  public subscript(_ flag: OutcomeFlags) -> Int {
    flag.rawValue == 0 ? 0 : counts[flag.rawValue.trailingZeroBitCount]
  }
}
