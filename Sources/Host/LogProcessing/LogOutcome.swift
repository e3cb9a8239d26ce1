// LogProcessing: logs to results: fusion, evaluation, examination, resumed folders.
// It prints nothing and parses no option; those are the faces'.

import LogTables

/// The outcome of one log in a batch.
public enum LogOutcome<Value: Sendable>: Sendable {
  /// The log was processed without warnings.
  case ok(Value)
  /// The log was processed, with these warnings.
  case degraded(Value, reasons: [String])
  /// The log could not be processed and has no result.
  case failed(LogError)

  /// The result; nil if the log failed.
  public var value: Value? {
    switch self {
    case .ok(let value), .degraded(let value, _): value
    case .failed: nil
    }
  }

  /// The error; nil if the log was processed.
  public var error: LogError? {
    if case .failed(let error) = self { error } else { nil }
  }

  /// `ok` without reasons, otherwise `degraded`.
  public init(_ value: Value, reasons: [String]) {
    self = reasons.isEmpty ? .ok(value) : .degraded(value, reasons: reasons)
  }
}
