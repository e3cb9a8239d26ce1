import LogTables

// Source: x-io Technologies, "x-IMU3 User Manual" and "NGIMU User Manual".

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
