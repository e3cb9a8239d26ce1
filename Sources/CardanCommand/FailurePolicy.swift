import LogProcessing

/// The condition under which a command on several logs exits with an error.
enum FailurePolicy: String, NamedChoice {
  /// At least one log failed.
  case any
  /// At least one log failed or has warnings.
  case degraded
  /// Every log failed.
  case all
  /// Never.
  case none

  /// Whether these outcomes mean failure of the command.
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
