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
    case .unitMissing(let reading), .unitUnknown(let reading, _): reading.advice
    case .headerMissing: "use --header NAMES"
    case .rowInvalid: "use --skip-bad-rows to skip and count such rows"
    case .rateMissing: "name a column t [s], or use --rate HZ"
    case .imuCount(let count, let candidates):
      count > 4 ? "choose with --imu 0,1,2" : candidates.isEmpty ? nil : "use --topic NAME"
    case .topicMissing(_, let candidates): candidates.isEmpty ? nil : "use --topic NAME"
    case .truthMissing(_, let candidates): candidates.isEmpty ? nil : "use --truth NAME"
    case .placeMissing: "use --location LAT,LON"
    case .timedOut: "allow more with --log-timeout SECONDS"
    case .imuMissing, .rateInvalid, .compressed, .notWritten, .invalid: nil
    }
  }
}

extension LogError.Reading {
  fileprivate var advice: String {
    switch self {
    case .timestamps: "use --time-unit UNIT"
    case .gyroscope: "use --gyro-unit UNIT"
    case .accelerometer: "use --accel-unit UNIT"
    case .magnetometer: "use --mag-unit UNIT, or leave the sensor out with --no-magnetometer"
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
