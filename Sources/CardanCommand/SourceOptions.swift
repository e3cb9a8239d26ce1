import MotionLogs

/// The options for reading logs, common to all subcommands that read them.
enum SourceOptions {
  /// The rules of a command that stores them at `path`.
  static func rules<Command>(at path: WritableKeyPath<Command, LogOptions>) -> [OptionRule<Command>] {
    [
      .value(
        "gyro-unit", "UNIT", path.appending(path: \.angularRateUnit),
        "Set the gyroscope's unit, for logs without it"),
      .value(
        "accel-unit", "UNIT", path.appending(path: \.accelerationUnit),
        "Set the accelerometer's unit, for logs without it"),
      .value(
        "mag-unit", "UNIT", path.appending(path: \.magneticFieldUnit),
        "Set the magnetometer's unit, for logs without it"),
      .value(
        "time-unit", "UNIT", path.appending(path: \.timeUnit), "Set the timestamps' unit, for logs without it"),
      .value(
        "topic", "NAME", path.appending(path: \.topic),
        "Read this gyroscope of a file of several, see 'cardan info' [the best]"),
      .value(
        "rate", "HZ", path.appending(path: \.samplingRate), "Set the rows per second, for logs without timestamps",
        expectation: "a number from 0.001 to 1e7"
      ) { (0.001...1e7).contains($0) },
    ]
  }
}
