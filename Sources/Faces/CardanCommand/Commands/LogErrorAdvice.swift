import LogDiagnosis
import LogFormats
import LogProcessing
import LogTables
import MotionSessions

// Libraries report facts; the command adds the option that supplies what is missing.

extension LogError {
  /// The error, with the option that solves it.
  var advised: String { fact.advice.map { "\(self); \($0)" } ?? description }
}

extension MotionError {
  /// The error, with the option that solves it.
  var advised: String {
    if case .logFailed(let error) = self, let advice = error.fact.advice { return "\(self); \(advice)" }
    return description
  }
}

extension LogError.Fact {
  /// What to do about the fact with the options of the command; nil if none helps.
  fileprivate var advice: String? {
    switch self {
    case .unitsMissing(let gaps, let needsRate, _): Self.advice(gaps, needsRate)
    case .headerMissing: "use --header NAMES"
    case .rowInvalid: "use --skip-bad-rows to skip and count such rows"
    case .rateMissing: "name a column t [s], or use --rate HZ"
    case .imuCount(let count, let candidates):
      count > 4 ? "choose with --imu 0,1,2" : candidates.isEmpty ? nil : "use --topic NAME"
    case .imuTooSlow(_, _, let fastest, _, let usable):
      usable.count > 1
        ? "choose with --imu \(usable.map(String.init).joined(separator: ","))"
        : "use --topic \(fastest) in place of --imu"
    case .imuApart(_, let other): "use --topic \(other) in place of --imu"
    case .topicMissing(_, let candidates): candidates.isEmpty ? nil : "use --topic NAME"
    case .truthMissing(_, let candidates): candidates.isEmpty ? nil : "use --truth NAME"
    case .placeMissing: "use --location LAT,LON"
    case .timedOut: "allow more with --log-timeout SECONDS"
    case .accelerometerMissing:
      CommandOptions.has("allow-rotation") ? "use --allow-rotation for the rotation since the start" : nil
    case .imuMissing, .rateInvalid, .compressed, .interrupted, .notWritten, .recordingNotChosen, .invalid: nil
    }
  }

  /// The options that give the units: those that the values suggest, as a command line to copy.
  private static func advice(_ gaps: [LogError.UnitGap], _ needsRate: Bool) -> String {
    let units = gaps.map { "--\($0.reading.option) \($0.guess ?? "UNIT")" } + (needsRate ? ["--rate HZ"] : [])
    var advice = "use \(units.joined(separator: " "))"
    if gaps.allSatisfy({ $0.guess != nil }) {
      advice = "if that is right: \(Console.commandLine) \(units.joined(separator: " "))"
      if !needsRate, CommandOptions.has("assume-units") { advice += "; or --assume-units" }
    }
    if gaps.contains(where: { $0.reading == .magnetometer }), CommandOptions.has("no-magnetometer") {
      advice += "; or leave the magnetometer out with --no-magnetometer"
    }
    return advice
  }
}

extension LogError.Reading {
  /// The name of the option for its unit.
  fileprivate var option: String {
    switch self {
    case .timestamps: "time-unit"
    case .gyroscope: "gyro-unit"
    case .accelerometer: "accel-unit"
    case .magnetometer: "mag-unit"
    }
  }
}

/// The options of the subcommand that runs: no advice names another.
enum CommandOptions {
  /// The names without dashes; nil before a subcommand runs.
  nonisolated(unsafe) private static var names: Set<String>?

  /// Takes the options of the subcommand, before it runs.
  static func take(_ names: some Sequence<String>) { self.names = Set(names) }

  /// Whether the subcommand has an option, by its name without dashes.
  static func has(_ name: String) -> Bool { names?.contains(name) ?? true }
}

extension Finding.Advice {
  /// The advice in words: options that the subcommand lacks are those of `cardan fuse`.
  var textForCommand: String {
    let names = options.map { $0.drop { $0 == "-" }.prefix { $0 != "=" } }
    return names.allSatisfy { CommandOptions.has(String($0)) } ? text : text.substituting("use ", with: "fuse it with ")
  }
}

/// The errors that were shown: the recordings of one file often lack the same, each at another column.
struct ShownErrors {
  private var last: LogError?

  /// Whether an error says another thing than the one before.
  mutating func isNew(_ error: LogError) -> Bool {
    defer { last = error }
    return last?.path != error.path || last?.fact != error.fact
  }

  /// The remarks on logs, each error once.
  static func remarks<Value>(
    _ logs: [String], _ outcomes: [LogOutcome<Value>], warning: String = "take care"
  ) -> [String] {
    var shown = ShownErrors()
    return zip(logs, outcomes).compactMap { log, outcome in
      outcome.error.map { shown.isNew($0) } ?? true ? outcome.remark(on: log, warning: warning) : nil
    }
  }
}

extension LogOutcome {
  /// A line about a log that is not in order: its error with advice, or its warnings after the word for them; nil if it is.
  func remark(on log: String, warning: String = "take care") -> String? {
    switch self {
    case .ok: nil
    case .degraded(_, let reasons): "\(log): \(warning): \(reasons.joined(separator: "; "))".printable
    case .failed(let error): "\(Console.programName): \(error.advised)"
    }
  }
}

extension Console {
  /// Writes what was skipped in a log, if anything was.
  static func warn(of damage: LogDamage, in path: String) {
    if let summary = damage.summary { note("\(path): take care: \(summary)".printable) }
  }

  /// Writes an error of a log with advice.
  static func error(_ error: LogError) { self.error(error.advised) }

  /// Writes an error of a source with advice.
  static func error(_ error: MotionError) { self.error(error.advised) }
}
