import AttitudeFilters
import MotionLogs

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
