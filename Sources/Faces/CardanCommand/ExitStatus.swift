import LogTables

/// The exit code of the process.
enum ExitStatus: Int32, CaseIterable {
  /// Success.
  case success = 0
  /// At least one log failed; the others were processed.
  case logsFailed = 1
  /// The command line is invalid; nothing was done.
  case usage = 2
  /// A result was not written.
  case outputFailed = 3
  /// `cardan doctor` has doubts about a log.
  case doubtful = 4
  /// `cardan doctor` found a log not usable.
  case unusable = 5
  /// The user stopped the command (SIGINT or SIGTERM).
  case interrupted = 130

  /// The meaning of the code, for the help.
  var meaning: String {
    switch self {
    case .success: "success"
    case .logsFailed: "at least one log or source failed; the others were processed"
    case .usage: "invalid command line; nothing was done"
    case .outputFailed: "a result was not written"
    case .doubtful: "doctor: at least one log is usable with doubts"
    case .unusable: "doctor: at least one log is not usable"
    case .interrupted: "interrupted by the user; no partial results remain"
    }
  }
}

extension LogError {
  /// The exit code of a command that ends with this error.
  var status: ExitStatus {
    if case .notWritten = fact { .outputFailed } else { .logsFailed }
  }
}
