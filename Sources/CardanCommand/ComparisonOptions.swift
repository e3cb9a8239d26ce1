import LogProcessing
import MotionLogs

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
