import FileAccess
import LogTables
import MotionSamples

// Source: Sensor Logger, "One-Page Unit Reference" and "Cross-Platform Differences"
// (github.com/tszheichoi/awesome-sensor-logger).

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
    gravityFree: ["Accelerometer.csv"], substitutes: ["MagnetometerUncalibrated.csv", "Gravity.csv"],
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
}
