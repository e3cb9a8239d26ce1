import LogFormats
import LogTables

/// The options for reading logs, common to all subcommands that read them.
enum SourceOptions {
  /// The rules of a command that stores them at `path`.
  static func rules<Command>(at path: WritableKeyPath<Command, LogOptions>) -> [OptionRule<Command>] {
    [
      .value(
        "gyro-unit", "UNIT", path.appending(path: \.angularRateUnit),
        "Read the gyroscope in this unit, also one such as deg/s/16.4 [that of the log]"),
      .value(
        "accel-unit", "UNIT", path.appending(path: \.accelerationUnit),
        "Read the accelerometer in this unit, also one such as g/4096 [that of the log]"),
      .value(
        "mag-unit", "UNIT", path.appending(path: \.magneticFieldUnit),
        "Read the magnetometer in this unit [that of the log]"),
      .value(
        "gyro-axes", "X,Y,Z", path.appending(path: \.gyroscopeAxes),
        "Read these axes of the gyroscope as x, y and z; signs and mirrored axes are allowed [x,y,z]"),
      .value(
        "accel-axes", "X,Y,Z", path.appending(path: \.accelerometerAxes),
        "Read these axes of the accelerometer as x, y and z; -x,-y,-z for one that reads -9.81 upward [x,y,z]"),
      .value(
        "mag-axes", "X,Y,Z", path.appending(path: \.magnetometerAxes),
        "Read these axes of the magnetometer as x, y and z [x,y,z]"),
      .value(
        "time-unit", "UNIT", path.appending(path: \.timeUnit),
        "Read the timestamps in this unit [that of the log]"),
      .flag(
        "assume-units", path.appending(path: \.assumesUnits), true,
        "Take units that neither the log nor an option gives as its values suggest, and say so"),
      .value(
        "topic", "NAME", path.appending(path: \.topic),
        "Read this gyroscope of a file of several, see 'cardan info' [the best]"),
      .value(
        "imu", "WHICH", path.appending(path: \.imus),
        "Combine the IMUs of one body in a file of several: all, or numbers such as 0,2 (the first leads) [one IMU]"),
      .value(
        "header", "NAMES", path.appending(path: \.header),
        "Name the columns of a table without a header, as in 't [s],gyro_x [rad/s],gyro_y,...'"),
      .each(
        "map", "NAME=COLUMN", path.appending(path: \.columnNames),
        "Read the column NAME of a table as COLUMN, as in 'rot_x=gyro_x [deg/s]'; may be repeated",
        expectation: "a column of the log and a known one, as in 'rot_x=gyro_x [deg/s]'; see 'cardan help formats'",
        value: ColumnRenaming.init(spelling:)),
      .flag(
        "skip-bad-rows", path.appending(path: \.skipsBadRows), true,
        "Skip and count invalid rows of a table instead of stopping at the first"),
      .value(
        "rate", "HZ", path.appending(path: \.samplingRate),
        "Set the rows per second, in place of timestamps of a table",
        expectation: "a number from 0.001 to 1e7"
      ) { (0.001...1e7).contains($0) },
    ]
  }
}
