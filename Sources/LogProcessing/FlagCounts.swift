import AttitudeFilters
import MotionLogs

/// How many rows carried each flag.
public struct FlagCounts: Equatable, Sendable {
  private var counts = [Int](repeating: 0, count: OutcomeFlags.RawValue.bitWidth)

  /// No rows yet.
  public init() {}

  /// Counts the flags of a row.
  public mutating func add(_ flags: OutcomeFlags) {
    var rest = flags.rawValue
    while rest != 0 {
      counts[rest.trailingZeroBitCount] += 1
      rest &= rest - 1
    }
  }

  /// The counts by the names of the flags, without those that no row carried.
  var byName: [String: Int] {
    let pairs = counts.enumerated().flatMap { bit, count in
      OutcomeFlags(rawValue: 1 << OutcomeFlags.RawValue(bit)).names.map { ($0, count) }
    }
    return Dictionary(uniqueKeysWithValues: pairs.filter { $0.1 > 0 })
  }

  /// The number of rows with one flag; of several, that of the lowest bit.
  public subscript(_ flag: OutcomeFlags) -> Int {
    flag.rawValue == 0 ? 0 : counts[flag.rawValue.trailingZeroBitCount]
  }
}
