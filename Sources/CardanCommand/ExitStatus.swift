/// How a command ended: the exit code of the process.
enum ExitStatus: Int32, CaseIterable {
  /// Everything was done.
  case success = 0
  /// At least one log could not be processed; the others were.
  case logsFailed = 1
  /// The command line could not be understood; nothing was done.
  case usage = 2
  /// A result could not be written.
  case outputFailed = 3
  /// The user stopped the command (SIGINT or SIGTERM).
  case interrupted = 130

  /// What the code means, for the help.
  var meaning: String {
    switch self {
    case .success: "everything was done"
    case .logsFailed: "at least one log or source could not be processed; the others were"
    case .usage: "the command line could not be understood; nothing was done"
    case .outputFailed: "a result could not be written"
    case .interrupted: "stopped by the user; no half-written file is left"
    }
  }
}
