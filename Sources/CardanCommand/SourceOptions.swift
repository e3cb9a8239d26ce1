import MotionLogs

/// The options that say how a log is to be read: the same for every subcommand that reads one.
enum SourceOptions {
  /// The rules for a command that keeps them at `path`.
  static func rules<Command>(at path: WritableKeyPath<Command, LogOptions>) -> [OptionRule<Command>] {
    [
      .value(
        "gyro-unit", "UNIT", path.appending(path: \.angularRateUnit),
        "Unit of the gyroscope where the log does not say it."),
      .value(
        "accel-unit", "UNIT", path.appending(path: \.accelerationUnit),
        "Unit of the accelerometer where the log does not say it."),
      .value(
        "mag-unit", "UNIT", path.appending(path: \.magneticFieldUnit),
        "Unit of the magnetometer where the log does not say it."),
      .value(
        "time-unit", "UNIT", path.appending(path: \.timeUnit), "Unit of the time stamps where the log does not say it."),
      .value(
        "rate", "HZ", path.appending(path: \.samplingRate), "Rows per second, for a log without time stamps.",
        expectation: "a number above 0"
      ) { $0 > 0 },
    ]
  }
}
