import MotionLogs

/// What became of one log among many.
public enum LogOutcome<Value: Sendable>: Sendable {
  /// The log was processed and nothing is odd about it.
  case ok(Value)
  /// The log was processed, but the result deserves a look, for these reasons.
  case degraded(Value, reasons: [String])
  /// The log could not be processed; it left no result.
  case failed(LogError)

  /// The result, where there is one.
  public var value: Value? {
    switch self {
    case .ok(let value), .degraded(let value, _): value
    case .failed: nil
    }
  }

  /// Why the log could not be processed, where that is so.
  public var error: LogError? {
    if case .failed(let error) = self { error } else { nil }
  }

  /// `ok` where there are no reasons against it, else `degraded`.
  public init(_ value: Value, reasons: [String]) {
    self = reasons.isEmpty ? .ok(value) : .degraded(value, reasons: reasons)
  }
}
