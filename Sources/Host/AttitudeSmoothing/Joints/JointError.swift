/// Why the attitude of one joined body in the other cannot be determined. Times in s.
public enum JointError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The recordings overlap for less than `needed` seconds.
  case tooShort(common: Double, needed: Double)
  /// A recording takes more than `limit` seconds from its first to its last row.
  case tooLong(duration: Double, limit: Double)
  /// The motion of the joint is the same at several clock offsets.
  case offsetUndetermined
  /// A recording was not smoothed.
  case notSmoothed(SmoothingError)

  /// What is wrong, and what to record instead.
  public var description: String {
    switch self {
    case .tooShort(let common, let needed):
      return
        "the recordings overlap for \(Self.rounded(common)) s, \(Self.rounded(needed)) s needed; record longer, or allow a "
        + "larger clock offset"
    case .tooLong(let duration, let limit):
      return
        "a recording takes \(Self.rounded(duration)) s from its first to its last row, at most \(Self.rounded(limit)) s are possible; "
        + "check its timestamps, or cut it"
    case .offsetUndetermined:
      return
        "the motion at the joint does not determine the clock offset; move the joint itself to and fro, or give a largest offset "
        + "of 0 if both recordings have one clock"
    case .notSmoothed(let reason): return reason.description
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
