import FileAccess
import LogFormats
import LogProcessing
import LogTables

/// The options of commands that process several logs at once.
enum BatchOptions {
  /// The rules of a command that stores the number of threads at `threads`.
  static func rules<Command>(threads: WritableKeyPath<Command, Int?>) -> [OptionRule<Command>] {
    [
      .value(
        "jobs", short: "j", "NUMBER", threads,
        "Use this many threads, each for one log at a time; 'fuse' and 'report' share one log among them [one per CPU core]",
        expectation: "a whole number from 1 to 1024"
      ) { (1...1024).contains($0) }
    ]
  }
}

extension OptionRule {
  /// `--log-timeout`.
  static func timeLimit(at path: WritableKeyPath<Command, LogOptions>) -> OptionRule {
    .value(
      "log-timeout", "SECONDS", path.appending(path: \.timeLimit),
      "Give up a log after this time; after the second time --resume leaves it out [unlimited]",
      expectation: "a number from 0.001 to 1e6"
    ) { (0.001...1e6).contains($0) }
  }
}

/// The options of commands that compare estimates with the true attitude of logs.
struct ComparisonOptions {
  /// Whether the best constant heading offset of each log is removed.
  var alignsHeading = false
  /// Whether only rows from the first to the last marked as moving count.
  var cutsRest = false

  /// The rules of the options at a place in a command; `truth` is the topic of the true attitude.
  static func rules<Command>(
    at path: WritableKeyPath<Command, ComparisonOptions>, truth: WritableKeyPath<Command, String?>
  ) -> [OptionRule<Command>] {
    [
      .flag(
        "align-heading", short: "a", path.appending(path: \.alignsHeading), true,
        "Remove the best constant heading offset of each log"),
      .flag(
        "cut-rest", path.appending(path: \.cutsRest), true,
        "Ignore rows before the first and after the last row that the log marks as moving"),
      .value(
        "truth", "TOPIC", truth,
        "Compare with this attitude of a log, an estimate of its device; see 'cardan info'"),
    ]
  }
}

extension LogFusion {
  /// The options of reading a log for a comparison, which is in ENU: an unused magnetometer need not be readable.
  func readingOptions(_ options: LogOptions) -> LogOptions {
    var reading = options
    reading.usesMagnetometer = settings.conditioner.usesMagnetometer
    return reading
  }
}

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

/// A part of the logs, for work shared among several processes or machines.
///
/// The CRC-64/XZ of a log's path below the operand determines its part, independent of other logs and of where the folder is.
struct Shard: Equatable {
  /// The part, from 1 to `count`.
  var number: Int
  /// The number of parts.
  var count: Int

  /// Everything in one part.
  static let whole = Shard(number: 1, count: 1)

  /// Whether a log belongs to this part, by its path below the operand.
  func contains(_ place: String) -> Bool {
    let check = CyclicRedundancyCheck.value(of: FilePath.normalized(place))
    return Int(check.multipliedFullWidth(by: UInt64(count)).high) == number - 1
  }
}

extension Shard: ArgumentValue {
  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], 1...1_000_000 ~= count, 1...count ~= number
    else { return nil }
    (self.number, self.count) = (number, count)
  }
  static var expectation: String { "a part and the number of parts, such as 1/4" }
}
