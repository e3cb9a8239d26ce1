import LogTables

/// The verdict on a log.
public enum Verdict: String, Comparable, Sendable {
  /// Nothing that shows in the result.
  case good
  /// Usable with doubts.
  case doubtful
  /// Not usable as it is.
  case unusable

  private var rank: Int { self == .good ? 0 : self == .doubtful ? 1 : 2 }
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  /// The verdict that findings lead to.
  public init(_ findings: [Finding]) {
    switch findings.map({ $0.severity }).max() {
    case nil, .note: self = .good
    case .doubt: self = .doubtful
    case .unusable: self = .unusable
    }
  }
}
