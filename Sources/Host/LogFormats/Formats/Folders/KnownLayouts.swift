import FileAccess
import LogTables
import MotionSamples

// Sources: Sensor Logger, "One-Page Unit Reference" and "Cross-Platform Differences"
// (github.com/tszheichoi/awesome-sensor-logger); phyphox, exports of version 1.1 and 1.2; x-io Technologies, "x-IMU3 User
// Manual" and "NGIMU User Manual".

extension RecordingLayout {
  /// Sensor Logger: a table for each sensor with the columns `time` (ns since 1970), `seconds_elapsed`, and axes in any order.
  ///
  /// On iOS, accelerations have the other sign unless the user chose standard frames, and those of the uncalibrated
  /// accelerometer are in g.
  static let sensorLogger = RecordingLayout(
    formatName: "Sensor Logger", recognition: "a folder or zip with Gyroscope.csv: time,seconds_elapsed,z,y,x",
    marks: [
      "Gyroscope.csv", "GyroscopeUncalibrated.csv", "TotalAcceleration.csv", "Accelerometer.csv",
      "AccelerometerUncalibrated.csv",
    ],
    matches: { $0.columns.contains { $0.text == "seconds_elapsed" } },
    parts: { files throws(LogError) in
      let plain = TableConvention(
        formatName: "Sensor Logger",
        units: [.time: "ns", .angularRate: "rad/s", .specificForce: "m/s^2", .magneticField: "uT"])
      var parts = [
        files.sensor(["Gyroscope.csv", "GyroscopeUncalibrated.csv"], .angularRate, plain),
        files.sensor(["Magnetometer.csv", "MagnetometerUncalibrated.csv"], .magneticField, plain),
        files.part("Orientation.csv", .attitude, plain),
      ].compactMap { $0 }
      if let force = try accelerometer(files, plain) { parts.append(force) }
      return parts
    })

  /// The accelerometer of Sensor Logger: with gravity, or without and gravity apart.
  private static func accelerometer(_ files: RecordingFiles, _ plain: TableConvention) throws(LogError)
    -> RecordingPart?
  {
    let metadata = try files.rows("Metadata.csv").first
    let platform = metadata?["platform"]?.lowercased()
    let isReversed = platform == "ios" && metadata?["standardisation"]?.lowercased() != "true"
    var convention = plain
    if isReversed { convention.signs = [.specificForce: -1] }
    if let total = files.sensor(["TotalAcceleration.csv"], .specificForce, convention) { return total }
    var part = files.sensor(["Accelerometer.csv"], .specificForce, convention)
    if part != nil, let gravity = files.sensor(["Gravity.csv"], .specificForce, convention) {
      part?.sources += gravity.sources
      part?.name += " + Gravity"
    } else {
      if isReversed { convention.units[.specificForce] = "g" }
      part = files.sensor(["AccelerometerUncalibrated.csv"], .specificForce, convention)
    }
    if part != nil, platform == nil {
      throw LogError(
        path: "\(files.path)/Metadata.csv", message: "platform unknown, so the sign of the accelerometer is unknown")
    }
    return part
  }

  /// phyphox: a table for each sensor with the columns `Time (s)` and `X (m/s^2)`, older `Acceleration x (m/s^2)`. The times of
  /// `meta/time.csv` show pauses, which those of the tables leave out.
  static let phyphox = RecordingLayout(
    formatName: "phyphox", recognition: "a folder or zip with Gyroscope.csv: Time (s),X (rad/s),...",
    marks: ["Gyroscope.csv", "Accelerometer.csv", "Magnetometer.csv"],
    matches: { $0.columns.first?.text == "Time (s)" },
    parts: { files throws(LogError) in
      let plain = TableConvention(formatName: "phyphox")
      let parts = [
        files.sensor(["Gyroscope.csv"], .angularRate, plain),
        files.sensor(["Accelerometer.csv"], .specificForce, plain),
        files.sensor(["Magnetometer.csv"], .magneticField, plain),
      ]
      let clock = try clock(files)
      return parts.compactMap { part in
        var part = part
        part?.clock = clock
        return part
      }
    })

  /// The clock of an experiment: seconds since 1970 at each start; nil without `meta/time.csv`.
  private static func clock(_ files: RecordingFiles) throws(LogError) -> PauseClock? {
    let starts = try files.rows("meta/time.csv").filter { $0["event"] == "START" }
    let offsets: [(from: Int64, offset: Int64)] = starts.compactMap { row in
      func nanoseconds(_ name: String) -> Int64? {
        guard let text = row[name], let seconds = Double(text.substituting(",", with: ".")), abs(seconds) < 4e9 else {
          return nil
        }
        return Int64(saturating: (seconds * 1e9).rounded())
      }
      guard let experiment = nanoseconds("experiment time"), let system = nanoseconds("system time") else { return nil }
      return (experiment, system - experiment)
    }
    return offsets.isEmpty ? nil : PauseClock(offsets: offsets)
  }
}

extension RecordingLayout {
  /// x-IMU3: gyroscope and accelerometer in one table, the magnetometer in another at a rate of its own.
  static let ximu3 = RecordingLayout(
    formatName: "x-IMU3", recognition: "a folder or zip with Inertial.csv: Timestamp (us),Gyroscope X (deg/s),...",
    marks: ["Inertial.csv"], matches: { LogSchema.namesRecording($0) },
    parts: { files throws(LogError) in
      let plain = TableConvention(formatName: "x-IMU3")
      return [
        files.part("Inertial.csv", [.gyroscope, .accelerometer], plain),
        files.sensor(["Magnetometer.csv"], .magneticField, plain),
        files.part("Temperature.csv", .temperature, plain),
        files.sensor(["Quaternion.csv"], .attitude, plain),
      ].compactMap { $0 }
    })

  /// NGIMU: all sensors in one table, the attitude in another.
  static let ngimu = RecordingLayout(
    formatName: "NGIMU",
    recognition: "a folder or zip with sensors.csv: Time (s),Gyroscope X (deg/s),... and quaternion.csv",
    marks: ["sensors.csv"], companions: ["quaternion.csv", "euler.csv", "matrix.csv", "linear.csv", "earth.csv"],
    matches: { LogSchema.namesRecording($0) },
    parts: { files throws(LogError) in
      let plain = TableConvention(formatName: "NGIMU")
      return [
        files.part("sensors.csv", [.gyroscope, .accelerometer, .magnetometer], plain),
        files.sensor(["quaternion.csv"], .attitude, plain),
      ].compactMap { $0 }
    })
}
