import LogProcessing

/// When a command that processed several logs says by its exit code that some failed.
enum FailurePolicy: String, NamedChoice {
  /// At least one log failed.
  case any
  /// At least one log failed or deserves a look.
  case degraded
  /// Every log failed.
  case all
  /// Never.
  case none

  /// Whether these outcomes are a failure of the command.
  func isFailure<Value>(_ outcomes: [LogOutcome<Value>]) -> Bool {
    let failed = outcomes.count { $0.error != nil }
    switch self {
    case .any: return failed > 0
    case .degraded: return !outcomes.allSatisfy { if case .ok = $0 { true } else { false } }
    case .all: return failed > 0 && failed == outcomes.count
    case .none: return false
    }
  }
}
